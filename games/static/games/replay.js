/* The arrow keys step through a hand, and "play" steps by itself. A review that is being made is asked for until it is there. */
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = { ArrowLeft: "[data-step-back]", ArrowRight: "[data-step-forward]" }[event.key];
  const step = link && document.querySelector(link);
  if (step) { event.preventDefault(); window.location.assign(step.href); }
});

/* While it plays, the address says so, and each page leads to the next. What has the focus then is what stops it. */
const PAUSE = 1600; // milliseconds a step
const PLAYS = "#play";
const player = document.getElementById("replay-play");
const next = document.querySelector("[data-step-forward]");
let timer = 0;

function playOn(isOn) {
  clearTimeout(timer);
  player.dataset.play ??= player.textContent;
  player.textContent = isOn ? player.dataset.stop : player.dataset.play;
  player.setAttribute("aria-pressed", String(isOn));
  if (isOn) timer = setTimeout(() => window.location.assign(new URL(next.href).pathname + PLAYS), PAUSE);
  else history.replaceState(null, "", window.location.pathname);
}

if (player && next) {
  player.hidden = false;
  player.addEventListener("click", () => playOn(player.getAttribute("aria-pressed") !== "true"));
  if (window.location.hash === PLAYS) { player.focus(); playOn(true); }
}

let looksLeft = 20;

/* This page as it is now, or null: parsed by the browser, which runs none of its scripts. */
function fetchPage() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", window.location.pathname);
    request.responseType = "document";
    request.onload = () => resolve(request.status === 200 ? request.response : null);
    request.onerror = () => resolve(null);
    request.send();
  });
}

async function lookForReview() {
  const waiting = document.querySelector("[data-review-waiting]");
  if (!waiting || looksLeft-- === 0) return;
  const page = await fetchPage();
  const review = page?.getElementById("review");
  if (review && !review.hasAttribute("data-review-waiting")) {
    waiting.replaceWith(review);
    const play = page.querySelector(".review-play");
    if (play) document.querySelector(".replay-buttons").after(play);
  } else {
    setTimeout(lookForReview, 2000);
  }
}

setTimeout(lookForReview, 2000);
