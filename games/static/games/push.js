/* Turns notices on in this browser: asks for leave, subscribes, and sends what the browser says with the form. */
"use strict";

(() => {
  const form = document.getElementById("push-form");
  if (!form) return;
  const button = form.querySelector("button");
  const say = (kind) => {
    for (const part of document.querySelectorAll("[data-push]")) part.hidden = part.dataset.push !== kind;
  };

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function nameOf() {
    const { brands, platform } = navigator.userAgentData ?? {};
    const brand = brands?.find((one) => !/not.a.brand|chromium/i.test(one.brand))?.brand;
    const agent = navigator.userAgent;
    const browser = brand ?? (agent.match(/Firefox|Edg|OPR|Chrome|Safari/)?.[0] ?? "");
    const system = platform ?? (agent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux/)?.[0] ?? "");
    return [browser, system].filter(Boolean).join(", ");
  }

  async function turnOn(event) {
    event.preventDefault();
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") { say("denied"); return; }
      const { pushManager } = await navigator.serviceWorker.ready;
      const key = bytes(form.dataset.key);
      const old = await pushManager.getSubscription();
      const isOurs = old && String(new Uint8Array(old.options.applicationServerKey ?? [])) === String(key);
      if (old && !isOurs) await old.unsubscribe();
      const found = isOurs ? old : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const { endpoint, keys } = found.toJSON();
      for (const [name, value] of Object.entries({ endpoint, ...keys, name: nameOf() })) form.elements[name].value = value;
      form.submit();
    } catch {
      say("failed");
    } finally {
      button.disabled = false;
    }
  }

  async function begin() {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) { say("unknown"); return; }
    form.hidden = false;
    form.addEventListener("submit", turnOn);
    say(Notification.permission === "denied" ? "denied" : "");
    const registration = await navigator.serviceWorker.getRegistration();
    const mine = (await registration?.pushManager.getSubscription())?.endpoint;
    for (const row of document.querySelectorAll("[data-endpoint]")) {
      const isHere = row.dataset.endpoint === mine;
      row.querySelector("[data-here]").hidden = !isHere;
      if (isHere) form.hidden = true;
    }
  }

  begin();
})();
