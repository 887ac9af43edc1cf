/* The table with a script: what happens is read out, and nobody loses their place when the table is shown anew. */
"use strict";

(() => {
  let before = null; // what the table was when a swap began

  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden='true'], [data-unsaid]")) hidden.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  function announce(sentence) { byId("announcer").textContent = sentence; }

  function announceEvents(events) {
    const news = events.map((event) => words(event.querySelector(".event-words")));
    const sentence = byId("sentence");
    const coach = document.querySelector("#table [data-coach]"); // of a lesson
    if (!news.length && !coach) return;
    announce([...news, sentence ? sentence.textContent : "", coach ? words(coach) : ""].filter(Boolean).join(". "));
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
      hand: old.dataset.hand, chosen: window.polignac.hand.chosen(), hadFocus: old.contains(document.activeElement),
      folds: new Map([...old.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open])),
      keys: new Set([...old.querySelectorAll(".event[data-key]")].map((event) => event.dataset.key)),
    };
  }

  function onAfterSwap() {
    if (!before || !table()) return;
    const now = table();
    window.polignac.hand.keep(before.chosen, now.dataset.hand === before.hand);
    if (before.hadFocus && document.activeElement === document.body) byId("sentence").focus({ preventScroll: true });
    for (const [id, open] of before.folds) if (byId(id)) byId(id).open = open;
    announceNews(before.keys);
    before = null;
  }

  function outOfTouch(isOut) { byId("out-of-touch").hidden = !isOut; }

  window.polignac = { ...window.polignac, words, announce };
  document.addEventListener("DOMContentLoaded", announceSince);
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSettle", onAfterSwap);
  document.addEventListener("htmx:sendError", () => outOfTouch(true));
  document.addEventListener("htmx:responseError", () => outOfTouch(true));
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) outOfTouch(false); });
})();
