"""The lessons as pages: for a stranger, without a script, and without a trace."""

from __future__ import annotations

from urllib.parse import urlencode

from accounts.models import User
from games.learning import LESSONS
from games.models import Game, Seat

from .reader import htmx


def play(nobody, page, card):
    """Press the button of a card, as a browser without a script does."""
    assert card in page.cards_offered
    form = next(form for form in page.forms if form.action.startswith("/learn/"))
    return nobody.get(f"{form.action}?{urlencode({'played': form.fields['played'], 'card': card})}")


def test_a_stranger_goes_through_all_lessons_and_sits_down_with_three_beginners(nobody):
    page = nobody.get("/learn")
    for number, lesson in enumerate(LESSONS, start=1):
        assert f"Lesson {number} of {len(LESSONS)}" in page.text
        for step in lesson.steps:
            page = play(nobody, page, next(card for card in step.right if card in page.cards_offered))
        if number < len(LESSONS):
            assert f"/learn/{number + 1}" in page.links
            page = nobody.get(f"/learn/{number + 1}")
    assert Game.objects.count() == User.objects.count() == 0
    assert nobody.submit(page, "/play-now").status == 200
    assert sorted(Seat.objects.values_list("level", flat=True)) == ["", "beginner", "beginner", "beginner"]


def test_a_choice_that_is_not_right_is_answered_in_words_and_asked_for_again(nobody):
    page = play(nobody, nobody.get("/learn/2"), "QD")
    assert "you would take the trick, and a point" in page.text
    assert "Choose again." in page.text
    page = play(nobody, page, "AD")
    assert "the ace stands between the jack and the ten" in page.text
    assert not page.cards_offered


def test_what_no_lesson_can_come_to_is_not_found(nobody):
    for path in ("/learn/0", "/learn/7", "/learn/2?card=KS'", "/learn/2?played=QD", "/learn/1?played=8H&card=%00"):
        assert nobody.get(path).status == 404, path


def test_a_lesson_keeps_nothing_and_asks_the_database_for_nothing(nobody, django_assert_num_queries):
    nobody.get("/learn")
    with django_assert_num_queries(0):
        page = nobody.get("/learn/3?played=JS&card=JH")
    assert page.status == 200
    assert not set(nobody.client.cookies) - {"csrf"}


def test_htmx_gets_the_table_alone(nobody):
    page = nobody.get("/learn/3?played=&card=JS", headers=htmx("table"))
    assert "<html" not in page.html
    assert 'id="table"' in page.html


def test_the_lessons_are_offered_where_somebody_new_may_look(nobody, ann):
    for reader, path in ((nobody, "/"), (nobody, "/rules"), (nobody, "/lobby"), (ann, "/games")):
        assert reader.get(path).links.count("/learn") == 2, path  # in the page, and at its foot
