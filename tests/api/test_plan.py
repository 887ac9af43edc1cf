"""GET, PUT and DELETE /games/{slug}/plan."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Move, Plan
from games.services.plans import LONGEST_DELAY, play_plans

from .people import GAMES, account, move_of, onlooker, seat_all, to_play


@pytest.fixture
def slug(anna, ben, cat):
    return seat_all(anna, ben, cat)


@pytest.fixture
def waiting(slug, anna, ben, cat):
    """Who plays second to the trick, and what they may plan."""
    _caller, table = to_play(slug, [anna, ben, cat])
    waiting = [anna, ben, cat][(table["to_play"] + 1) % 3]
    return waiting, waiting.get(f"{GAMES}/{slug}/plan").json


def put(caller, slug, body):
    return caller.call("PUT", f"{GAMES}/{slug}/plan", body)


def test_a_plan_is_made_seen_by_its_player_and_played(slug, anna, ben, cat, waiting):
    caller, plan = waiting
    assert (plan["plays_single"], plan["cards"], plan["ducks"]) == (False, {}, False)
    wanted = {suit: cards[-1] for suit, cards in plan["choices"].items()}
    answer = put(caller, slug, {"plays_single": True, "cards": wanted, "ducks": True})
    assert (answer.status, answer.json["cards"], answer.json["plays_single"]) == (200, wanted, True)
    assert caller.get(f"{GAMES}/{slug}/plan").json == answer.json
    leader, table = to_play(slug, [anna, ben, cat])
    led = leader.post(f"{GAMES}/{slug}/moves", move_of(table)).json["hand"]["trick"]["suit_led"]
    play_plans()
    assert play_plans(now=timezone.now() + LONGEST_DELAY + timedelta(seconds=1)) == 1
    assert Move.objects.latest("entry").card == wanted[led]
    assert caller.table(slug)["hand"]["moves"][1]["by"] == "plan"
    assert leader.table(slug)["hand"]["moves"][1]["by"] == "player"


def test_a_plan_is_dropped(slug, waiting):
    caller, _plan = waiting
    put(caller, slug, {"ducks": True, "plays_single": True})
    assert caller.delete(f"{GAMES}/{slug}/plan").status == 204
    plan = caller.get(f"{GAMES}/{slug}/plan").json
    assert (plan["ducks"], plan["plays_single"]) == (False, False)


def test_nobody_elses_answer_changes_with_a_plan(slug, anna, ben, cat, waiting):
    caller, plan = waiting
    others = [other for other in (anna, ben, cat, onlooker()) if other is not caller]

    def seen():
        answers = [other.get(f"{GAMES}/{slug}{path}") for other in others for path in ("", "/log", "/sittings")]
        return [(answer.status, answer.headers.get("ETag"), answer.body.partition(b'"now"')[0]) for answer in answers]

    before = seen()
    put(caller, slug, {"plays_single": True, "cards": {"S": plan["choices"]["S"][0]}})
    assert seen() == before


def test_a_card_that_could_not_be_played_is_refused_in_words(slug, waiting):
    caller, plan = waiting
    suit = next(suit for suit, cards in plan["choices"].items() if cards[0][1] == suit)
    wrong = next(card for other in plan["choices"].values() for card in other if card[1] != suit)
    answer = put(caller, slug, {"cards": {suit: wrong}})
    assert (answer.status, answer.code) == (422, "bad_plan")
    assert "are led" in answer.json["detail"]


def test_on_ones_own_turn_there_is_nothing_to_plan(slug, anna, ben, cat):
    caller, _table = to_play(slug, [anna, ben, cat])
    answer = put(caller, slug, {"ducks": True})
    assert (answer.status, answer.code) == (409, "nothing_to_plan")
    assert put(caller, slug, {"plays_single": True}).status == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"cards": {"S": "1S"}}, 400),
        ({"cards": {"X": "7S"}}, 400),
        ({"cards": "7S"}, 400),
        ({"ducks": "yes"}, 400),
        ({"plays_single": 1}, 400),
        ({"unknown": True}, 400),
        ([], 400),
        (b"{", 400),
    ],
)
def test_what_is_no_plan_is_refused(slug, waiting, body, status):
    caller, _plan = waiting
    answer = put(caller, slug, body)
    assert answer.status == status
    assert answer.code
    assert not Plan.objects.exists()


def test_a_plan_is_for_who_plays_there(slug):
    assert put(onlooker(), slug, {"ducks": True}).status == 401
    stranger = account()
    assert (put(stranger, slug, {"ducks": True}).status, stranger.get(f"{GAMES}/{slug}/plan").status) == (403, 403)
    assert put(stranger, "nowhere", {"ducks": True}).status == 404
