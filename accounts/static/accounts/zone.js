/* The time zone of this browser: filled into forms that ask for a guess, offered where one chooses. */
"use strict";

function guessZone({ target }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const input of target.querySelectorAll("[data-zone-guess]")) input.value = zone;

  const offer = document.querySelector("[data-zone-offer]");
  const select = document.querySelector("select[name='time_zone']");
  if (!offer || !select || select.value === zone) return;
  if (!Array.from(select.options).some((option) => option.value === zone)) return;
  offer.querySelector("[data-zone-name]").textContent = zone.replaceAll("_", " ");
  offer.hidden = false;
  offer.querySelector("button").addEventListener("click", () => {
    select.value = zone;
    offer.hidden = true;
    select.focus();
  });
}

document.addEventListener("DOMContentLoaded", guessZone);
document.addEventListener("htmx:load", guessZone); // a part of a page
