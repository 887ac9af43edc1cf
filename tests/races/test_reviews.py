"""Several workers and readers who want the same hand reviewed at once."""

from __future__ import annotations

from functools import partial
from unittest import mock

from accounts.models import User
from games import log
from games.bots.review import review_hand
from games.models import Review
from games.services import reviewing
from games.services.reviewing import review_hands
from tests.builders import make_game, move_on

from .race import race


def test_workers_and_readers_at_once_have_each_hand_reviewed_once(users: list[User]) -> None:
    game = make_game(*users[:3], target=None, hands=9)
    move_on(game, until_hand=4)
    hands = log.read_game(game)[:3]
    quickly = partial(review_hand, worlds=3)
    with mock.patch.object(reviewing, "review_hand", side_effect=quickly) as made:
        race(*[review_hands] * 4, *[partial(review_hands, hand.pk) for hand in hands])
        review_hands()
    assert made.call_count == 3
    assert Review.objects.filter(done__isnull=False).count() == Review.objects.count() == 3
