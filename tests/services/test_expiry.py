"""Tables that nobody fills are closed after two weeks."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Holder, Notice, Sitting
from games.notices.delivery import deliver_notices
from games.services import expiry
from games.services.errors import TableClosed
from games.services.expiry import close_expired_tables
from games.services.seating import add_bot, join, start
from games.verify import verify_game
from tests.builders import DAY, make_game, make_user

from .consistency import check_game

TWO_WEEKS = timedelta(days=14)


@pytest.fixture
def table(ann: User, ben: User) -> Game:
    """Ann and Ben, and a bot, wait for a fourth."""
    game = make_game(ann, ben, begun=False)
    add_bot(slug=game.slug, user=ann)
    game.refresh_from_db()
    return game


def test_a_table_is_closed_after_two_weeks_and_not_before(table: Game) -> None:
    assert close_expired_tables(now=table.created + TWO_WEEKS - timedelta(seconds=1)) == 0
    assert close_expired_tables(now=table.created + TWO_WEEKS) == 1
    table.refresh_from_db()
    assert table.status == "closed"
    assert close_expired_tables(now=table.created + TWO_WEEKS) == 0


def test_whoever_waited_there_has_got_up_which_is_logged(table: Game, ann: User, ben: User) -> None:
    close_expired_tables(now=table.created + TWO_WEEKS)
    assert [seat.holder for seat in table.seats.all()] == ["nobody", "nobody", "nobody", "bot"]
    expired = Sitting.objects.filter(why="expired").values_list("seat", "holder", "user")
    assert list(expired) == [(0, Holder.NOBODY, ann.pk), (1, Holder.NOBODY, ben.pk)]
    check_game(table.pk)
    assert verify_game(table.pk).is_sound


def test_its_players_are_told_once(table: Game, ann: User, ben: User) -> None:
    now = table.created + TWO_WEEKS
    close_expired_tables(now=now)
    close_expired_tables(now=now + DAY)
    assert set(Notice.objects.values_list("user", "kind")) == {(ann.pk, "table_expired"), (ben.pk, "table_expired")}


@pytest.mark.django_db
def test_the_mail_leads_to_a_new_table(mailoutbox, settings) -> None:
    host = make_user("Hanna", email="hanna@example.org", email_confirmed=True)
    game = make_game(host, begun=False)
    now = game.created + TWO_WEEKS
    close_expired_tables(now=now)
    assert deliver_notices(now + DAY)["sent"] == 1
    [mail] = mailoutbox
    assert mail.to == ["hanna@example.org"]
    assert "/games/new" in mail.body
    assert "closed" in mail.subject


def test_a_game_that_has_begun_does_not_expire(ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, cat)
    assert close_expired_tables(now=timezone.now() + 100 * DAY) == 0
    game.refresh_from_db()
    assert game.status == "active"


def test_a_table_that_begins_while_it_is_to_be_closed_goes_on(table: Game, ann: User) -> None:
    now = table.created + TWO_WEEKS
    found = Game.objects.filter(pk=table.pk)
    with mock.patch.object(expiry.Game.objects, "expired", return_value=found):
        start(slug=table.slug, user=ann)
        assert close_expired_tables(now=now) == 0
    table.refresh_from_db()
    assert table.status == "active"


def test_nobody_sits_down_at_a_table_that_has_expired(table: Game, cat: User) -> None:
    close_expired_tables(now=table.created + TWO_WEEKS)
    with pytest.raises(TableClosed):
        join(slug=table.slug, user=cat)
