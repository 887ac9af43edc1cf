"""A hand that is over, card by card, all cards open."""

from __future__ import annotations

import re

import pytest

from games.models import Move
from tests.builders import dealing, make_game, move_on

from .reader import Page
from .tables import at, finished, seat

pytestmark = pytest.mark.once


def played(page: Page) -> list[str]:
    """Return the cards of the trick on the table."""
    felt = page.html.partition('class="felt')[2].partition("</section>")[0]
    return re.findall(r"#([789TJQKA][SHDC])", felt.partition('class="trick"')[2])


def test_every_step_can_be_seen_and_leads_to_those_beside_it(ann, ben, cat):
    game = finished(ann, ben, cat)
    moves = [move.card for move in Move.objects.order_by("ply")]
    assert len(moves) == 30
    for step in range(31):
        page = ann.get(at(game, f"/hands/1/{step}"))
        assert page.status == 200
        assert f"Hand 1, step {step} of 30" in page.text
        beside = {n for n in (0, step - 1, step + 1, 30) if 0 <= n <= 30 and n != step}
        buttons = page.html.partition('class="replay-buttons"')[2].partition("</nav>")[0]
        assert set(re.findall(r'<a [^>]*href="([^"]+)"', buttons)) == {at(game, f"/hands/1/{n}") for n in beside}
        assert page.html.count("(played)") == step
        in_trick = step % 3
        if in_trick:
            assert played(page) == moves[step - in_trick : step]


def test_without_a_step_the_hand_begins_with_all_cards_dealt(ann, ben, cat):
    game = finished(ann, ben, cat)
    page = ann.get(at(game, "/hands/1"))
    assert "has dealt; nothing is played yet" in page.text
    hands = page.html.partition('class="open-hands"')[2].partition("</section>")[0]
    shown = re.findall(r"#([789TJQKA][SHDC])", hands)
    assert len(shown) == len(set(shown)) == 30
    assert {at(game, f"/hands/1/{step}") for step in range(1, 31)} <= set(page.links)


def test_each_step_says_what_happened(ann, ben, cat, dan):
    with dealing():
        game = make_game(ann.user, ben.user, cat.user, dan.user, target=None, hands=1)
        move_on(game)
    assert "You led" in ann.get(at(game, "/hands/1/1")).text
    assert "Ann led" in ben.get(at(game, "/hands/1/1")).text
    assert "Ben, void in spades, discarded" in ann.get(at(game, "/hands/1/2")).text


def test_who_has_resigned_since_sat_there_then(ann, ben, cat):
    game = seat(ann, ben, cat, target=None, hands=2)
    move_on(game, until_hand=2)
    cat.post(at(game, "/resign"))
    felt = ann.get(at(game, "/hands/1/3")).html.partition('class="felt')[2].partition("</section>")[0]
    assert "Cat" in felt
    assert "resigned" not in felt


def test_points_are_those_of_that_moment(ann, ben, cat):
    game = finished(ann, ben, cat, hands=2)
    first, second = game.points
    totals = [one + two for one, two in zip(first, second, strict=True)]
    for rest, points in [("1/0", [0, 0, 0]), ("1/30", first), ("2/0", first), ("2/30", totals)]:
        felt = ann.get(at(game, f"/hands/{rest}")).html.partition('class="seats"')[2].partition('class="trick')[0]
        said = [int(n) for n in re.findall(r"(\d+) points?<", felt)]
        assert said == points, rest


def test_declarations_are_steps_too(ann, ben, cat):
    game = finished(ann, ben, cat, general=True)
    page = ann.get(at(game, "/hands/1/2"))
    assert "step 2 of 33" in page.text
    assert "passed" in page.text
    assert ann.get(at(game, "/hands/1/33")).status == 200


def test_a_short_hand_ends_with_its_last_step(ann, ben, cat):
    game = finished(ann, ben, cat, short_hands=True)
    moves = Move.objects.count()
    assert ann.get(at(game, f"/hands/1/{moves}")).status == 200
    assert ann.get(at(game, f"/hands/1/{moves + 1}")).status == 404


def test_every_hand_of_a_game_leads_to_the_others(ann, ben, cat):
    game = finished(ann, ben, cat, hands=2)
    page = ann.get(at(game, "/hands/2"))
    assert {at(game, "/hands/1"), at(game, "/hands/2")} <= set(page.links)


def test_the_hand_being_played_stays_closed(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    move_on(game, until_hand=2)
    assert ann.get(at(game, "/hands/1")).status == 200
    for reader in (ann, eve):
        page = reader.get(at(game, "/hands/2"))
        assert page.url == at(game)
        assert "when it is over" in page.text


@pytest.mark.parametrize(
    "rest",
    ["0", "2", "01", "-1", "1/31", "1/-1", "1/00", "1/x", "x", "9999", "10000", "1/9999", "1/10000", str(2**63),
     f"1/{2**63}", "١", "1/٣", "1/1/1", "%00", "9" * 500],
)  # fmt: skip
def test_a_hand_or_a_step_that_is_none_is_not_found(ann, ben, cat, rest):
    game = seat(ann, ben, cat, target=None, hands=1, short_hands=True)
    move_on(game)
    assert ann.get(at(game, f"/hands/{rest}")).status == 404
