"""What a player needs to check the deals and the log of a game with a program of their own (``docs/fair-deals.md``)."""

from __future__ import annotations

from typing import Any

from games import chain, log
from games.engine.cards import cards_in, text_of
from games.models import Commitment, Reveal

from .looking import find_seen

DEALS_FORMAT = "polignac-deals/1"


def deals_of(*, slug: str, user: Any) -> dict[str, Any]:
    """Return the commitment, the nonces and, for each hand that is over, its seed and how it was dealt.

    :raises NoSuchGame: if there is none that *user* may see.
    """
    table = find_seen(slug, user)
    game = table.game
    commitment = Commitment.objects.defer("root").get(game=game)
    seeds = dict(Reveal.objects.filter(game=game).values_list("hand_number", "seed"))
    return {
        "format": DEALS_FORMAT,
        "algorithm": commitment.algorithm,
        "game": game.slug,
        "players": game.players,
        "commitment": commitment.commitment,
        "hands": commitment.hands,
        "nonces": [{"nonce": seat.nonce, "is_own": seat.nonce_is_own} for seat in table.seats],
        "deals": [
            {
                "hand": hand.number,
                "seed": seeds[hand.number],
                "dealer": hand.state.dealer,
                "held": [text_of(cards_in(held)) for held in hand.start.dealt],
            }
            for hand in log.read_game(game)
            if hand.number in seeds
        ],
    }


def log_of(*, slug: str, user: Any) -> dict[str, Any]:
    """Return the log as the digests cover it: of each entry the canonical bytes, as text, and its digest.

    :raises NoSuchGame: if there is none that *user* may see.
    """
    game = find_seen(slug, user).game
    return {
        "format": chain.FORMAT,
        "game": game.slug,
        "head": game.head,
        "entries": [
            {"entry": canonical.decode("ascii"), "digest": row.digest} for row, canonical in log.read_entries(game)
        ],
    }
