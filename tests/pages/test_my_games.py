"""The list of one's own games."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.pages.lists import FINISHED_SHOWN, PAGE_SIZE

from .tables import at, finished, seat


def games_in(page):
    """Return the slugs of the games listed, in order, under the heading of their part."""
    parts: dict[str, list[str]] = {}
    part = ""
    pattern = r'<h[12][^>]*?(?: id="([a-z-]+)")?[^>]*>|class="game-item-title" href="/games/([^"]+)"'
    for heading, slug in re.findall(pattern, page.html):
        if slug:
            parts.setdefault(part, []).append(slug)
        else:
            part = heading
    return parts


def set_end(game, ago):
    Game.objects.filter(pk=game.pk).update(finished=timezone.now() - ago)


def test_who_has_no_game_is_told_where_to_find_one(ann):
    page = ann.get("/games")
    assert "You are in no game yet." in page.text
    assert {"/lobby", "/games/new"} <= set(page.links)


def test_my_turn_comes_first_by_deadline_then_what_waits_then_open_then_finished(ann, ben, cat):
    mine, later, waiting = (seat(ann, ben, cat) for _ in range(3))
    soon = timezone.now() + timedelta(hours=1)
    Game.objects.filter(pk=later.pk).update(to_play=0, deadline=soon + timedelta(hours=5))
    Game.objects.filter(pk=mine.pk).update(to_play=0, deadline=soon)
    Game.objects.filter(pk=waiting.pk).update(to_play=1, deadline=soon - timedelta(minutes=30))
    opened, over = seat(ann, begun=False), finished(ann, ben, cat)
    seat(ben, cat, begun=False)
    page = ann.get("/games")
    assert games_in(page) == {
        "my-turn": [mine.slug, later.slug],
        "waiting": [waiting.slug],
        "open": [opened.slug],
        "finished": [over.slug],
    }
    assert "Waiting for Ben" in page.text
    assert "(2) My games" in page.text


def test_a_game_that_was_given_up_before_it_began_is_not_listed(ann):
    game = seat(ann, begun=False)
    ann.post(at(game, "/leave"))
    assert games_in(ann.get("/games")) == {}


def test_a_game_one_has_resigned_waits_for_others_and_never_for_oneself(ann, ben, cat):
    game = seat(ann, ben, cat)
    ann.post(at(game, "/resign"))
    Game.objects.update(to_play=0)
    assert games_in(ann.get("/games")) == {"waiting": [game.slug]}
    assert "Nobody waits for you." in ann.get("/games").text


def test_a_finished_game_says_in_which_place_one_came(ann, ben, cat):
    game = finished(ann, ben, cat)
    for reader in (ann, ben, cat):
        rank = game.seats.get(user=reader.user).rank
        assert ("You won" if rank == 1 else f"You came in place {rank}") in reader.get("/games").text


@pytest.fixture
def many(ann, ben, cat):
    """As many finished games as fill two pages and a bit, the latest first."""
    first = finished(ann, ben, cat)
    now = timezone.now()
    copies = [
        Game(
            host=ann.user, players=3, status="finished", finished=now - timedelta(hours=n), points=[[5, 0, 0]],
            hand_number=1, missed=[0] * 3, target=None, hands_to_play=1, winners=[1, 2],
        )
        for n in range(1, 2 * PAGE_SIZE + 3)
    ]  # fmt: skip
    games = Game.objects.bulk_create(copies)
    seats = list(first.seats.all())
    for game in games:
        for one in seats:
            one.pk, one.game = None, game
        type(seats[0]).objects.bulk_create(seats)
    return [first, *games]


def test_the_list_ends_with_the_last_games_and_leads_to_the_others(ann, many):
    page = ann.get("/games")
    assert games_in(page)["finished"] == [game.slug for game in many[:FINISHED_SHOWN]]
    assert "/games/finished" in page.links


def test_all_finished_games_are_there_page_by_page_in_order(ann, many):
    slugs = [game.slug for game in many]
    for number in (1, 2, 3):
        expected = slugs[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        page = ann.get(f"/games/finished?page={number}")
        assert list(games_in(page).values()) == [expected]
        assert f"Page {number} of 3" in page.text
    assert "?page=2" in page.links
    assert "?page=4" not in page.links


BEYOND = ["-1", "0", "999999", str(2**63)]
NO_NUMBER = ["9" * 5000, "x", "", "%00", "1.5"]


@pytest.mark.parametrize(
    ("number", "shown"), [*((word, 3) for word in BEYOND), *((word, 1) for word in NO_NUMBER), ("٢", 2)]
)
def test_a_page_that_is_none_is_another_page(ann, many, number, shown):
    page = ann.get(f"/games/finished?page={number}")
    assert (page.status, f"Page {shown} of 3" in page.text) == (200, True)


def test_who_has_finished_nothing_is_told(ann):
    assert "You have finished no game yet." in ann.get("/games/finished").text
