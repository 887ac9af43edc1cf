"""``manage.py verify-deal FILE…``: check deals downloaded from a game (docs/fair-deals.md).

The same is done by a page in the reader's browser and by tools/verify_deals.py, each with code of its own.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.cards import parse_cards
from games.engine.deals import ALGORITHM, is_committed, pack_and_lot
from games.engine.rules import Rules
from games.engine.shuffle import deal


class Command(BaseCommand):
    help = "Check downloaded deals: that each seed was committed to, and that it deals the cards and the dealer shown."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)

    def handle(self, *, files: list[Path], **options: Any) -> None:
        is_good = True
        for file in files:
            try:
                deals = json.loads(file.read_bytes())
                faults = faults_of(deals)
            except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                faults = [f"cannot be read as deals: {error!r}"]
            for fault in faults:
                self.stderr.write(f"{file}: {fault}")
            if faults:
                is_good = False
            else:
                self.stdout.write(f"{file}: {len(deals['deals'])} deals of game {deals['game']}, all as promised.")
        if not is_good:
            raise SystemExit(1)


def faults_of(deals: dict[str, Any]) -> list[str]:
    """Return what is wrong with the deals of a game, in words.

    :raises LookupError, TypeError, ValueError: if they are not of the form that the site gives.
    """
    if deals["algorithm"] != ALGORITHM:
        return [f"made by {deals['algorithm']}, which this version does not know"]
    rules = Rules(players=deals["players"])
    nonces = [seat["nonce"] for seat in deals["nonces"]]
    faults: list[str] = []
    dealer = None
    for number, shown in enumerate(deals["deals"], start=1):
        hand, seed = shown["hand"], bytes.fromhex(shown["seed"])
        if hand != number:
            return [*faults, f"hand {hand} stands where hand {number} should"]
        if not is_committed(seed, hand, bytes.fromhex(deals["commitment"])):
            faults.append(f"hand {hand}: the seed is not the one committed to")
        pack, lot = pack_and_lot(rules, seed, game=deals["game"], hand=hand, nonces=nonces)
        if [sorted(cards) for cards in deal(pack, rules.players)] != [sorted(parse_cards(t)) for t in shown["held"]]:
            faults.append(f"hand {hand}: the seed deals other cards")
        expected = lot if dealer is None else rules.left_of(dealer)
        if shown["dealer"] != expected:
            faults.append(f"hand {hand}: seat {expected} should have dealt, not seat {shown['dealer']}")
        dealer = shown["dealer"]
    return faults
