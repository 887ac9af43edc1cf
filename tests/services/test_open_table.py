"""Opening a table."""

from datetime import timedelta
from unittest import mock

import pytest

from accounts.models import User
from games.engine.rules import TARGETS, Rules
from games.models import Game, Holder, Sitting
from games.services import seating
from games.services.absence import resign
from games.services.errors import AccountNeeded, BadOptions, TooManyGames, TooManyTables
from games.services.overdue import play_due_games
from games.services.seating import MOST_OPEN_TABLES, join, open_table, play_against_bots
from tests.builders import DAY


def holders(game: Game) -> list[str]:
    return [seat.holder for seat in game.seats.all()]


def test_the_host_sits_in_seat_0_and_the_others_are_free(ann: User) -> None:
    table = open_table(host=ann, rules=Rules(players=5), move_time=DAY)
    game = Game.objects.get()
    assert (game.status, game.host, game.version, game.to_play) == ("open", ann, 1, None)
    assert holders(game) == ["person", "nobody", "nobody", "nobody", "nobody"]
    assert (table.my_seat, table.is_host, table.free_seats, table.hand) == (0, True, 4, None)


def test_the_options_are_kept_with_the_game(ann: User) -> None:
    rules = Rules(players=6, ace_high=True, target=None, hands=24, general=True, short_hands=True)
    table = open_table(host=ann, rules=rules, move_time=timedelta(minutes=1), access="link")
    game = Game.objects.get()
    assert (game.rules, table.rules) == (rules, rules)
    assert (game.move_time, game.access) == (timedelta(minutes=1), "link")


def test_bots_take_the_last_seats(ann: User) -> None:
    open_table(host=ann, rules=Rules(), move_time=DAY, bots=2)
    assert holders(Game.objects.get()) == ["person", "nobody", "bot", "bot"]


def test_with_bots_in_all_other_seats_the_game_begins_at_once(ann: User) -> None:
    table = open_table(host=ann, rules=Rules(), move_time=DAY, bots=3)
    assert table.status == "active"
    assert (table.hand_number, table.version) == (1, 1)
    assert table.hand is not None
    assert len(table.hand.view.held) == 8


def test_what_happened_at_the_seats_is_logged_in_order(ann: User) -> None:
    open_table(host=ann, rules=Rules(players=3), move_time=DAY, bots=1)
    entries = Sitting.objects.values_list("entry", "seat", "holder", "user", "why", "hand_number", "ply")
    assert list(entries) == [(1, 0, "person", ann.pk, "joined", 0, 0), (2, 2, "bot", None, "filled", 0, 0)]


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_of_the_rules_is_offered(ann: User, target: int) -> None:
    assert open_table(host=ann, rules=Rules(target=target), move_time=DAY).rules.target == target


@pytest.mark.parametrize("move_time", [timedelta(minutes=1), timedelta(days=14)])
def test_a_move_may_take_from_one_minute_to_fourteen_days(ann: User, move_time: timedelta) -> None:
    assert open_table(host=ann, rules=Rules(), move_time=move_time).move_time == move_time


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"rules": Rules(target=11)}, "points"),
        ({"rules": Rules(target=None, hands=25)}, "hands"),
        ({"move_time": timedelta(seconds=59)}, "1 minute"),
        ({"move_time": timedelta(days=14, microseconds=1)}, "14 days"),
        ({"move_time": -DAY}, "1 minute"),
        ({"access": "friends"}, "link"),
        ({"bots": 4}, "Bots"),
        ({"bots": -1}, "Bots"),
    ],
)
def test_options_no_table_has_are_refused_by_name_and_leave_nothing(ann: User, options: dict, what: str) -> None:
    with pytest.raises(BadOptions, match=what):
        open_table(**{"host": ann, "rules": Rules(), "move_time": DAY} | options)
    assert not Game.objects.exists()


def test_a_visitor_plays_against_bots_alone(guest: User) -> None:
    assert open_table(host=guest, rules=Rules(), move_time=DAY, bots=3).status == "active"
    with pytest.raises(AccountNeeded):
        open_table(host=guest, rules=Rules(), move_time=DAY, bots=2)


def test_play_now_seats_one_person_and_bots_behind_a_link(guest: User) -> None:
    table = play_against_bots(guest)
    assert (table.status, table.access, table.my_seat) == ("active", "link", 0)
    assert [seat.holder for seat in table.seats] == [Holder.PERSON, Holder.BOT, Holder.BOT, Holder.BOT]
    assert play_against_bots(guest, rules=Rules(players=6)).rules.players == 6


def test_one_player_has_only_so_many_games_against_bots_under_way(ann: User, ben: User, guest: User) -> None:
    with mock.patch.object(seating, "MOST_GAMES_WITH_BOTS", 2):
        join(slug=open_table(host=ann, rules=Rules(), move_time=DAY, bots=2).slug, user=ben)  # does not count
        for player in (ann, guest):
            play_against_bots(player)
            table = play_against_bots(player)
            with pytest.raises(TooManyGames):
                play_against_bots(player)
            with pytest.raises(TooManyGames):
                open_table(host=player, rules=Rules(), move_time=DAY, bots=3)
            resign(slug=table.slug, user=player)
            while play_due_games():  # the bots play it to its end, which may take more than one go
                pass
            assert play_against_bots(player).status == "active"


def test_one_host_has_only_so_many_tables_waiting(ann: User, ben: User) -> None:
    for _ in range(MOST_OPEN_TABLES):
        open_table(host=ann, rules=Rules(), move_time=DAY)
    with pytest.raises(TooManyTables):
        open_table(host=ann, rules=Rules(), move_time=DAY)
    assert open_table(host=ben, rules=Rules(), move_time=DAY).status == "open"
