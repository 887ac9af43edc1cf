// Checks the deals and the log of a game in the reader's own browser: docs/fair-deals.md says what is computed.
// The page has a button [data-check] with the addresses of both documents, and an empty list [data-findings].
"use strict";

const ALGORITHM = "polignac-deal/1";
const WORDS = 2 ** 32;
const ascii = new TextEncoder();

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function packFor(players) {
  const cards = [..."SHDC"].flatMap((suit) => [..."789TAJQK"].map((rank) => rank + suit));
  return players === 4 ? cards : cards.filter((card) => card !== "7S" && card !== "7C");
}

// Words of 32 bits: block i is HMAC-SHA256 of the label and i as 8 bytes, big-endian.
async function* wordsOf(seed, label) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setUint32(4, block);
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, joined(label, counter)));
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

async function draw(stream, below) {
  for (;;) {
    const word = (await stream.next()).value;
    if (word < WORDS - (WORDS % below)) return word % below;
  }
}

async function shuffleHand(seed, game, hand, nonces, players) {
  const label = ascii.encode(`${ALGORITHM}\n${game}\n${hand}\n${nonces.join(",")}\n`);
  const stream = wordsOf(seed, label);
  const cards = packFor(players);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const place = await draw(stream, last + 1);
    [cards[last], cards[place]] = [cards[place], cards[last]];
  }
  const size = cards.length / players;
  const held = Array.from({ length: players }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));
  return { held, lot: await draw(stream, players) };
}

const sameCards = (cards, text) => [...cards].sort().join(" ") === text.split(" ").sort().join(" ");

// Yields [what, hand]: "seed", "cards" or "dealer" of a hand is not as promised.
async function* faultsOfDeals(deals) {
  if (deals.algorithm !== ALGORITHM) throw new Error(deals.algorithm);
  const nonces = deals.nonces.map((seat) => seat.nonce);
  let dealer = null;
  for (const [index, deal] of deals.deals.entries()) {
    if (deal.hand !== index + 1) {
      yield ["seed", index + 1];
      return;
    }
    const seed = bytesOf(deal.seed);
    let link = seed;
    for (let step = 0; step < deal.hand; step += 1) link = await sha256(link);
    if (hexOf(link) !== deals.commitment) yield ["seed", deal.hand];
    const { held, lot } = await shuffleHand(seed, deals.game, deal.hand, nonces, deals.players);
    if (deal.held.length !== held.length || !held.every((cards, seat) => sameCards(cards, deal.held[seat]))) yield ["cards", deal.hand];
    const expected = dealer === null ? lot : (dealer + 1) % deals.players;
    if (deal.dealer !== expected) yield ["dealer", deal.hand];
    dealer = deal.dealer;
  }
}

// Whether an entry of the log says the same as the deals, as far as both speak of it.
function agree(entry, deals) {
  const deal = deals.deals.find(({ hand }) => hand === entry.hand);
  switch (entry.kind) {
    case "commitment":
      return ["commitment", "game", "algorithm"].every((name) => entry[name] === deals[name])
        && entry.rules.players === deals.players;
    case "hand":
      return !deal || entry.dealer === deal.dealer;
    case "reveal":
      return deal?.seed === entry.seed;
    default:
      return true;
  }
}

// Yields ["log", number] where an entry is not what its digest or the deals say, ["nonces", ""] where the players'
// numbers are others, and ["kept", ""] where a digest kept is missing.
async function* faultsOfLog(log, deals, kept) {
  let digest = new Uint8Array(0);
  const digests = [];
  const nonces = Array(deals.players).fill("");
  for (const [number, row] of log.entries.entries()) {
    digest = await sha256(joined(digest, ascii.encode(row.entry)));
    digests.push(hexOf(digest));
    const entry = JSON.parse(row.entry);
    if (entry.kind === "sitting" && entry.hand === 0) nonces[entry.seat] = entry.nonce;
    if (row.digest !== digests[number] || entry.entry !== number || !agree(entry, deals)) yield ["log", number];
  }
  if (log.head !== digests.at(-1)) yield ["log", digests.length];
  if (nonces.join() !== deals.nonces.map((seat) => seat.nonce).join()) yield ["nonces", ""];
  if (kept && !digests.includes(kept)) yield ["kept", ""];
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function check(button, list) {
  const say = (words, kind) => {
    const item = document.createElement("li");
    item.textContent = words;
    item.className = kind;
    list.append(item);
  };
  list.replaceChildren();
  button.disabled = true;
  const words = button.dataset;
  try {
    const [deals, log] = [await fetched(words.deals), await fetched(words.log)];
    const kept = document.querySelector("[data-kept]")?.value.trim().toLowerCase();
    let faults = 0;
    const told = { ...words, log: words.entry, kept: words.lost };
    for (const found of [faultsOfDeals(deals), faultsOfLog(log, deals, kept)]) {
      for await (const [what, number] of found) {
        faults += 1;
        say(told[what].replace("%", number), "error");
      }
    }
    if (!faults) say(words.good.replace("%", deals.deals.length).replace("%", log.entries.length), "success");
  } catch (error) {
    say(words.failed, "error");
  }
  button.disabled = false;
}

if (typeof document !== "undefined") {
  const button = document.querySelector("[data-check]");
  const list = document.querySelector("[data-findings]");
  if (button && list && globalThis.crypto?.subtle) {
    button.hidden = false;
    button.addEventListener("click", () => check(button, list));
  }
}
if (typeof module !== "undefined") module.exports = { shuffleHand, faultsOfDeals, faultsOfLog };
