"""Tables of the database. `log` holds what is only ever added to; the others copies of it, and what is to be told."""

from .game import Game, Holder, Seat
from .log import Commitment, Hand, LogEntry, LogIsAppendOnly, Move, Reveal, Sitting
from .notice import Notice

__all__ = [
    "Commitment", "Game", "Hand", "Holder", "LogEntry", "LogIsAppendOnly", "Move", "Notice", "Reveal", "Seat",
    "Sitting",
]  # fmt: skip
