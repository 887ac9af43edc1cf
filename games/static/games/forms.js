/* Fields that matter only with a certain choice are shown with it: data-shown-with="length=hands". A fold that belongs to
   one is opened with it: data-open-with="clock=custom". */
"use strict";

(() => {
  function showFields() {
    for (const part of document.querySelectorAll("[data-shown-with]")) {
      const [name, value] = part.dataset.shownWith.split("=");
      const chosen = document.querySelector(`[name="${name}"]:checked`);
      part.hidden = !chosen || chosen.value !== value;
    }
  }
  function openFold(event) {
    for (const fold of document.querySelectorAll("[data-open-with]")) {
      const [name, value] = fold.dataset.openWith.split("=");
      if (event.target.name === name) fold.open = event.target.value === value;
    }
  }
  document.addEventListener("change", openFold);
  document.addEventListener("DOMContentLoaded", showFields);
  document.addEventListener("change", showFields);
})();
