/* Keeps the shell of the site, and the games its reader has opened, for when there is no network. What is kept of a
   reader goes when they sign out or somebody signs in. Nothing else passes through here. */
"use strict";

const SHELL = "shell-{{ version }}";
const MINE = "mine"; // pages of the reader: their games
const OFFLINE = "{% url 'games:offline' %}";
const FILES = [{% for file in shell %}"{{ file|escapejs }}", {% endfor %}new Request(OFFLINE, { credentials: "omit" })];
const ICON = "{{ icon|escapejs }}";
const IS_FOR_GOOD = {{ is_for_good|yesno:"true,false" }};
const MOST_KEPT = 40; // pages
const KEPT = /^\/games(\/[A-Za-z0-9]{10})?$/;
const CHANGES_READER = /^\/account\/(login|logout|signup|2fa\/authenticate|sessions)\b/;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== SHELL && name !== MINE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && CHANGES_READER.test(url.pathname)) event.waitUntil(caches.delete(MINE));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("{{ static_root|escapejs }}")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url.pathname));
});

async function file(request) {
  const kept = await caches.match(request);
  if (kept && IS_FOR_GOOD) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function page(request, path) {
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    return (await keptPage(path)) ?? caches.match(OFFLINE);
  }
  if (answer.ok && path.startsWith("/account/login")) await caches.delete(MINE); // their session is over
  else if (answer.ok && KEPT.test(path)) await keep(path, answer.clone());
  else if (answer.status === 404 && KEPT.test(path)) await (await caches.open(MINE)).delete(path);
  return answer;
}

/* A page says when it was kept, so that its script can say so. */
async function keep(path, answer) {
  const html = (await answer.text()).replace("<body ", `<body data-kept="${new Date().toISOString()}" `);
  const mine = await caches.open(MINE);
  await mine.delete(path); // the newest stand last
  await mine.put(path, new Response(html, { headers: answer.headers }));
  const kept = await mine.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_KEPT)).map((old) => mine.delete(old)));
}

async function keptPage(path) {
  return KEPT.test(path) ? (await caches.open(MINE)).match(path) : undefined;
}

/* A notice: it takes the place of an earlier one of the same game. What it says is from the site, encrypted on the way. */
addEventListener("push", (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* not from us; but a push has to show something */ }
  const { title = "Polignac", body = "", tag = "polignac", url = "/games" } = told;
  const options = { body, tag, renotify: true, data: { url }, icon: ICON, badge: ICON };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url ?? "/games", location.origin)));
});

/* The page is opened where it is open already, and never one of another site. */
async function open(url) {
  const path = url.origin === location.origin ? url.href : new URL("/games", location.origin).href;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url.split("#")[0] === path);
  return there ? there.focus() : clients.openWindow(path);
}
