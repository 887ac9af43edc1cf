/* Comforts for pages that work without them: times in the reader's zone, how much of it is left, copying a link. */
"use strict";

(() => {
  const language = document.documentElement.lang || "en";
  const locale = language === "en" ? "en-GB" : language; // times as the pages write them: Mon 30 Nov 18:40
  const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

  /* "1 day 4 hr": the two largest units, which is all one wants to know of a deadline. As games.words has it. */
  function length(seconds) {
    const parts = [];
    for (const [unit, size] of UNITS) {
      const number = Math.floor(seconds / size);
      seconds -= number * size;
      const isLess = unit === "minute" && !number && !parts.length; // than a minute
      if (number || isLess) {
        const unitDisplay = unit === "day" ? "long" : "short";
        const written = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay }).format(number || 1);
        parts.push(isLess ? `< ${written}` : written);
      }
    }
    return parts.slice(0, 2).join(" ");
  }

  /* By how much the clock of this device is ahead of the site's, in milliseconds: the deadlines are the site's. What it
     took to load the page is not told from that, so that less than a minute counts for nothing. */
  const { now, kept } = document.body.dataset;
  const apart = now && !kept ? Date.now() - Date.parse(now) : 0;
  const isNew = now && !kept; // the page has just been written: what time is left stands in it
  const ahead = Math.abs(apart) < 60000 ? 0 : apart;

  function showLeft(note, date) {
    const seconds = (date - Date.now() + ahead) / 1000;
    note.textContent = seconds > 0 ? note.dataset.left.replace("%s", length(seconds)) : note.dataset.past;
  }

  /* Made when it is first needed, and once: that costs a browser more than all the times of a page. */
  let formats = null;

  function written(date) {
    formats ??= [
      new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" }),
      new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }),
    ];
    const [day, time] = formats.map((format) => format.format(date));
    const first = language === "fr" && date.getDate() === 1; // le 1er
    return `${first ? day.replace(/\b1\b/, "1er") : day.replace(",", "")} ${time}`;
  }

  function showTimes(root, { left = true } = {}) {
    for (const time of root.querySelectorAll("time[datetime]")) {
      const date = new Date(time.dateTime);
      if (Number.isNaN(date.getTime())) continue;
      if (document.documentElement.hasAttribute("data-guess-zone") && time.hasAttribute("data-zoned")) {
        time.textContent = written(date);
      }
      const note = time.closest("[data-when]")?.querySelector("[data-left]");
      if (note && left) showLeft(note, date);
    }
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.value);
    } catch {
      source.select(); // no permission, or no secure context: select, so that one key copies
      return;
    }
    button.querySelector("[data-label]").textContent = button.dataset.done;
  }

  /* By the share sheet of the device: not taken when it is closed again. */
  function send(button) {
    navigator.share({ title: document.title, url: document.getElementById(button.dataset.share).value }).catch(() => {});
  }

  /* What this player adds to the shuffles is drawn here, where the site has no say: docs/fair-deals.md. */
  function drawNonce(field) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function prepare(root, { left = false } = {}) {
    showTimes(root, { left });
    for (const field of root.querySelectorAll("input[data-nonce]")) drawNonce(field);
    for (const button of root.querySelectorAll("[data-copy], [data-print]")) button.hidden = false; // they need a script
    for (const button of root.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  }

  document.addEventListener("DOMContentLoaded", () => prepare(document, { left: !isNew }));
  document.addEventListener("htmx:load", (event) => prepare(event.target));
  document.addEventListener("click", (event) => {
    const copier = event.target.closest("[data-copy]");
    if (copier) copy(copier);
    const sender = event.target.closest("[data-share]");
    if (sender) send(sender);
    if (event.target.closest("[data-print]")) window.print();
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  setInterval(() => showTimes(document), 30000);
})();
