"""GET /games/{slug}/hands/{number} and GET /games/{slug}/record."""

from __future__ import annotations

import pytest

from games.bots import figures
from games.bots.review import METHOD
from games.engine import record
from games.models import Hand, Review
from games.models.review import MOST_TRIES
from games.services.reviewing import review_hands

from .people import GAMES, play_on, seat_all


@pytest.fixture
def slug(anna, ben, cat):
    slug = seat_all(anna, ben, cat, target=5)
    play_on(slug, [anna, ben, cat], 30)
    return slug


def test_a_hand_that_is_over_is_open_to_all_who_see_the_table(slug, stranger, nobody):
    for caller in (stranger, nobody):
        hand = caller.get(f"{GAMES}/{slug}/hands/1").json
        assert (hand["step"], hand["steps"], hand["held"]) == (30, 30, [[], [], []])
        assert (sum(hand["points"]), hand["is_over"], hand["players"]) == (5, True, ["Anna", "Ben", "Cat"])
        assert sorted(card for held in hand["dealt"] for card in held) == sorted(m["card"] for m in hand["moves"])


def test_a_hand_is_looked_through_step_by_step(slug, anna):
    whole = anna.get(f"{GAMES}/{slug}/hands/1").json
    start = anna.get(f"{GAMES}/{slug}/hands/1?step=0").json
    assert (start["ply"], start["trick"]["cards"], start["held"]) == (0, [], whole["dealt"])
    for step in range(1, 31):
        after = anna.get(f"{GAMES}/{slug}/hands/1?step={step}").json
        move = after["moves"][step - 1]
        assert after["step"] == after["ply"] == step
        assert move["card"] not in after["held"][move["seat"]]
        assert sum(map(len, after["held"])) == 30 - step
    assert after == whole


@pytest.mark.parametrize("address", ["0", "99", "1?step=31", "9223372036854775808", "-1", "x", "٣", "9" * 5000])
def test_a_hand_or_step_that_is_not_there_is_not_found(slug, anna, address):
    answer = anna.get(f"{GAMES}/{slug}/hands/{address}")
    assert answer.status == 404, answer.body


@pytest.mark.parametrize("step", ["-1", "1e400", "x", "", "٣", "%00", "99999999"])
def test_what_is_no_step_is_refused_with_400(slug, anna, step):
    assert anna.get(f"{GAMES}/{slug}/hands/1?step={step}").status == 400


def test_the_hand_being_played_stays_closed(anna, ben, cat):
    slug = seat_all(anna, ben, cat, target=50)
    play_on(slug, [anna, ben, cat], 45)
    answer = anna.get(f"{GAMES}/{slug}/hands/2")
    assert (answer.status, answer.code) == (409, "hand_not_over")


def test_the_record_of_a_finished_game_replays_to_the_same_points(slug, anna, ben, cat, nobody):
    play_on(slug, [anna, ben, cat], 1000)
    answer = nobody.get(f"{GAMES}/{slug}/record")
    assert answer.status == 200
    game, table = record.read(answer.json), anna.table(slug)
    assert (list(game.totals), answer.json["winners"]) == (table["totals"], table["winners"])
    assert [list(points) for points in game.points] == table["points"]
    assert answer.json["players"] == ["Anna", "Ben", "Cat"]


def test_the_record_waits_for_the_end_of_the_game(anna, ben, cat):
    answer = anna.get(f"{GAMES}/{seat_all(anna, ben, cat)}/record")
    assert (answer.status, answer.code) == (409, "game_not_over")


def test_the_review_of_a_hand_is_there_when_it_has_been_made(slug, anna, nobody):
    address = f"{GAMES}/{slug}/hands/1/review"
    waiting = nobody.get(address).json
    assert (waiting["is_ready"], waiting["plays"]) == (False, [])
    review_hands()
    review, hand = nobody.get(address).json, anna.get(f"{GAMES}/{slug}/hands/1").json
    assert review["is_ready"]
    assert review["worlds"] >= 300
    assert len(review["accuracy"]) == 3
    assert [(it["ply"], it["seat"], it["move"]) for it in review["plays"]] == [
        (move["ply"], move["seat"], move["card"]) for move in hand["moves"]
    ]
    for play in review["plays"]:
        worth = {option["move"]: option["worth"] for option in play["options"]}
        assert play["regret"] == pytest.approx(worth[play["move"]] - min(worth.values()), abs=0.0021)
        assert (play["better"] is None) == (play["reason"] is None)
        if play["reason"]:
            assert play["reason"]["sentence"].endswith(".")


def test_that_a_review_has_failed_is_an_answer_of_its_own(slug, anna, ben, cat):
    play_on(slug, [anna, ben, cat], 45)
    Review.objects.create(hand=Hand.objects.get(number=1), tries=MOST_TRIES)
    answer = anna.get(f"{GAMES}/{slug}/hands/1/review")
    assert (answer.status, answer.code) == (409, "review_failed")


def test_the_hand_being_played_has_no_review(anna, ben, cat):
    slug = seat_all(anna, ben, cat, target=50)
    play_on(slug, [anna, ben, cat], 45)
    answer = anna.get(f"{GAMES}/{slug}/hands/2/review")
    assert (answer.status, answer.code) == (409, "hand_not_over")
    assert anna.get(f"{GAMES}/{slug}/hands/9/review").status == 404


def test_the_record_has_the_reviews_if_they_are_asked_for_and_replays_all_the_same(slug, anna, ben, cat):
    play_on(slug, [anna, ben, cat], 1000)
    review_hands()
    plain = anna.get(f"{GAMES}/{slug}/record").json
    full = anna.get(f"{GAMES}/{slug}/record?review=true").json
    assert "review" not in plain["hands"][0]
    for hand in full["hands"]:
        review = hand.pop("review")
        assert review.pop("method") == METHOD
        assert [str(play.move) for play in figures.read(review).plays] == hand["plays"].split()
    assert full == plain
    assert record.read(anna.get(f"{GAMES}/{slug}/record?review=true").json).totals == record.read(plain).totals
    assert anna.get(f"{GAMES}/{slug}/record?review=perhaps").status == 400
