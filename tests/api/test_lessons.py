"""The lessons by the API: for a stranger, by the cards in the address alone."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.learning import LESSONS
from games.models import Game

from .test_schema import check, described_answer

ROOT = "/api/v1/lessons"


def ask(nobody, number, played=(), card=""):
    path = f"{ROOT}/{number}?played={','.join(played)}" + (f"&card={card}" if card else "")
    answer = nobody.get(path)
    check(answer.json, described_answer("GET", path, answer.status))
    return answer


def test_a_stranger_goes_through_all_lessons(db, nobody, django_assert_num_queries):
    number = 1
    with django_assert_num_queries(0):
        while number:
            lesson = ask(nobody, number).json
            while not lesson["is_over"]:
                assert lesson["table"]["is_my_turn"]
                right = LESSONS[number - 1].steps[len(lesson["played"])].right
                card = next(card for card in lesson["table"]["hand"]["legal"] if card in right)
                lesson = ask(nobody, number, lesson["played"], card).json
                assert (lesson["is_right"], lesson["played"][-1]) == (True, card)
                assert lesson["said"]
            number = lesson["next"]
    assert lesson["number"] == len(LESSONS)
    assert lesson["table"]["totals"] == [2, 5, 3, 10]
    assert Game.objects.count() == User.objects.count() == 0


def test_they_are_listed_in_order_in_the_language_asked_for(db, nobody):
    answer = nobody.get(ROOT)
    check(answer.json, described_answer("GET", ROOT, 200))
    assert [each["number"] for each in answer.json["results"]] == list(range(1, len(LESSONS) + 1))
    assert answer.json["results"][0]["title"] == "Follow suit"
    french = nobody.get(ROOT, **{"Accept-Language": "fr"}).json["results"][0]["title"]
    assert french != "Follow suit"


def test_a_choice_that_is_not_right_stays_in_the_hand_and_is_answered_in_words(db, nobody):
    before, after = ask(nobody, 2).json, ask(nobody, 2, card="QD").json
    assert (after["is_right"], after["played"], after["ask"]) == (False, [], before["ask"])
    assert "you would take the trick, and a point" in after["said"]
    assert after["table"]["hand"] == before["table"]["hand"]


def test_a_card_the_rules_forbid_is_refused_in_the_words_of_the_table(db, nobody):
    assert ask(nobody, 1, card="9S").json["said"] == "Follow suit: you hold hearts."


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/0", 404, "no_such_lesson"),
        ("/7", 404, "no_such_lesson"),
        ("/99999999999999999999", 404, "no_such_lesson"),
        ("/x", 404, "not_found"),
        ("/1?played=9S", 404, "no_such_lesson"),
        ("/1?played=8H,8H", 404, "no_such_lesson"),
        ("/1?played=,,", 200, None),
        ("/1?played=x", 404, "no_such_lesson"),
        ("/1?played=" + "8H," * 50, 400, "invalid"),
        ("/1?card=XX", 400, "not_a_card"),
        ("/1?card=", 400, "not_a_card"),
        ("/1?cards=8H", 400, "invalid"),
        ("/2?played=AD&card=QD", 404, "no_such_lesson"),
    ],
)
def test_a_lesson_goes_no_other_way(db, nobody, path, status, code):
    answer = nobody.get(ROOT + path)
    assert (answer.status, answer.json.get("code")) == (status, code)
