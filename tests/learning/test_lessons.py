"""The lessons themselves: every choice there is leads on, or is answered in words."""

from __future__ import annotations

import pytest

from games.learning import LESSONS, NoSuchLesson, see_lesson

NUMBERS = range(1, len(LESSONS) + 1)


def view_of(moment):
    assert moment.table.hand is not None
    return moment.table.hand.view


def legal(moment):
    return [card.text for card in view_of(moment).legal]


def held(moment):
    return [card.text for card in view_of(moment).held]


def choices(number):
    """Every moment of a lesson in which its pupil chooses, by every way through it."""
    waiting = [see_lesson(number)]
    while waiting:
        moment = waiting.pop()
        if moment.is_over:
            continue
        yield moment
        tried = [see_lesson(number, " ".join(moment.played), card) for card in legal(moment)]
        waiting += [after for after in tried if after.is_right]


@pytest.mark.parametrize("number", NUMBERS)
def test_at_every_choice_it_is_the_pupils_turn_and_every_card_is_answered(number):
    for moment in choices(number):
        assert moment.table.is_my_turn
        answers = {card: see_lesson(number, " ".join(moment.played), card) for card in held(moment)}
        assert all(answer.said and answer.said != "None" for answer in answers.values())
        assert any(answer.is_right for answer in answers.values())


@pytest.mark.parametrize("number", NUMBERS)
def test_a_card_that_is_not_right_stays_in_the_hand(number):
    for moment in choices(number):
        for card in held(moment):
            after = see_lesson(number, " ".join(moment.played), card)
            if not after.is_right:
                assert after.table.hand == moment.table.hand
                assert after.ask == moment.ask


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_ends_with_a_trick_complete(number):
    ends = [see_lesson(number, " ".join(moment.played), card) for moment in choices(number) for card in legal(moment)]
    assert any(end.is_over for end in ends)
    assert all(not view_of(end).trick.cards for end in ends if end.is_over and end.is_right)


def test_a_card_the_rules_forbid_is_refused_in_the_words_of_the_table():
    assert see_lesson(1, tried="9S").said == "Follow suit: you hold hearts."


def test_the_ace_stays_below_the_jack():
    after = see_lesson(2, tried="AD")
    assert after.is_right
    assert view_of(after).tricks[-1].taker == 2
    assert not see_lesson(2, tried="QD").is_right


def test_the_polignac_is_flushed_out_by_two_spades_in_either_order():
    for played, last in (("AS", "TS"), ("TS", "AS")):
        assert view_of(see_lesson(5, played, last)).penalties == (0, 0, 0, 2)


def test_the_last_lesson_ends_a_game_that_the_pupil_wins():
    after = see_lesson(6, tried="7C").table
    assert after.totals == (2, 5, 3, 10)
    assert after.ranks[0] == 1


@pytest.mark.parametrize(
    ("number", "played", "tried"),
    [(0, "", ""), (7, "", ""), (1, "9S", ""), (1, "8H 8H", ""), (1, "8H 9S 9S", ""), (1, "x", ""), (1, "", "x"),
     (2, "QD", ""), (2, "AD", "QD"), (2, "AD AD", ""), (5, "AS AS", "")],
)  # fmt: skip
def test_a_lesson_goes_no_other_way(number, played, tried):
    with pytest.raises(NoSuchLesson):
        see_lesson(number, played, tried)
