/* Without a network: says so, keeps the card played for when it is back, and sends it then. The number of turns waiting
   goes on the icon of the installed site. */
"use strict";

(() => {
  const NAME = "polignac.waiting"; // in this browser's storage: {address of "play": {ply, card, words}}
  const byId = (id) => document.getElementById(id);
  const note = () => byId("no-network");

  function waiting() {
    try { return JSON.parse(localStorage.getItem(NAME)) ?? {}; } catch { return {}; }
  }

  function setWaiting(all) {
    if (Object.keys(all).length) localStorage.setItem(NAME, JSON.stringify(all));
    else localStorage.removeItem(NAME);
  }

  function show(kind, words = "") {
    note().hidden = false;
    for (const part of note().querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== kind;
    const place = note().querySelector(`[data-part="${kind}"] [data-card-words]`);
    if (place) place.textContent = words;
  }

  function tell() {
    const { kept } = document.body.dataset;
    const mine = Object.values(waiting())[0];
    if (navigator.onLine && !kept) { note().hidden = true; return; }
    if (mine) { show("waiting", mine.words); return; }
    show("offline");
    const time = note().querySelector("[data-kept-at]");
    time.textContent = kept ? new Date(kept).toLocaleString(document.documentElement.lang) : "";
    time.parentElement.hidden = !kept;
  }

  /* A card that could not be sent, because there is no network, is kept. */
  function onSendError(event) {
    const form = event.target.closest?.("[data-held]");
    if (!form || form.method !== "post") return; // a lesson asks, and plays nothing
    const { ply, card } = event.detail.requestConfig.parameters;
    const words = byId(`card-${card}`)?.querySelector(".visually-hidden")?.textContent ?? card;
    setWaiting({ ...waiting(), [new URL(form.action).pathname]: { ply, card, words } });
    show("waiting", words);
  }

  async function send() {
    for (const [address, { ply, card, words }] of Object.entries(waiting())) {
      const token = document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";
      let answer;
      try {
        answer = await fetch(address, {
          method: "POST", body: new URLSearchParams({ ply, card }), headers: { "X-CSRFToken": token }, redirect: "manual",
        });
      } catch {
        return; // still none
      }
      const { [address]: _, ...others } = waiting();
      setWaiting(others);
      const isPlayed = answer.type === "opaqueredirect";
      sessionStorage.setItem(NAME, JSON.stringify({ kind: isPlayed ? "played" : "refused", words }));
      const table = address.replace(/\/play$/, "");
      if (location.pathname === table || location.pathname === "/games") location.reload();
      else tellOutcome();
    }
  }

  function tellOutcome() {
    const outcome = sessionStorage.getItem(NAME);
    if (!outcome || document.body.dataset.kept) return;
    sessionStorage.removeItem(NAME);
    const { kind, words } = JSON.parse(outcome);
    show(kind, words);
  }

  function setBadge() {
    const turns = Number(document.querySelector("[data-turns]")?.dataset.turns ?? 0);
    if (turns) navigator.setAppBadge?.(turns).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  }

  async function back() {
    if (Object.keys(waiting()).length) await send();
    else if (!document.body.dataset.kept) tell();
    else if (await isReachable()) location.reload(); // a reload for nothing would undo a click on a link
  }

  async function isReachable() {
    try {
      return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).ok;
    } catch {
      return false; // a browser takes any network for the whole of it
    }
  }

  document.addEventListener("htmx:sendError", onSendError);
  document.addEventListener("submit", ({ target }) => {
    if (/\/account\/(login|logout|signup)/.test(target.action)) localStorage.removeItem(NAME);
  });
  addEventListener("online", back);
  addEventListener("offline", tell);
  addEventListener("load", () => { // what is kept, and keeping more, comes after what the page shows
    tell();
    tellOutcome();
    setBadge();
    if (!document.body.dataset.kept && Object.keys(waiting()).length) send();
    navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // not over plain http, nor in every window
  });
})();
