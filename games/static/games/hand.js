/* The cards held: choose one, then play it, or play it at once; by finger, mouse or keyboard; with a moment to take it
   back, for who wants one. */
"use strict";

(() => {
  const TO_TAKE_BACK = 3; // seconds
  const TO_TYPE = 1500; // milliseconds between the letters of a card
  let chosen = null; // the card chosen and not yet played, as "JS"
  let left = 0; // seconds until the chosen card is sent by itself; 0 while it waits for its player
  let ticking = 0;
  let typed = "";
  let typedAt = 0;

  const byId = (id) => document.getElementById(id);
  const form = () => document.querySelector("[data-held]");
  const wants = (what) => form()?.hasAttribute(`data-${what}`);

  function choose(card) {
    stopTicking();
    const held = form();
    if (!held) { chosen = null; return; }
    chosen = card;
    for (const button of held.querySelectorAll("[data-card]")) {
      button.setAttribute("aria-pressed", String(button.value === card));
      if (button.value !== card) button.style.translate = ""; // where `drag.js` had put it
    }
    held.querySelector("[data-play-bar]").hidden = card === null;
    say("");
    if (card === null) return;
    const play = held.querySelector("[data-play-chosen]");
    play.value = card;
    const mini = byId(`card-${card}`).querySelector("[data-mini]");
    play.querySelector("[data-chosen]").replaceChildren(...mini.cloneNode(true).childNodes);
  }

  function say(reason) {
    const line = document.querySelector("[data-reason-line]");
    if (line) line.textContent = reason;
  }

  /* Play the chosen card, after the moment to take it back where there is one. */
  function play() {
    if (!wants("take-back") || ticking) { send(); return; }
    left = TO_TAKE_BACK;
    ticking = setInterval(() => { left -= 1; if (left > 0) count(); else send(); }, 1000);
    count();
    say(form().dataset.takeBackWords.replace("%s", byId(`card-${chosen}`).querySelector(".visually-hidden").textContent));
  }

  function count() {
    const note = document.querySelector("[data-left-to-take-back]");
    if (note) note.textContent = ticking ? `(${left})` : "";
  }

  function stopTicking() {
    clearInterval(ticking);
    ticking = 0;
    count();
  }

  function send() {
    stopTicking();
    const button = byId("play-chosen");
    if (!button) return;
    button.dataset.isSent = "";
    button.click();
    delete button.dataset.isSent;
  }

  function onClick(event) {
    const card = event.target.closest("[data-card]");
    if (card) {
      event.preventDefault();
      event.stopPropagation();
      const isOut = card.value === chosen;
      choose(isOut ? null : card.value);
      if (isOut) return;
      if (wants("one-tap")) play();
      byId("play-chosen").scrollIntoView({ block: "nearest" });
      return;
    }
    const confirms = event.target.closest("[data-play-chosen]");
    if (confirms) { // sent by the browser itself: a click made from within a key's own click would do nothing
      if (!wants("take-back") || ticking || "isSent" in confirms.dataset) { stopTicking(); return; }
      event.preventDefault();
      event.stopPropagation();
      play();
      return;
    }
    const refused = event.target.closest("[data-reason]");
    if (refused) { choose(null); say(refused.dataset.reason); return; }
    if (event.target.closest("[data-put-back]")) putBack();
  }

  function putBack() {
    const back = byId(`card-${chosen}`);
    choose(null);
    if (back) back.focus();
  }

  /* Arrows walk through the cards held, a rank and a suit go to one, Enter chooses it and then plays it, Escape puts it
     back. */
  function onKey(event) {
    if (event.key === "Escape" && chosen) { putBack(); return; }
    const held = event.target.closest?.(".held-cards");
    if (!held || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && chosen && event.target.value === chosen) {
      event.preventDefault();
      play();
      return;
    }
    const buttons = [...held.querySelectorAll("button")];
    const here = buttons.indexOf(document.activeElement);
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next !== undefined) {
      if (buttons[next]) { buttons[next].focus(); event.preventDefault(); }
    } else if (event.key.length === 1 && event.key !== " ") type(event.key, buttons);
  }

  function type(letter, buttons) {
    const now = Date.now();
    typed = (now - typedAt < TO_TYPE ? typed : "") + letter.toLowerCase();
    typedAt = now;
    const found = buttons.find((button) => typed.endsWith(button.dataset.keys.toLowerCase()));
    if (!found) return;
    typed = "";
    found.focus();
    if (found.matches("[data-card]") && found.value !== chosen) choose(found.value);
  }

  function onFocus(event) {
    const refused = event.target.closest("[data-reason]");
    if (refused && refused.matches(":focus-visible")) say(refused.dataset.reason);
    else if (event.target.closest("[data-card]") && !ticking) say("");
  }

  /* The table was shown anew: what was chosen stays so, if it may still be played. */
  function keep(card, isSameHand) {
    const wasTicking = ticking && card === chosen;
    const still = isSameHand && card && form()?.querySelector(`#card-${card}[data-card]`);
    if (still && wasTicking) {
      const seconds = left;
      choose(card);
      play();
      left = seconds;
      count();
    } else choose(still ? card : null);
  }

  /* A card was let go over the felt: it is chosen and confirmed in one. */
  function drop(card) {
    choose(card);
    play();
  }

  window.polignac = { ...window.polignac, hand: { chosen: () => chosen, keep, drop } };
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("visibilitychange", () => { if (document.hidden && ticking) send(); }); // gone, having played
})();
