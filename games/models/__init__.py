"""Tables of the database. `log` holds what is only ever added to; the others copies of it, notices and reviews."""

from .game import Game, Holder, Level, Seat
from .log import Commitment, Hand, LogEntry, LogIsAppendOnly, Move, Reveal, Sitting
from .notice import Notice
from .notice_settings import NoticeSettings
from .plan import Plan
from .push import PushSubscription
from .review import Review
from .webhook import Webhook

__all__ = [
    "Commitment", "Game", "Hand", "Holder", "Level", "LogEntry", "LogIsAppendOnly", "Move", "Notice", "NoticeSettings",
    "Plan", "PushSubscription", "Reveal", "Review", "Seat", "Sitting", "Webhook",
]  # fmt: skip
