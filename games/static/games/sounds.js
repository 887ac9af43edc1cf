/* Short sounds, made here and loaded from nowhere, for who has asked for them: a card laid, a trick taken, one's turn. */
"use strict";

(() => {
  const LOUDNESS = 0.12;
  let context = null;
  let before = null;

  const table = () => document.getElementById("table");
  const state = () => ({
    ply: Number(table().dataset.ply) + 1000 * Number(table().dataset.hand),
    isTaken: Boolean(table().querySelector(".felt .trick.is-past")),
    isMine: Boolean(table().querySelector(".say.is-mine")),
  });

  /* Browsers make no sound before their reader has done something on the page. */
  function wake() {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  }

  function loudness(at, peak, length) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(peak * LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(context.destination);
    return gain;
  }

  /* Paper on cloth: a breath of noise. */
  function thump(at) {
    const length = 0.09;
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    source.buffer = buffer;
    filter.type = "lowpass";
    filter.frequency.value = 900;
    source.connect(filter).connect(loudness(at, 1, length));
    source.start(at);
  }

  function tone(at, frequency, length = 0.35) {
    const source = context.createOscillator();
    source.type = "sine";
    source.frequency.value = frequency;
    source.connect(loudness(at, 0.6, length));
    source.start(at);
    source.stop(at + length);
  }

  function hear() {
    if (!table()) return;
    const now = state();
    const known = before;
    before = now;
    if (!known || !context || context.state !== "running" || document.hidden) return;
    const at = context.currentTime + 0.02;
    if (now.ply > known.ply) thump(at);
    if (now.ply > known.ply && now.isTaken) { tone(at + 0.15, 330); tone(at + 0.15, 220); }
    if (now.isMine && !known.isMine) { tone(at + 0.3, 523); tone(at + 0.45, 659); }
  }

  document.addEventListener("DOMContentLoaded", hear);
  document.addEventListener("htmx:afterSettle", hear);
  for (const deed of ["pointerdown", "keydown"]) document.addEventListener(deed, wake);
})();
