/* The time zone of this browser: filled into forms that ask for a guess, offered where one chooses. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const input of document.querySelectorAll("[data-zone-guess]")) input.value = zone;

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
});
