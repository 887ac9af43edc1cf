/* Cards glide to the table, and tricks to their taker; nothing moves for who prefers that. */
"use strict";

(() => {
  const TO_TABLE = { duration: 380, easing: "cubic-bezier(.2,.8,.3,1)" };
  const TO_TAKER = { duration: 520, easing: "cubic-bezier(.5,0,.7,.4)", fill: "forwards" };
  let before = null; // cards on the table and held, as pictures with their places, when a swap began

  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  const table = () => document.getElementById("table");
  const cardOf = (element) => element.querySelector("use")?.getAttribute("href").split("#")[1];
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

  function placesOf(selector) {
    const found = [...table().querySelectorAll(selector)].map((card) => [cardOf(card), card]);
    return new Map(found.map(([name, card]) => [name, { card, place: card.getBoundingClientRect() }]));
  }

  function from(place, to) {
    const [x, y] = middle(place);
    const [toX, toY] = middle(to);
    return `translate(${x - toX}px, ${y - toY}px)`;
  }

  /* Lay each card of the trick that was not there before, from where it was held or from its player's seat. */
  function lay(known, held) {
    if (isStill()) return;
    for (const played of table().querySelectorAll(".felt .played")) {
      const name = cardOf(played);
      if (known.has(name)) continue;
      const card = played.querySelector(".card");
      const at = [...played.classList].find((word) => /^at-\d$/.test(word));
      const start = held.get(name)?.place ?? table().querySelector(`.seat.${at} .disc`)?.getBoundingClientRect();
      if (start) card.animate([{ transform: `${from(start, card.getBoundingClientRect())} scale(.8)` }, {}], TO_TABLE);
    }
  }

  /* Cards that have left the table go to who took them. */
  function take(known) {
    const now = placesOf(".felt .played .card");
    const gone = [...known].filter(([name]) => !now.has(name));
    const at = table().dataset.taker;
    const seat = at && table().querySelector(`.seat.at-${at} .disc`);
    if (isStill() || !seat || !gone.length) return;
    for (const [, { card, place }] of gone) {
      const ghost = card.cloneNode(true);
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      Object.assign(ghost.style, { left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px` });
      document.body.append(ghost);
      const away = from(seat.getBoundingClientRect(), place);
      ghost.animate([{}, { transform: `${away} scale(.3)`, opacity: 0 }], TO_TAKER).finished.finally(() => ghost.remove());
    }
  }

  function onBeforeSwap() {
    if (table()) before = { laid: placesOf(".felt .played .card"), held: placesOf(".held-card .card") };
  }

  function onAfterSettle() {
    if (!before || !table()) return;
    take(before.laid);
    lay(before.laid, before.held);
    before = null;
  }

  window.polignac = { ...window.polignac, lay };
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSettle", onAfterSettle);
})();
