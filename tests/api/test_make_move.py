"""POST /games/{slug}/moves."""

from __future__ import annotations

import pytest

from games.models import Game, Holder, Move, Seat
from games.services import play
from games.services.errors import StaleMove

from .people import GAMES, let_bots_play, move_of, play_on, seat_all, to_play


@pytest.fixture
def slug(anna, ben, cat):
    return seat_all(anna, ben, cat)


@pytest.fixture
def callers(anna, ben, cat):
    return [anna, ben, cat]


def illegal_card(table):
    return next(card for card in table["hand"]["held"] if card not in table["hand"]["legal"])


def reach_a_follower_with_a_choice(slug, callers):
    """Play on until the seat to play holds the suit led and another suit as well."""
    while True:
        caller, table = to_play(slug, callers)
        if len(table["hand"]["legal"]) < len(table["hand"]["held"]):
            return caller, table
        play_on(slug, callers, 1)


def test_a_card_that_the_rules_allow_is_played_and_the_table_comes_back(slug, callers):
    caller, before = to_play(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", move_of(before))
    assert answer.status == 201
    after = answer.json
    assert after["hand"]["trick"]["cards"] == before["hand"]["legal"][:1]
    assert after["hand"]["ply"] == 1
    assert (after["is_my_turn"], after["hand"]["legal"]) == (False, [])
    assert after["to_play"] == (before["to_play"] + 1) % 3
    assert after["version"] == before["version"] + 1
    assert after["hand"]["moves"][0]["by"] == "player"


def test_the_same_move_sent_twice_is_made_once_and_answered_alike(slug, callers):
    caller, table = to_play(slug, callers)
    first = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    second = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    assert (first.status, second.status) == (201, 201)
    assert {**first.json, "now": None} == {**second.json, "now": None}
    assert Move.objects.count() == 1


def test_another_card_for_a_move_that_is_made_is_stale_and_shows_the_table(slug, callers):
    caller, table = to_play(slug, callers)
    caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": table["hand"]["legal"][1]})
    assert (answer.status, answer.code) == (409, "stale_move")
    assert answer.json["detail"]
    assert answer.json["table"]["hand"]["ply"] == 1
    assert answer.json["table"]["my_seat"] == table["my_seat"]


@pytest.mark.parametrize("ply", [1, 31, 32767])
def test_a_move_ahead_of_the_game_is_stale(slug, callers, ply):
    caller, table = to_play(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": ply, "card": table["hand"]["legal"][0]})
    assert (answer.status, answer.code) == (409, "stale_move")


def test_a_race_that_the_lock_did_not_settle_is_answered_as_stale(slug, callers, monkeypatch):
    def too_late(**_):
        raise StaleMove

    monkeypatch.setattr(play, "play", too_late)
    caller, table = to_play(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    assert (answer.status, answer.code) == (409, "stale_move")
    assert answer.json["table"]["slug"] == slug


def test_a_player_whose_turn_it_is_not_is_told_so(slug, callers):
    _, table = to_play(slug, callers)
    other = callers[(table["to_play"] + 1) % 3]
    answer = other.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": other.table(slug)["hand"]["held"][0]})
    assert (answer.status, answer.code) == (409, "not_your_turn")


def test_who_can_follow_suit_must_and_is_told_in_words(slug, callers):
    caller, table = reach_a_follower_with_a_choice(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": table["hand"]["ply"], "card": illegal_card(table)})
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    suit = suits[table["hand"]["trick"]["suit_led"]]
    assert (answer.status, answer.json) == (422, {"code": "must_follow", "detail": f"Follow suit: you hold {suit}."})


def test_a_card_that_another_holds_cannot_be_played(slug, callers):
    caller, table = to_play(slug, callers)
    other = callers[(table["to_play"] + 1) % 3].table(slug)["hand"]["held"][0]
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": other})
    assert (answer.status, answer.code) == (422, "not_held")
    assert answer.json["detail"].startswith("You do not hold this card: ")


def test_a_refused_move_changes_nothing(slug, callers):
    caller, table = to_play(slug, callers)
    caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "declaration": "general"})
    assert {**caller.table(slug), "now": None} == {**table, "now": None}


@pytest.mark.parametrize(
    "card", ["", "1S", "js", "JS ", "10S", "SJ", "JSJS", "J♠", 7, 1.5, True, ["JS"], {"card": "JS"}]
)
def test_what_is_no_card_is_refused_before_anything_is_looked_up(slug, callers, card):
    caller, _ = to_play(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": card})
    assert (answer.status, answer.code) == (400, "not_a_card")
    elsewhere = caller.post(f"{GAMES}/nowhere/moves", {"ply": 0, "card": card})
    assert elsewhere.body == answer.body


@pytest.mark.parametrize(
    "body",
    [
        b"{}", b"[]", b"null", b'"JS"', b"12", b'{"ply": 0}', b'{"card": "JS"}', b'{"ply": "0", "card": "JS"}',
        b'{"ply": 0.0, "card": "JS"}', b'{"ply": true, "card": "JS"}', b'{"ply": null, "card": "JS"}',
        b'{"ply": -1, "card": "JS"}', b'{"ply": 9223372036854775808, "card": "JS"}', b'{"ply": 0, "card": null}',
        b'{"ply": 0, "card": "JS", "declaration": "pass"}', b'{"ply": 0, "declaration": "capot"}',
        b'{"ply": 0, "declaration": null}', b'{"ply": 0, "declaration": ["pass"]}',
        b'{"ply": 0, "card": "JS", "seat": 1}', '{"ply": "٣", "card": "JS"}'.encode(),
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_400(slug, callers, body):
    caller, _ = to_play(slug, callers)
    answer = caller.post(f"{GAMES}/{slug}/moves", body)
    assert answer.status == 400, answer.body
    assert answer.json["code"]
    assert answer.json["detail"]
    assert Move.objects.count() == 0


def test_the_general_is_declared_or_passed_before_the_first_card(anna, ben, cat):
    slug, callers = seat_all(anna, ben, cat, general=True), [anna, ben, cat]
    caller, table = to_play(slug, callers)
    assert (table["hand"]["must_declare"], table["hand"]["legal"]) == (True, [])
    early = caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": table["hand"]["held"][0]})
    assert (early.status, early.code) == (422, "must_declare")
    caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "declaration": "pass"})
    caller, table = to_play(slug, callers)
    declared = caller.post(f"{GAMES}/{slug}/moves", {"ply": 1, "declaration": "general"})
    assert declared.status == 201
    assert declared.json["hand"]["declarer"] == declared.json["my_seat"]
    assert declared.json["hand"]["declarations"] == ["pass", "general"]
    assert declared.json["hand"]["moves"][1]["declaration"] == "general"
    caller, table = to_play(slug, callers)
    late = caller.post(f"{GAMES}/{slug}/moves", {"ply": 2, "declaration": "general"})
    assert (late.status, late.code) == (422, "must_not_declare")


def test_the_last_card_of_a_hand_may_be_sent_again(slug, callers):
    play_on(slug, callers, 29)
    caller, table = to_play(slug, callers)
    first = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    again = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    assert (first.status, again.status) == (201, 201)
    assert again.json["hand_number"] == first.json["hand_number"] == 2
    assert again.json["hand"]["ply"] == 0
    assert again.json["previous_hand"]["points"] == again.json["points"][0]


def test_an_onlooker_cannot_play(slug, stranger):
    answer = stranger.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"})
    assert (answer.status, answer.code) == (403, "not_seated")


def test_without_a_token_nobody_can_play(slug, nobody):
    answer = nobody.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"})
    assert answer.status == 401


def test_a_table_that_still_has_free_seats_is_not_being_played(anna):
    slug = anna.post(GAMES, {}).json["slug"]
    answer = anna.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": "JS"})
    assert (answer.status, answer.code) == (409, "not_being_played")


def test_who_has_resigned_plays_no_more(slug, callers):
    caller, table = to_play(slug, callers)
    caller.post(f"{GAMES}/{slug}/resign")
    answer = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    assert (answer.status, answer.code) == (409, "has_resigned")


def test_a_player_whom_a_bot_stands_in_for_takes_the_seat_back_first(slug, callers):
    caller, table = to_play(slug, callers)
    Seat.objects.filter(game__slug=slug, number=table["to_play"]).update(holder=Holder.STAND_IN)
    covered = caller.post(f"{GAMES}/{slug}/moves", move_of(table))
    assert (covered.status, covered.code) == (409, "seat_covered")
    assert caller.table(slug)["hand"]["legal"] == []
    assert caller.post(f"{GAMES}/{slug}/take-back").status == 200
    assert caller.post(f"{GAMES}/{slug}/moves", move_of(table)).status == 201


def test_a_whole_game_is_played_by_the_api(slug, callers):
    play_on(slug, callers, 1000)
    game = Game.objects.get(slug=slug)
    table = callers[0].table(slug)
    assert (table["status"], table["to_play"], table["deadline"]) == ("finished", None, None)
    assert table["winners"] == game.winners
    assert max(table["totals"]) >= 10
    assert [sum(points) for points in table["points"]] == [5] * len(table["points"])
    after = callers[0].post(f"{GAMES}/{slug}/moves", {"ply": 40, "card": "JS"})
    assert (after.status, after.code) == (409, "not_being_played")


def test_who_plays_against_bots_alone_may_ask_for_a_hint(guest, anna, nobody):
    slug = guest.post(GAMES, {"bots": 3, "access": "link"}).json["slug"]
    let_bots_play(slug)
    table, hint = guest.table(slug), guest.get(f"{GAMES}/{slug}/hint")
    assert hint.status == 200
    assert (hint.json["ply"], hint.json["move"] in table["hand"]["legal"]) == (table["hand"]["ply"], True)
    assert (hint.json["reason"] is None) == (len(table["hand"]["legal"]) == 1)
    assert anna.get(f"{GAMES}/{slug}/hint").status == 404
    assert nobody.get(f"{GAMES}/{slug}/hint").status == 401


def test_among_persons_there_are_no_hints(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    for caller in (anna, ben, cat):
        answer = caller.get(f"{GAMES}/{slug}/hint")
        assert (answer.status, answer.code) == (409, "no_hints_here")
