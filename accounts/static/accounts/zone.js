/* The time zone of this browser: filled into forms that ask for a guess as they are sent, offered where one chooses.
   Not sooner, for asking a browser for its zone the first time takes it as long as all our other scripts together. */
"use strict";

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

function guessZone({ target }) {
  for (const input of target.querySelectorAll("[data-zone-guess]")) input.value = zoneOfBrowser();
}

function offerZone() {
  const offer = document.querySelector("[data-zone-offer]");
  const select = document.querySelector("select[name='time_zone']");
  if (!offer || !select) return;
  const zone = zoneOfBrowser();
  if (!zone || select.value === zone) return;
  if (!Array.from(select.options).some((option) => option.value === zone)) return;
  offer.querySelector("[data-zone-name]").textContent = zone.replaceAll("_", " ");
  offer.hidden = false;
  offer.querySelector("button").addEventListener("click", () => {
    select.value = zone;
    offer.hidden = true;
    select.focus();
  });
}

document.addEventListener("submit", guessZone, { capture: true }); // before anything else reads the form
document.addEventListener("DOMContentLoaded", offerZone);
