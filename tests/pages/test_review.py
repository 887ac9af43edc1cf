"""The review of a hand on the pages of its replay."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import log
from games.bots.review import HandReview
from games.models import Game, Review, Seat
from games.models.review import MOST_TRIES
from games.services import absence
from games.services.overdue import play_game
from games.services.reviewing import find_review, review_hands
from tests.builders import move_on

from .reader import Page
from .tables import at, finished, seat

pytestmark = pytest.mark.once


@pytest.fixture
def game(ann, ben, cat) -> Game:
    return finished(ann, ben, cat)


def review_of(game: Game) -> HandReview:
    review = find_review(log.read_game(game)[0].pk)
    assert review is not None
    return review


def part(page: Page, kind: str) -> str:
    return page.html.partition(f'class="panel {kind}"')[2].partition("</section>")[0]


def rows(table: str) -> list[str]:
    return re.findall(r"<tr.*?</tr>", table.partition("<tbody>")[2].partition("</tbody>")[0], re.S)


def test_while_a_hand_is_being_reviewed_the_page_says_so_and_can_be_asked_again(game, ann):
    page = ann.get(at(game, "/hands/1/3"))
    assert "This hand is being reviewed" in page.text
    assert "What your cards were worth" not in page.text
    assert "Look again" in page.text
    review_hands()
    assert "being reviewed" not in ann.get(at(game, "/hands/1/3")).text


def test_where_a_review_has_failed_the_page_says_so_and_does_not_wait_for_it(game, ann):
    Review.objects.create(hand_id=log.read_game(game)[0].pk, tries=MOST_TRIES)
    page = ann.get(at(game, "/hands/1/3"))
    assert "This hand could not be reviewed" in page.text
    assert "being reviewed" not in page.text
    assert "data-review-waiting" not in page.html


def test_each_step_has_a_bar_for_each_legal_card_and_marks_the_one_played(game, ann):
    review_hands()
    for play in review_of(game).plays:
        shown = rows(part(ann.get(at(game, f"/hands/1/{play.ply + 1}")), "review-play"))
        assert len(shown) == len(play.options)
        for row, option in zip(shown, play.options, strict=True):
            assert f"{option.worth:.2f}" in row
            assert f"{option.hindsight:.2f}" in row
            assert row.count('class="bar"') == 1
            assert ("is-chosen" in row) == (option.move == play.move) == (">played<" in row)


def test_before_the_first_card_there_is_nothing_to_judge(game, ann):
    review_hands()
    assert part(ann.get(at(game, "/hands/1")), "review-play") == ""


def test_the_plays_that_mattered_lead_to_their_steps_with_what_was_better_and_why(game, ann):
    review_hands()
    review = review_of(game)
    moments = part(ann.get(at(game, "/hands/1")), "review-hand").partition('class="moments"')[2].partition("</ol>")[0]
    assert review.moments, "they play the first card that is legal, which costs"
    assert re.findall(r'<a class="moment" href="([^"]+)"', moments) == [
        at(game, f"/hands/1/{ply + 1}") for ply in review.moments
    ]
    for ply in review.moments:
        assert f"Better by {review.plays[ply].regret:.2f}:" in moments


def test_each_player_has_an_accuracy_and_what_they_gave_away(game, ann, nobody):
    review_hands()
    review = review_of(game)
    for reader in (ann, nobody):
        shown = rows(part(reader.get(at(game, "/hands/1")), "review-hand"))
        assert len(shown) == 3
        for number, row in enumerate(shown):
            assert f"{round(100 * (review.accuracy[number] or 0))} %" in row
            lost = sum(play.regret for play in review.plays if play.seat == number)
            assert f"{lost:.2f}" in row


def test_who_had_a_bot_play_for_them_is_not_judged_by_its_cards(ann, ben, cat):
    game = seat(ann, ben, cat, target=None, hands=1)
    absence.resign(slug=game.slug, user=ben.user)
    while Game.objects.get(pk=game.pk).status == Game.Status.ACTIVE:
        play_game(game.pk)
        if Game.objects.get(pk=game.pk).status == Game.Status.ACTIVE:
            move_on(game, 1)
    review_hands()
    page = part(ann.get(at(game, "/hands/1")), "review-hand")
    _of_ann, of_ben, _of_cat = rows(page)
    assert "0.00" in of_ben
    assert "%" not in of_ben
    assert f"10 turns that a bot played for {ben.user.username} do not count." in page
    assert page.count("a bot played for") == 1
    assert "10 turns that a bot played for you do not count." in ben.get(at(game, "/hands/1")).html


def test_the_curve_has_a_line_for_each_player_and_the_same_in_figures(game, ann):
    review_hands()
    page = part(ann.get(at(game, "/hands/1/9")), "review-hand")
    assert len(re.findall("<polyline", page)) == 3
    assert 'class="now"' in page
    table = page.partition("<details")[2]
    assert len(rows(table)) == 10
    worth = next(it.worth for it in review_of(game).plays[0].options if it.move == review_of(game).plays[0].move)
    assert f"{worth:.2f}" in rows(table)[0]


def test_declarations_are_reviewed_as_well(ann, ben, cat):
    game = finished(ann, ben, cat, general=True)
    review_hands()
    shown = rows(part(ann.get(at(game, "/hands/1/1")), "review-play"))
    assert len(shown) == 2
    assert ["general" in row for row in shown] == [False, True]


def test_the_hand_being_played_is_not_reviewed(ann, ben, cat):
    game = seat(ann, ben, cat)
    assert "Review of the hand" not in ann.get(at(game, "/hands/1")).text


def test_a_replay_with_its_review_keeps_to_the_budget_of_a_table(game, ann):
    review_hands()
    Seat.objects.update(seen=None)
    with CaptureQueriesContext(connection) as captured:
        ann.get(at(game, "/hands/1/9"))
    assert len(captured) <= 8


def test_the_record_can_be_had_with_the_reviews(game, ann):
    review_hands()
    page = ann.get(at(game))
    assert f"{at(game, '/record')}?review=true" in page.links
    assert '"review": {' in ann.get(f"{at(game, '/record')}?review=true").html
    assert '"review"' not in ann.get(at(game, "/record")).html
