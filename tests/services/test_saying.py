"""Short messages at the table: who reads them, how many, and that the log knows nothing of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games import verify
from games.models import Game, Notice
from games.notices.delivery import deliver_notices
from games.services import looking, saying, seating, telling
from games.services.errors import BadMessage, NoSuchGame, NotSeated, TableClosed, TooManyMessages
from tests.builders import make_game, make_user
from tests.notices.tables import A_MOMENT, make_users, now_at, play_turn, view

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def people():
    return make_users("Ana", "Ben", "Cat")


@pytest.fixture
def game(people) -> Game:
    return make_game(*people, access="public")


def texts(game: Game, user) -> list[str]:
    return [said.text for said in looking.see_table(slug=game.slug, user=user).said]


def test_those_who_sit_there_read_it_and_nobody_else(people, game):
    ana, ben, _cat = people
    table = saying.say(slug=game.slug, user=ana, text="  Good\nluck\x00 to\u202e you ")
    assert [(said.seat, said.name, said.text) for said in table.said] == [(0, "Ana", "Good luck to you")]
    assert texts(game, ben) == ["Good luck to you"]
    assert texts(game, make_user("Eve")) == []


def test_it_is_a_new_version_of_the_table_and_nothing_in_the_log(people, game):
    play_turn(game)
    version, entries, head = game.version, game.entries, game.head
    saying.say(slug=game.slug, user=people[0], text="Hello")
    game.refresh_from_db()
    assert (game.version, game.entries, game.head) == (version + 1, entries, head)
    assert verify.verify_game(game.pk).is_sound
    play_turn(game)
    assert texts(game, people[0]) == ["Hello"]


@pytest.mark.parametrize("text", ["", "  ", "\x00\n", "x" * 281])
def test_an_empty_message_or_one_that_is_too_long_is_refused(people, game, text):
    with pytest.raises(BadMessage):
        saying.say(slug=game.slug, user=people[0], text=text)
    assert texts(game, people[0]) == []


def test_five_in_ten_minutes_are_enough_and_twenty_are_kept(people, game):
    with time_machine.travel(now_at(game), tick=False) as clock:
        for number in range(5):
            saying.say(slug=game.slug, user=people[0], text=f"{number}")
        with pytest.raises(TooManyMessages):
            saying.say(slug=game.slug, user=people[0], text="5")
        saying.say(slug=game.slug, user=people[1], text="from Ben")
        for number in range(20):
            clock.shift(10 * MINUTE)
            saying.say(slug=game.slug, user=people[0], text=f"later {number}")
    assert texts(game, people[0]) == [f"later {number}" for number in range(20)]


def test_who_does_not_sit_there_says_nothing(people, game):
    with pytest.raises(NotSeated):
        saying.say(slug=game.slug, user=make_user("Eve"), text="Hello")
    hidden = make_game(*people, access="link")
    with pytest.raises(NoSuchGame):
        saying.say(slug=hidden.slug, user=make_user("Fay"), text="Hello")
    closed = make_game(people[0], begun=False)
    seating.leave(slug=closed.slug, user=people[0])
    with pytest.raises((NotSeated, TableClosed, NoSuchGame)):
        saying.say(slug=closed.slug, user=people[0], text="Hello")


def said_notices(game: Game) -> list[Notice]:
    return list(Notice.objects.filter(game=game, kind="message"))


def test_the_others_are_told_unless_they_have_read_it_or_muted_the_table(people, game, mailoutbox):
    ana, ben, cat = people
    play_turn(game)
    Notice.objects.all().delete()
    saying.say(slug=game.slug, user=ana, text="See <b>you</b> tomorrow")
    assert {notice.user for notice in said_notices(game)} == {ben, cat}
    now = said_notices(game)[0].created
    with time_machine.travel(now + A_MOMENT, tick=False):
        looking.see_table(slug=game.slug, user=ben)
    assert deliver_notices(now + 10 * MINUTE) == {"sent": 1, "stale": 1}
    (message,) = mailoutbox
    assert (message.to, message.subject) == (["cat@example.org"], "Ana has written at your table")
    assert "See <b>you</b> tomorrow" in message.body
    assert "See &lt;b&gt;you&lt;/b&gt; tomorrow" in message.alternatives[0][0]
    telling.mute(slug=game.slug, user=cat, muted=True)
    saying.say(slug=game.slug, user=ana, text="Again")
    assert deliver_notices(said_notices(game)[-1].created + 10 * MINUTE)["unwanted"] == 1


def test_a_message_that_is_not_kept_any_more_is_not_told(people, game):
    saying.say(slug=game.slug, user=people[0], text="Hello")
    (notice, *_) = said_notices(game)
    Game.objects.update(said=[])
    Notice.objects.exclude(pk=notice.pk).delete()
    assert deliver_notices(notice.created + 10 * MINUTE) == {"stale": 1}
    assert view(game, people[1]).said == ()
