"""A review as JSON, as it is stored, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeAlias

from games.engine.cards import Card
from games.engine.hand import DECLARATIONS, Move

from .reasons import Reason
from .review import HandReview, Option, Play

Json: TypeAlias = Any  # what `json.loads` gives


def write(review: HandReview) -> Json:
    """Return *review* as what JSON can hold; `read` reads it back to the same."""
    return {
        "worlds": review.worlds,
        "accuracy": list(review.accuracy),
        "moments": list(review.moments),
        "plays": [
            {
                "ply": play.ply,
                "seat": play.seat,
                "move": str(play.move),
                "options": [[str(it.move), it.worth, it.hindsight] for it in play.options],
                "regret": play.regret,
                "error": play.error,
                "better": None if play.better is None else str(play.better),
                "reason": None if play.reason is None else asdict(play.reason),
            }
            for play in review.plays
        ],
    }


def read(data: Json) -> HandReview:
    """Return the review that `write` has written.

    :raises LookupError, TypeError, ValueError: if it is none.
    """
    return HandReview(
        data["worlds"],
        tuple(_play(play) for play in data["plays"]),
        tuple(data["accuracy"]),
        tuple(data["moments"]),
    )


def _play(data: Json) -> Play:
    return Play(
        ply=data["ply"],
        seat=data["seat"],
        move=_move(data["move"]),
        options=tuple(Option(_move(move), worth, hindsight) for move, worth, hindsight in data["options"]),
        regret=data["regret"],
        error=data["error"],
        better=None if data["better"] is None else _move(data["better"]),
        reason=None if data["reason"] is None else Reason(**data["reason"]),
    )


def _move(text: str) -> Move:
    return next((word for word in DECLARATIONS if word == text), None) or Card.parse(text)
