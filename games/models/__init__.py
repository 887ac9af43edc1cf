"""Tables of the database. `log` holds what is only ever added to; the others copies of it, and what is to be told."""

from .game import Game, Holder, Seat
from .log import Hand, LogIsAppendOnly, Move, Sitting
from .notice import Notice

__all__ = ["Game", "Hand", "Holder", "LogIsAppendOnly", "Move", "Notice", "Seat", "Sitting"]
