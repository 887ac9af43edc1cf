/* The table with a script: choose a card, then play it; follow the game without losing one's place. */
"use strict";

(() => {
  let chosen = null; // the card chosen and not yet played, as "JS"
  let before = null; // what the table was when a swap began

  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");
  const form = () => document.querySelector("[data-held]");

  function choose(card) {
    const held = form();
    if (!held) { chosen = null; return; }
    chosen = card;
    for (const button of held.querySelectorAll("[data-card]")) {
      button.setAttribute("aria-pressed", String(button.value === card));
    }
    const bar = held.querySelector("[data-play-bar]");
    const play = held.querySelector("[data-play-chosen]");
    bar.hidden = card === null;
    say("");
    if (card === null) return;
    play.value = card;
    const mini = byId(`card-${card}`).querySelector("[data-mini]");
    play.querySelector("[data-chosen]").replaceChildren(...mini.cloneNode(true).childNodes);
  }

  function say(reason) {
    const line = document.querySelector("[data-reason-line]");
    if (line) line.textContent = reason;
  }

  function onClick(event) {
    const card = event.target.closest("[data-card]");
    if (card) {
      event.preventDefault();
      event.stopPropagation();
      choose(card.value === chosen ? null : card.value);
      if (chosen) byId("play-chosen").scrollIntoView({ block: "nearest" });
      return;
    }
    const refused = event.target.closest("[data-reason]");
    if (refused) { choose(null); say(refused.dataset.reason); return; }
    if (event.target.closest("[data-put-back]")) {
      const back = byId(`card-${chosen}`);
      choose(null);
      if (back) back.focus();
    }
  }

  /* Arrows walk through the cards held; Escape puts the chosen one back. */
  function onKey(event) {
    if (event.key === "Escape" && chosen) { choose(null); return; }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const held = event.target.closest && event.target.closest(".held-cards");
    if (!step || !held) return;
    const buttons = [...held.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (next) { next.focus(); event.preventDefault(); }
  }

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden='true'], [data-unsaid]")) hidden.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  function announce(sentence) { byId("announcer").textContent = sentence; }

  function announceEvents(events) {
    const news = events.map((event) => words(event.querySelector(".event-words")));
    const sentence = byId("sentence");
    if (news.length) announce([...news, sentence ? sentence.textContent : ""].join(". "));
  }

  /* On coming to the table: what is news to its reader. The pause lets a screen reader notice the live region first. */
  function announceSince() {
    setTimeout(() => announceEvents([...document.querySelectorAll("#table .event.is-new")]), 600);
  }

  function announceNews(known) {
    const events = [...document.querySelectorAll("#table .event[data-key]")];
    announceEvents(events.filter((event) => !known.has(event.dataset.key)));
  }

  function onBeforeSwap() {
    const old = table();
    if (!old) return;
    before = {
      hand: old.dataset.hand, ply: old.dataset.ply, chosen, hadFocus: old.contains(document.activeElement),
      folds: new Map([...old.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open])),
      keys: new Set([...old.querySelectorAll(".event[data-key]")].map((event) => event.dataset.key)),
    };
  }

  function onAfterSwap() {
    if (!before || !table()) return;
    const now = table();
    const still = before.chosen && form() && form().querySelector(`#card-${before.chosen}[data-card]`);
    choose(still && now.dataset.hand === before.hand ? before.chosen : null);
    if (now.dataset.ply !== before.ply) now.classList.add("just-played");
    if (before.hadFocus && document.activeElement === document.body) byId("sentence").focus({ preventScroll: true });
    for (const [id, open] of before.folds) if (byId(id)) byId(id).open = open;
    announceNews(before.keys);
    before = null;
  }

  function outOfTouch(isOut) { byId("out-of-touch").hidden = !isOut; }

  window.polignac = { words, announce };
  document.addEventListener("DOMContentLoaded", announceSince);
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey);
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSettle", onAfterSwap);
  document.addEventListener("htmx:sendError", () => outOfTouch(true));
  document.addEventListener("htmx:responseError", () => outOfTouch(true));
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) outOfTouch(false); });
})();
