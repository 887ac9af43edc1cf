"""Documents of deals as the site gives them, from the engine; and the stand-alone program as a module."""

import hashlib
import importlib.util
import json
from pathlib import Path
from types import ModuleType

from games.engine.cards import text_of
from games.engine.deals import ALGORITHM, pack_and_lot, seed_chain
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import deal

PROGRAM = Path(__file__).parents[2] / "tools" / "verify_deals.py"
KNOWN_ANSWERS = json.loads((Path(__file__).parent / "known_answers.json").read_text())


def program() -> ModuleType:
    """Load ``tools/verify_deals.py``, which shares no code with the site."""
    spec = importlib.util.spec_from_file_location("verify_deals", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def deals_document(number: int, *, hands: int = 3) -> dict:
    """The deals of a made-up game, another for each *number*; 3 to 6 players in turn."""
    players = PLAYERS[number % len(PLAYERS)]
    rules = Rules(players=players, target=None, hands=hands)
    game = f"game{number:06}"
    nonces = [digest(f"nonce {number} {seat}").hex()[:32] for seat in range(players)]
    seeds = seed_chain(digest(f"root {number}"), hands)
    shuffled = [pack_and_lot(rules, seeds[k], game=game, hand=k, nonces=nonces) for k in range(1, hands + 1)]
    first = shuffled[0][1]
    return {
        "format": "polignac-deals/1",
        "algorithm": ALGORITHM,
        "game": game,
        "players": players,
        "commitment": seeds[0].hex(),
        "hands": hands,
        "nonces": [{"nonce": nonce, "is_own": True} for nonce in nonces],
        "deals": [
            {
                "hand": hand,
                "seed": seeds[hand].hex(),
                "dealer": (first + hand - 1) % players,
                "held": [text_of(sorted(cards)) for cards in deal(pack, players)],
            }
            for hand, (pack, _) in enumerate(shuffled, start=1)
        ],
    }
