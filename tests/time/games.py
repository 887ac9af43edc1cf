"""Games whose present turn has run out of time, and what must be true of them when all is done."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import time_machine
from django.utils import timezone

from games.models import Game, Move, Notice
from games.verify import verify_game
from tests.accounts.people import make_user
from tests.builders import DAY, make_game
from tests.servers.smtp import MailServer


def make_overdue_games(count: int) -> list[Game]:
    """Begin games of three a day and a minute ago, at a day a move: the first turn of each is overdue, no other."""
    with time_machine.travel(timezone.now() - DAY - timedelta(minutes=1), tick=False):
        return [make_game(*(make_user(f"P{number}{letter}") for letter in "abc")) for number in range(count)]


def check_each_turn_was_played_once(games: list[Game]) -> None:
    for game in games:
        assert list(Move.objects.filter(hand__game=game).values_list("ply", "by")) == [(0, "timeout")]
        assert verify_game(game.pk).is_sound


def check_each_notice_was_sent(games: list[Game], server: MailServer) -> Counter[str]:
    """Check that a mail came for every notice that had something to tell; return how many for each Message-ID."""
    mails = Counter(str(message["Message-ID"]) for message in server.messages)
    for game in games:
        outcomes = Counter(Notice.objects.filter(game=game).values_list("kind", "ply", "outcome"))
        assert outcomes == {
            ("your_turn", 0, "stale"): 1,  # its time has run out before anybody told it
            ("bot_played", 1, "sent"): 1,
            ("your_turn", 1, "sent"): 1,
            ("deadline_near", 1, ""): 1,  # not due yet
        }
    sent = Notice.objects.filter(outcome="sent").select_related("game")
    assert set(mails) == {f"<notice-{notice.pk}.{notice.game.slug}@localhost>" for notice in sent}
    return mails
