"""The form that opens a table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock import Clock
from games.models import Game, Holder
from games.services.seating import MOST_OPEN_TABLES
from games.words import clock_in_words
from tests.builders import make_game

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
CUSTOM: dict[str, str | None] = {"clock": "custom", "clock_unit": "hours"}
FORM = {
    "players": "4",
    "length": "target",
    "target": "10",
    "hands_limit": "4",
    "clock": "three_days",
    "clock_number": "",
    "clock_unit": "days",
    "turns_to_miss": "2",
    "who": "link",
    "bots": "0",
}


def open_table(reader, **changes):
    return reader.post("/games/new", {name: value for name, value in (FORM | changes).items() if value is not None})


def test_the_form_as_shown_opens_a_table_for_four_behind_a_link(ann):
    page = ann.submit(ann.get("/games/new"), "")
    game = Game.objects.get()
    assert page.url == f"/games/{game.slug}"
    assert (game.status, game.players, game.target, game.access) == ("open", 4, 10, "link")
    assert (game.move_time, game.bank, game.hands_to_play) == (timedelta(days=1), None, None)
    assert [game.ace_high, game.general, game.short_hands] == [False] * 3
    assert "/join/" + game.invite in page.html


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("target", [5, 10, 15, 20, 30, 50])
def test_every_number_of_players_and_points_can_be_had(ann, players, target):
    open_table(ann, players=str(players), target=str(target))
    game = Game.objects.get()
    assert (game.players, game.target, game.seats.count()) == (players, target, players)


def test_every_option_can_be_had(ann):
    open_table(ann, length="hands", hands_limit="24", ace_high="on", general="on", short_hands="on", who="lobby")
    game = Game.objects.get()
    assert (game.target, game.hands_to_play, game.access) == (None, 24, "public")
    assert [game.ace_high, game.general, game.short_hands] == [True] * 3


@pytest.mark.parametrize(
    ("changes", "time"),
    [
        ({"clock": "day"}, timedelta(days=1)),
        ({"clock": "three_days"}, timedelta(days=3)),
        ({"clock": "week"}, timedelta(days=7)),
        ({"clock": "custom", "clock_number": "1", "clock_unit": "minutes"}, timedelta(minutes=1)),
        ({"clock": "custom", "clock_number": "36", "clock_unit": "hours"}, timedelta(hours=36)),
        ({"clock": "custom", "clock_number": "14", "clock_unit": "days"}, timedelta(days=14)),
        ({"clock": "custom", "clock_number": "2", "clock_unit": ""}, timedelta(days=2)),
    ],
)
def test_every_time_for_a_move_from_a_minute_to_a_fortnight_can_be_had(ann, changes, time):
    open_table(ann, **changes)
    game = Game.objects.get()
    assert (game.move_time, game.bank, game.cap) == (time, None, None)


@pytest.mark.parametrize(
    ("changes", "clock"),
    [
        ({"clock": "quick"}, Clock(10 * MINUTE, MINUTE, 30 * MINUTE)),
        ({"clock": "bank"}, Clock(24 * HOUR, 4 * HOUR, 72 * HOUR)),
        ({"clock": "large_bank"}, Clock(72 * HOUR, 12 * HOUR, 120 * HOUR)),
        (CUSTOM | {"clock_number": "6", "clock_bank": "36", "clock_cap": "36"}, Clock(36 * HOUR, 6 * HOUR, 36 * HOUR)),
    ],
)
def test_a_bank_of_time_can_be_had(ann, changes, clock):
    page = open_table(ann, **changes)
    assert Game.objects.get().clock == clock
    assert clock_in_words(clock) in page.text


@pytest.mark.parametrize("turns", [1, 2, 3, 4, 5])
def test_from_one_to_five_turns_may_be_missed_before_a_bot_takes_over(ann, turns):
    page = open_table(ann, turns_to_miss=str(turns))
    assert Game.objects.get().turns_to_miss == turns
    assert f"a bot takes over after {turns} turn" in page.text


def test_bots_sit_down_at_once_and_with_the_last_seat_the_game_begins(ann):
    open_table(ann, bots="2")
    game = Game.objects.get()
    assert [seat.holder for seat in game.seats.all()] == [Holder.PERSON, Holder.NOBODY, Holder.BOT, Holder.BOT]
    page = open_table(ann, players="3", bots="2")
    assert Game.objects.latest("pk").status == "active"
    assert "Your cards" in page.html


# What is refused: with the status 422, the sentence beside its field, and the rest as it was filled in.
FAULTS: dict[str, tuple[dict[str, str | None], str]] = {
    "two_players": ({"players": "2"}, "Select a valid choice"),
    "seven_players": ({"players": "7"}, "Select a valid choice"),
    "no_players": ({"players": None}, "This field is required"),
    "odd_target": ({"target": "11"}, "Select a valid choice"),
    "no_target": ({"target": ""}, "Say how many points."),
    "no_length": ({"length": None}, "This field is required"),
    "no_hands": ({"length": "hands", "hands_limit": ""}, "Say how many hands."),
    "too_few_hands": ({"length": "hands", "hands_limit": "0"}, "greater than or equal to 1"),
    "too_many_hands": ({"length": "hands", "hands_limit": "25"}, "less than or equal to 24"),
    "hands_in_words": ({"length": "hands", "hands_limit": "four"}, "Enter a whole number"),
    "no_clock": ({"clock": None}, "This field is required"),
    "odd_clock": ({"clock": "7"}, "Select a valid choice"),
    "a_bank_without_a_limit": (CUSTOM | {"clock_number": "6", "clock_bank": "36"}, "Say how far it may grow."),
    "a_limit_without_a_bank": (
        CUSTOM | {"clock_number": "6", "clock_cap": "36"},
        "Say how much time there is at first.",
    ),
    "a_limit_below_the_bank": (CUSTOM | {"clock_number": "6", "clock_bank": "36", "clock_cap": "35"}, "not less than"),
    "a_limit_below_what_a_move_adds": (
        CUSTOM | {"clock_number": "6", "clock_bank": "3", "clock_cap": "5"},
        "not less than",
    ),
    "too_large_a_bank": (CUSTOM | {"clock_number": "6", "clock_bank": "337", "clock_cap": "337"}, "to 14 days"),
    "too_high_a_limit": (CUSTOM | {"clock_number": "6", "clock_bank": "36", "clock_cap": "337"}, "to 14 days"),
    "no_turn_may_be_missed": ({"turns_to_miss": "0"}, "Select a valid choice"),
    "six_turns_may_be_missed": ({"turns_to_miss": "6"}, "Select a valid choice"),
    "no_number": ({"clock": "custom"}, "Say how long."),
    "no_time_at_all": ({"clock": "custom", "clock_number": "0"}, "greater than or equal to 1"),
    "too_long": ({"clock": "custom", "clock_number": "15"}, "from 1 minute to 14 days"),
    "minutes_too_long": (
        {"clock": "custom", "clock_number": "20161", "clock_unit": "minutes"},
        "less than or equal to 20160",
    ),
    "odd_unit": ({"clock": "custom", "clock_number": "1", "clock_unit": "years"}, "Select a valid choice"),
    "nobody_may_join": ({"who": None}, "This field is required"),
    "odd_access": ({"who": "public"}, "Select a valid choice"),
    "no_bots": ({"bots": None}, "This field is required"),
    "a_bot_in_every_seat": ({"bots": "4"}, "Bots can take every seat but yours."),
    "six_bots": ({"players": "6", "bots": "6"}, "Select a valid choice"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_no_table_can_have_is_refused_beside_its_field(ann, fault):
    changes, sentence = FAULTS[fault]
    page = open_table(ann, ace_high="on", **changes)
    assert (page.status, Game.objects.count()) == (422, 0)
    assert sentence in page.text
    assert page.form("").fields["ace_high"] == "on"


def test_a_host_with_too_many_tables_waiting_is_told(ann):
    for _ in range(MOST_OPEN_TABLES):
        make_game(ann.user, begun=False)
    page = open_table(ann)
    assert (page.status, Game.objects.count()) == (422, MOST_OPEN_TABLES)
    assert "too many tables waiting" in page.text


def test_a_visitor_may_open_a_table_of_bots(guest):
    open_table(guest, bots="3")
    assert Game.objects.get().status == "active"


def test_a_visitor_who_would_play_with_others_is_led_to_sign_up_and_back(guest):
    page = guest.post("/games/new", FORM, follow=False)
    assert page.header("Location") == "/account/signup/?next=%2Fgames%2Fnew"
    assert not Game.objects.exists()
    assert "Sign up to play with others" in guest.get("/account/signup/").text


def test_a_table_that_asks_for_turns_in_time_says_so_with_what_counts(ann, nobody):
    page = open_table(ann, min_in_time="95", who="lobby")
    assert Game.objects.get().min_in_time == 95
    assert "for players who make 95 % of their turns in time" in page.text
    assert "A turn is missed if your time ran out and the bot played it." in page.text
    assert "for players who make 95 %" in nobody.get("/lobby").text
    assert "What counts" in nobody.get("/players/Ann").text
    assert open_table(ann, min_in_time="85").status == 422
