"""Once a day what nobody needs any more goes; whoever is in a game, and whatever is of one, stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import ApiToken, Letter, User
from games.models import Notice
from games.services import seating
from games.services.tidying import tidy, tidy_once_a_day
from games.verify import verify_game
from tests.builders import DAY, make_game, make_guest, make_user, move_on

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def away(guest: User, days: int) -> User:
    User.objects.filter(pk=guest.pk).update(last_login=NOW - days * DAY, date_joined=NOW - days * DAY)
    return guest


def test_visitors_who_were_never_in_a_game_go_after_ninety_days() -> None:
    gone, here, account = away(make_guest(), 91), away(make_guest(), 89), away(make_user("Ann"), 1000)
    assert tidy(NOW) == 1
    assert set(User.objects.all()) == {here, account}
    assert gone not in User.objects.all()


def test_visitors_who_are_in_a_log_stay_for_ever() -> None:
    guest = make_guest()
    table = seating.play_against_bots(guest)
    away(guest, 5000)
    assert tidy(NOW) == 0
    assert User.objects.filter(pk=guest.pk).exists()
    assert verify_game(guest.seats.get(game__slug=table.slug).game_id).is_sound


def test_somebody_who_has_left_a_table_is_in_its_log_as_well() -> None:
    host, other = make_user("Ann"), make_user("Ben")
    game = make_game(host, other, begun=False)
    seating.leave(slug=game.slug, user=other)
    User.objects.filter(pk=other.pk).update(is_guest=True)
    away(other, 91)
    assert tidy(NOW) == 0
    assert verify_game(game.pk).is_sound


def test_sessions_and_tokens_that_have_run_out_go() -> None:
    ann = make_user("Ann")
    for days in (1, -1):
        Session.objects.create(session_key=f"session{days}", session_data="", expire_date=NOW + days * DAY)
        token, _secret = ApiToken.objects.issue(ann, f"token {days}")
        ApiToken.objects.filter(pk=token.pk).update(expiry=NOW + days * DAY)
    assert tidy(NOW) == 2
    assert Session.objects.get().session_key == "session1"
    assert ApiToken.objects.get().name == "token 1"


def test_letters_given_up_long_ago_go_and_those_that_wait_stay() -> None:
    fields: dict[str, Any] = {"to": "ann@example.org", "subject": "x", "text": ""}
    Letter.objects.create(**fields, failed=NOW - 31 * DAY)
    kept = {Letter.objects.create(**fields, failed=NOW - 29 * DAY), Letter.objects.create(**fields)}
    assert tidy(NOW) == 1
    assert set(Letter.objects.all()) == kept


def test_old_notices_of_games_that_are_over_go() -> None:
    users = [make_user(name) for name in ("Ann", "Ben", "Cat")]
    over, active = make_game(*users, target=None, hands=1), make_game(*users)
    move_on(over)
    Notice.objects.update(done=NOW - 181 * DAY, outcome="sent")
    assert tidy(NOW) > 0
    assert set(Notice.objects.values_list("game", flat=True)) == {active.pk}
    assert verify_game(over.pk).is_sound


def test_it_happens_once_a_day_whoever_asks_and_how_often() -> None:
    assert tidy_once_a_day(now=NOW) == 0  # the first time only notes when that was
    away(make_guest(), 100)
    assert tidy_once_a_day(now=NOW + timedelta(hours=23)) == 0
    assert tidy_once_a_day(now=NOW + timedelta(hours=25)) == 1
    away(make_guest(), 100)
    assert tidy_once_a_day(now=NOW + timedelta(hours=26)) == 0
