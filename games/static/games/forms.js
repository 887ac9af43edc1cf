/* Fields that matter only with a certain choice are shown with it: data-shown-with="clock=custom". */
"use strict";

(() => {
  function showFields() {
    for (const part of document.querySelectorAll("[data-shown-with]")) {
      const [name, value] = part.dataset.shownWith.split("=");
      const chosen = document.querySelector(`[name="${name}"]:checked`);
      part.hidden = !chosen || chosen.value !== value;
    }
  }
  document.addEventListener("DOMContentLoaded", showFields);
  document.addEventListener("change", showFields);
})();
