"""The chain of digests through the log of a game.

Digest *n* is SHA-256 over digest *n* - 1 (nothing before entry 0) and the canonical bytes of entry *n*: compact ASCII
JSON with sorted keys. The bytes hold everything that was public when the entry was written, and never a pack or a seed
that was still hidden: a digest, which every player may see, must not depend on cards they may not know.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from . import sql
from .engine.rules import Rules
from .models import Commitment, Game, Hand, LogEntry, Move, Reveal, Sitting
from .models.game import DEFAULT_TURNS_TO_MISS

FORMAT = "polignac-log/1"
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def append(game: Game, row: LogEntry, **public: Any) -> None:
    """Write *row* as the next entry of *game*, whose copies of the head it moves on (saved with the deed).

    *public* is what the row itself does not hold: the number of a move's hand.

    :raises IntegrityError: if a constraint of the log forbids the row.
    """
    row.entry = game.entries
    row.digest = digest_of(game.head, canonical(row, **public))
    if isinstance(row, Move):
        sql.insert([row])  # the one that comes with every card, and whose key nobody asks for
    else:
        row.save(force_insert=True)
    game.entries += 1
    game.head = row.digest


def digest_of(before: str, entry: bytes) -> str:
    """Return the digest, hexadecimal, of an entry after the one with the digest *before* ("" for the first)."""
    return hashlib.sha256(bytes.fromhex(before) + entry).hexdigest()


def canonical(row: LogEntry, **public: Any) -> bytes:
    """Return the bytes of an entry that its digest covers."""
    fields = {"entry": row.entry, "at": _instant(row.created), **_public_fields(row, **public)}
    return _JSON.encode(fields).encode("ascii")


def _public_fields(row: LogEntry, **public: Any) -> dict[str, Any]:
    match row:
        case Commitment():
            return {
                "kind": "commitment",
                "format": FORMAT,
                "game": row.game.slug,
                "algorithm": row.algorithm,
                "hands": row.hands,
                "commitment": row.commitment,
                **terms(row.game),
            }
        case Sitting():
            return {
                "kind": "sitting",
                "seat": row.seat,
                "holder": str(row.holder),
                "user": row.user_id,
                "why": str(row.why),
                "hand": row.hand_number,
                "ply": row.ply,
                "nonce": row.nonce,
                "nonce_is_own": row.nonce_is_own,
                **({"level": str(row.level)} if row.level else {}),  # there was none before bots had levels
            }
        case Hand():
            return {"kind": "hand", "hand": row.number, "dealer": row.dealer}
        case Move():
            move: dict[str, Any] = {"card": row.card} if row.card else {"declaration": row.declaration}
            if row.left is not None:
                move["left"] = row.left
            # That a player's move was planned is the player's own business, and the log may be read by all.
            by = Move.By.PLAYER if row.by == Move.By.PLAN else row.by
            return {"kind": "move", "ply": row.ply, "seat": row.seat, "by": str(by), **move, **public}
        case Reveal():
            return {"kind": "reveal", "hand": row.hand_number, "seed": row.seed}
    raise TypeError(f"{type(row).__name__} is no entry of the log")


def terms(game: Game) -> dict[str, Any]:
    """Return what was agreed when the table was opened."""
    return {
        "rules": rules_fields(game.rules),
        "move_time": int(game.move_time.total_seconds()),
        "access": str(game.access),
        **_later_terms(game),
    }


def _later_terms(game: Game) -> dict[str, Any]:
    """Return the terms that the first games did not have, where they differ from what those had: so the digests of
    old games stay what they are.
    """
    terms: dict[str, Any] = {}
    if game.bank is not None and game.cap is not None:
        terms |= {"bank": int(game.bank.total_seconds()), "cap": int(game.cap.total_seconds())}
    if game.turns_to_miss != DEFAULT_TURNS_TO_MISS:
        terms["turns_to_miss"] = game.turns_to_miss
    if not game.time_off:
        terms["time_off"] = False
    return terms


def rules_fields(rules: Rules) -> dict[str, Any]:
    return {
        "version": rules.version,
        "players": rules.players,
        "ace_high": rules.ace_high,
        "target": rules.target,
        "hands": rules.hands,
        "general": rules.general,
        "short_hands": rules.short_hands,
    }


def _instant(moment: datetime) -> str:
    """Write an instant in UTC to the microsecond: both databases keep as much."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
