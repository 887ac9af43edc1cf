/* The arrow keys step through a hand. */
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = { ArrowLeft: "[data-step-back]", ArrowRight: "[data-step-forward]" }[event.key];
  const step = link && document.querySelector(link);
  if (step) { event.preventDefault(); window.location.assign(step.href); }
});
