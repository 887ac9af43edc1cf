/* The cards that are news, told again on the table: one after another, at the reader's pace. */
"use strict";

(() => {
  const PAUSE = 1200; // milliseconds a card, while they are shown one after another
  let step = 0; // how many of the new cards lie on the table; 0 while the table is shown as it is
  let present = null; // the trick as it is, while an earlier moment is shown
  let timer = 0;
  let wasAway = true; // since the table was last shown anew

  const byId = (id) => document.getElementById(id);
  const bar = () => byId("retell");
  const templates = () => [...bar().querySelectorAll("template[data-step]")];
  const event = (key) => document.querySelector(`#table .event[data-key="${key}"]`);

  /* Offered to who comes to the table (the page shows it by itself) or back to it; not to who has seen the cards come. */
  function prepare() {
    stop();
    step = 0;
    present = null;
    if (bar() && wasAway && templates().length > 1) { bar().hidden = false; note(""); }
    wasAway = document.hidden;
  }

  function note(words) {
    const line = bar().querySelector("[data-retell-words]");
    line.dataset.first ??= line.textContent;
    line.textContent = words ? `${words} (${step}/${templates().length})` : line.dataset.first;
    byId("retell-back").disabled = step < 2;
    byId("retell-forward").disabled = step >= templates().length;
    byId("retell-end").disabled = step === 0;
  }

  function mark(key) {
    for (const told of document.querySelectorAll("#table .event[aria-current]")) told.removeAttribute("aria-current");
    if (key && event(key)) event(key).setAttribute("aria-current", "step");
  }

  function show(number) {
    const steps = templates();
    if (number < 1 || number > steps.length) return;
    const trick = document.querySelector("#table .felt .trick");
    present ??= trick.cloneNode(true);
    step = number;
    const { step: key } = steps[step - 1].dataset;
    const cards = [...trick.querySelectorAll(".played use")].map((use) => use.getAttribute("href").split("#")[1]);
    trick.classList.remove("is-past");
    trick.replaceChildren(steps[step - 1].content.cloneNode(true));
    window.polignac.lay(new Set(cards), new Map());
    mark(key);
    const words = event(key) ? window.polignac.words(event(key).querySelector(".event-words")) : "";
    note(words);
    window.polignac.announce(words);
  }

  function toNow() {
    stop();
    if (present) document.querySelector("#table .felt .trick").replaceWith(present);
    present = null;
    step = 0;
    mark("");
    note("");
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    name();
  }

  function name() {
    const button = byId("retell-play");
    if (!button) return;
    button.textContent = timer ? button.dataset.stop : button.dataset.play;
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }

  function play() {
    if (step >= templates().length) step = 0;
    show(step + 1);
    timer = setInterval(() => {
      if (step < templates().length) show(step + 1);
      else toNow();
    }, PAUSE);
    name();
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("#retell button");
    if (!button) return;
    if (button.id === "retell-play") { if (timer) stop(); else play(); return; }
    stop();
    if (button.id === "retell-back") show(step - 1);
    else if (button.id === "retell-forward") show(step + 1);
    else toNow();
    if (button.disabled) byId("retell-play").focus();
  });
  document.addEventListener("DOMContentLoaded", prepare);
  document.addEventListener("visibilitychange", () => { wasAway ||= document.hidden; });
  document.addEventListener("htmx:beforeSwap", stop);
  document.addEventListener("htmx:afterSettle", prepare);
})();
