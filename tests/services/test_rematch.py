"""Once more: who has played together opens a table of the same terms, or sits down at the one that is open."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Notice
from games.notices.delivery import deliver_notices
from games.services import absence, rematching, seating
from games.services.errors import AlreadyBegun, GameNotOver, NoSuchGame, NotSeated
from tests.builders import make_game, make_guest, make_user
from tests.notices.tables import make_users, now_at, play_to_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make_users("Ana", "Ben", "Cat")


@pytest.fixture
def over(people) -> Game:
    game = make_game(*people, bots=1, target=None, hands=1, general=True, move_time=timedelta(days=3), access="public")
    play_to_end(game)
    return game


def again(over: Game) -> Game:
    return Game.objects.get(rematch_of=over)


def test_the_table_has_the_same_terms_and_as_many_bots_and_is_for_those_who_are_asked(people, over):
    table = rematching.play_again(slug=over.slug, user=people[1])
    assert (table.rules, table.clock, table.turns_to_miss) == (over.rules, over.clock, over.turns_to_miss)
    assert (table.host, table.access, table.free_seats) == ("Ben", "link", 2)
    assert [seat.is_bot for seat in table.seats] == [False, False, False, True]


def test_the_others_are_told_once_and_can_sit_down_by_the_link(people, over, mailoutbox):
    ana, ben, cat = people
    Notice.objects.all().delete()
    for _ in range(2):
        rematching.play_again(slug=over.slug, user=ben)
    told = Notice.objects.filter(kind="rematch")
    assert {notice.user for notice in told} == {ana, cat}
    assert deliver_notices(now_at(again(over))) == {"sent": 2}
    assert mailoutbox[0].subject == "Ben wants to play again: a table of Polignac waits for you"
    assert f"/join/{again(over).invite}" in mailoutbox[0].body


def test_whoever_asks_for_it_as_well_sits_down_at_the_same_table_and_it_begins(people, over):
    tables = [rematching.play_again(slug=over.slug, user=user) for user in people]
    assert len({table.slug for table in tables}) == 1
    assert [table.status for table in tables] == ["open", "open", "active"]
    assert rematching.play_again(slug=over.slug, user=people[0]).status == "active"


def test_who_comes_too_late_is_told_so(people, over):
    ana, ben, _cat = people
    rematching.play_again(slug=over.slug, user=ana)
    seating.start(slug=again(over).slug, user=ana)
    with pytest.raises(AlreadyBegun):
        rematching.play_again(slug=over.slug, user=ben)


def test_where_the_table_was_closed_another_is_opened(people, over):
    ana, ben, _cat = people
    first = rematching.play_again(slug=over.slug, user=ana).slug
    seating.leave(slug=first, user=ana)
    assert rematching.play_again(slug=over.slug, user=ben).slug != first


def test_it_takes_a_game_that_one_has_played_to_its_end(people, over):
    with pytest.raises(NotSeated):
        rematching.play_again(slug=over.slug, user=make_user("Eve"))
    hidden = make_game(*people, access="link")
    with pytest.raises(NoSuchGame):
        rematching.play_again(slug=hidden.slug, user=make_user("Fay"))
    with pytest.raises(GameNotOver):
        rematching.play_again(slug=hidden.slug, user=people[0])


def test_against_bots_alone_the_next_game_begins_at_once(monkeypatch):
    guest = make_guest()
    game = Game.objects.get(slug=seating.play_against_bots(guest, level="beginner").slug)
    play_to_end(game)
    table = rematching.play_again(slug=game.slug, user=guest)
    assert table.status == "active"
    assert {seat.level for seat in table.seats if seat.is_bot} == {"beginner"}
    assert not Notice.objects.exists()


def test_who_had_resigned_is_asked_as_well(people):
    ana, ben, cat = people
    game = make_game(ana, ben, cat, target=None, hands=1)
    absence.resign(slug=game.slug, user=cat)
    play_to_end(game)
    rematching.play_again(slug=game.slug, user=ana)
    assert Notice.objects.filter(kind="rematch", user=cat).exists()
