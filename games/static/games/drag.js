/* A card is dragged to the felt and so played: at once with a mouse or a pen, after a moment's hold with a finger, so
   that the page still scrolls under it. Let go anywhere else, it goes back. */
"use strict";

(() => {
  const BEGINS_AFTER = 6; // pixels
  const HOLD = 250; // milliseconds
  let drag = null; // { button, id, x, y, isLifted, timer }

  const felt = () => document.querySelector("#table .felt");
  const isOver = ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = felt().getBoundingClientRect();
    return x > left && x < right && y > top && y < bottom;
  };
  const distance = ({ clientX, clientY }) => Math.hypot(clientX - drag.x, clientY - drag.y);

  function lift() {
    drag.isLifted = true;
    drag.button.classList.add("is-dragged");
    drag.button.setPointerCapture(drag.id);
  }

  /* Put the card down; where it is played it lies where it was let go, until the table is shown anew. */
  function putDown(isPlayed = false) {
    if (!drag) return;
    const { button, timer } = drag;
    clearTimeout(timer);
    drag = null;
    button.classList.remove("is-dragged");
    felt()?.classList.remove("is-target");
    if (!isPlayed) button.style.translate = "";
  }

  document.addEventListener("pointerdown", (event) => {
    putDown(); // a second finger ends it
    const button = event.target.closest?.("[data-held] [data-card]");
    if (!button || event.button !== 0 || !event.isPrimary || !felt()) return;
    drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, isLifted: false, timer: 0 };
    if (event.pointerType === "touch") drag.timer = setTimeout(lift, HOLD);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.button.isConnected) { putDown(); return; } // the table was shown anew under it
    if (!drag.isLifted) {
      if (distance(event) < BEGINS_AFTER) return;
      if (event.pointerType === "touch") { putDown(); return; } // it scrolls
      lift();
    }
    drag.button.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    felt().classList.toggle("is-target", isOver(event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const isTap = !drag.isLifted || distance(event) < BEGINS_AFTER; // perhaps a slow one
    if (isTap || !drag.button.isConnected) { putDown(); return; }
    addEventListener("click", stop, true); // the click that follows is none
    setTimeout(() => removeEventListener("click", stop, true));
    const { button } = drag;
    const isPlayed = isOver(event);
    putDown(isPlayed);
    if (isPlayed) setTimeout(() => window.polignac.hand.drop(button.value));
  });

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  document.addEventListener("pointercancel", () => putDown());
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") putDown(); });
  document.addEventListener("contextmenu", (event) => { if (drag?.isLifted) event.preventDefault(); });
  document.addEventListener("touchmove", (event) => { if (drag?.isLifted && event.cancelable) event.preventDefault(); }, { passive: false });
  for (const failed of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(failed, () => {
      for (const button of document.querySelectorAll("[data-held] [data-card]")) button.style.translate = "";
    });
  }
})();
