#!/usr/bin/env python3
"""Check the deals, and the log, of a game of Polignac. One file, the standard library only, nothing of the site.

    verify_deals.py deals.json [log.json] [--head DIGEST]

deals.json is what ``GET /api/v1/games/<slug>/deals`` gave, log.json what ``…/log`` gave; --head is a digest you have
kept from an earlier answer or a mail. What is computed is described in docs/fair-deals.md. Exit status 0: all is as
promised; 1: something is not, and is said; 2: the files cannot be read.
"""

import argparse
import hashlib
import hmac
import json
import sys

ALGORITHM = "polignac-deal/1"


def pack(players):
    cards = [rank + suit for suit in "SHDC" for rank in "789TAJQK"]
    return cards if players == 4 else [card for card in cards if card not in ("7S", "7C")]


def words(seed, label):
    block = 0
    while True:
        digest = hmac.new(seed, label + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def draw(stream, below):
    while True:
        word = next(stream)
        if word < 2**32 - 2**32 % below:
            return word % below


def shuffle_hand(seed, game, hand, nonces, players):
    """Return each seat's cards and the seat drawn by lot."""
    label = f"{ALGORITHM}\n{game}\n{hand}\n{','.join(nonces)}\n".encode("ascii")
    stream = words(seed, label)
    cards = pack(players)
    for last in range(len(cards) - 1, 0, -1):
        place = draw(stream, last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    size = len(cards) // players
    return [cards[seat * size : (seat + 1) * size] for seat in range(players)], draw(stream, players)


def check_deals(deals):
    """Yield what is wrong with the deals."""
    if deals["algorithm"] != ALGORITHM:
        yield f"this program knows {ALGORITHM}, not {deals['algorithm']}"
        return
    players = deals["players"]
    if players not in (3, 4, 5, 6):
        raise ValueError(f"{players!r} players")
    nonces = [seat["nonce"] for seat in deals["nonces"]]
    dealer = None
    for number, deal in enumerate(deals["deals"], start=1):
        hand, seed = deal["hand"], bytes.fromhex(deal["seed"])
        if hand != number:
            yield f"hand {hand} stands where hand {number} should"
            return
        link = seed
        for _ in range(hand):
            link = hashlib.sha256(link).digest()
        if link.hex() != deals["commitment"]:
            yield f"hand {hand}: the seed is not the one committed to"
        held, lot = shuffle_hand(seed, deals["game"], hand, nonces, players)
        if [sorted(cards) for cards in held] != [sorted(text.split()) for text in deal["held"]]:
            yield f"hand {hand}: the seed deals other cards"
        expected = lot if dealer is None else (dealer + 1) % players
        if deal["dealer"] != expected:
            yield f"hand {hand}: the dealer should be seat {expected}, not {deal['dealer']}"
        dealer = deal["dealer"]


def check_log(log, head, deals):
    """Yield what is wrong with the log, and where it and the deals disagree."""
    digest, digests = b"", []
    for number, row in enumerate(log["entries"]):
        entry = json.loads(row["entry"])
        digest = hashlib.sha256(digest + row["entry"].encode("ascii")).digest()
        digests.append(digest.hex())
        if entry["entry"] != number:
            yield f"entry {number} calls itself {entry['entry']}: one is missing, doubled or exchanged"
        if digest.hex() != row["digest"]:
            yield f"entry {number}: its digest is not that of its bytes after the entry before"
    if not digests or digests[-1] != log["head"]:
        yield "the head is not the digest of the last entry"
    if head and head not in digests:
        yield "the digest you kept is not in this log: something before it has been changed"
    yield from compare([json.loads(row["entry"]) for row in log["entries"]], deals)


def compare(entries, deals):
    """Yield where the log and the deals disagree."""
    promised, nonces, dealers, seeds = None, [""] * deals["players"], {}, {}
    for entry in entries:
        if entry["kind"] == "commitment":
            promised = [entry["commitment"], entry["game"], entry["algorithm"], entry["rules"]["players"]]
        elif entry["kind"] == "sitting" and entry["hand"] == 0:
            nonces[entry["seat"]] = entry["nonce"]
        elif entry["kind"] == "hand":
            dealers[entry["hand"]] = entry["dealer"]
        elif entry["kind"] == "reveal":
            seeds[entry["hand"]] = entry["seed"]
    if promised != [deals[name] for name in ("commitment", "game", "algorithm", "players")]:
        yield "the log commits to something else than the deals"
    if nonces != [seat["nonce"] for seat in deals["nonces"]]:
        yield "the nonces in the log are not those of the deals"
    if seeds != {deal["hand"]: deal["seed"] for deal in deals["deals"]}:
        yield "the seeds revealed in the log are not those of the deals"
    if any(dealers.get(deal["hand"]) != deal["dealer"] for deal in deals["deals"]):
        yield "the dealers in the log are not those of the deals"


def main():
    parser = argparse.ArgumentParser(description="Check the deals, and the log, of a game of Polignac.")
    parser.add_argument("deals")
    parser.add_argument("log", nargs="?")
    parser.add_argument("--head", help="a digest you have kept")
    options = parser.parse_args()
    try:
        with open(options.deals, encoding="utf-8") as file:
            deals = json.load(file)
        log = None
        if options.log:
            with open(options.log, encoding="utf-8") as file:
                log = json.load(file)
        faults = list(check_deals(deals))
        if log is not None:
            faults += check_log(log, options.head, deals)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"cannot be read: {error!r}", file=sys.stderr)
        return 2
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        return 1
    hands = len(deals["deals"])
    entries = f", and a log of {len(log['entries'])} entries" if log is not None else ""
    print(f"Checked: {hands} {'hand' if hands == 1 else 'hands'} of game {deals['game']}{entries}. All as promised.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
