"""No page of any viewer holds a card the viewer may not know: every card in its HTML is compared with the state."""

from __future__ import annotations

import re
from random import Random

import pytest

from games import log
from games.engine.cards import Card
from tests.builders import make_game, move_on, move_once, state_of

from .reader import Page, Reader, htmx
from .tables import at

pytestmark = pytest.mark.once


def cards_in(page: Page) -> set[str]:
    """Return every card of the page, by its picture, its value in a form or its name."""
    by_code = set(re.findall(r"(?<![0-9A-Za-z])([789TJQKA][SHDC])(?![0-9A-Za-z])", page.html))
    by_name = {
        {"ten": "T"}.get(rank, {"seven": "7", "eight": "8", "nine": "9"}.get(rank, rank[0].upper())) + suit[0].upper()
        for rank, suit in re.findall(
            r"(seven|eight|nine|ten|jack|queen|king|ace) of (spades|hearts|diamonds|clubs)", page.text
        )
    }
    return by_code | by_name


def known_to(state, before, seat) -> set[str]:
    """Return what the viewer in *seat* may know: their own cards, what has been played, and the hand before."""
    open_to_all = {str(card) for trick in (*state.tricks, state.trick) for card in trick.cards}
    if before is not None:
        open_to_all |= {str(card) for trick in before.tricks for card in trick.cards}
    held = set() if seat is None else {str(card) for card in state.rules.pack if state.held(seat) & card.bit}
    return open_to_all | held


@pytest.mark.parametrize(
    "options", [{}, {"general": True}, {"players": 6, "short_hands": True}], ids=["plain", "general", "six"]
)
def test_every_card_on_a_page_is_one_its_viewer_may_know(ann, ben, cat, eve, nobody, options):
    readers: list[Reader] = [ann, ben, cat]
    game = make_game(*[reader.user for reader in readers if reader.user], **options)
    chance = Random(4)
    for moves in (0, chance.randrange(1, 4), chance.randrange(5, 9)):
        for _ in range(moves):
            if game.to_play in (0, 1, 2):  # a person's turn
                move_once(game)
        state = state_of(game)
        for reader, number in [(ann, 0), (ben, 1), (cat, 2), (eve, None), (nobody, None)]:
            known = known_to(state, None, number)
            for rest, headers in [("", {}), ("/table", htmx("table")), ("/score-sheet", {})]:
                page = reader.get(at(game, rest), headers=headers)
                if not page.url.startswith("/account/"):
                    assert cards_in(page) <= known, (number, rest)
            if number is not None:
                held = {str(card) for card in state.rules.pack if state.held(number) & card.bit}
                assert held <= cards_in(reader.get(at(game)))  # the reading does find cards


def test_a_refused_move_shows_no_more_than_the_table(ann, ben, cat):
    game = make_game(*[reader.user for reader in (ann, ben, cat)])
    state = state_of(game)
    for number, reader in enumerate((ann, ben, cat)):
        for card in (Card.parse("JS"), Card.parse("KH")):
            page = reader.post(at(game, "/play"), {"ply": "5", "card": str(card)})
            assert cards_in(page) <= known_to(state, None, number)


def test_in_the_next_hand_only_the_cards_played_in_the_one_before_are_added(ann, ben, cat, eve):
    game = make_game(*[reader.user for reader in (ann, ben, cat)], short_hands=True)
    move_on(game, until_hand=2)
    before, state = (hand.state for hand in log.read_game(game))
    for reader, number in [(ann, 0), (ben, 1), (cat, 2), (eve, None)]:
        assert cards_in(reader.get(at(game))) <= known_to(state, before, number)
