"""Nothing that anybody can observe depends on cards or plans they cannot know: these are exchanged, all bytes compared.

The addresses come from the URL resolver. One that cannot be asked for as others are fails until it is told how
(`exchange.SPECIAL`, `scenes.values_of`).
"""

from __future__ import annotations

from random import Random
from unittest import mock

import pytest
import time_machine
from django.db import connection, transaction

from games import table
from games.engine.view import view_from
from games.models import Game
from games.pages.live import RETRY
from games.triggers import drop_triggers

from .evenings import Evening, dealt_as, exchanged
from .exchange import Compared, all_that_is_sent, compare, different
from .routes import all_routes

pytestmark = pytest.mark.once

ROUTES = all_routes()
OF_GAMES = [route for route in ROUTES if not route.pattern.startswith("account/")]
NOON = "2026-03-01T12:00:00Z"
TENTHS, PARTS, STATES_IN_A_PART = range(10), range(20), 10  # of 2,000 states


def evening_of(number: int, clock: time_machine.Traveller) -> Evening:
    """Make a game by chance, the same for the same *number*, in a database whose log may be changed."""
    evening = Evening(Random(number), clock)
    drop_triggers(connection)  # in the transaction of the test
    return evening


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(3))
def test_exchanging_cards_a_viewer_cannot_know_changes_no_byte_of_anything(number: int) -> None:
    """Everybody at the addresses of games; in the first game two players and a stranger at all addresses."""
    with time_machine.travel(NOON, tick=False) as clock:
        evening = evening_of(number, clock)
        viewers = evening.viewers()
        if number == 0:
            compared = compare(evening, [*viewers[:2], viewers[-3]], ROUTES)
        else:
            compared = compare(evening, viewers, OF_GAMES)
    assert compared.viewers
    assert not compared.different


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS, ids="part-{}".format)
@pytest.mark.parametrize("tenth", TENTHS, ids="tenth-{}".format)
def test_exchanging_cards_in_thousands_of_games_changes_no_byte_of_anything(
    tenth: int, part: int, request: pytest.FixtureRequest
) -> None:
    """Each of 2,000 states for everybody at every address by every method, as it is and with the cards exchanged.

    That is 4.3 million answers, and one million of them a second time: about five minutes of a processor for each of
    the 200 parts. ``-k tenth-3`` takes a tenth of them; how much was compared is in the JUnit report.
    """
    compared = Compared()
    first = 1000 + (tenth * len(PARTS) + part) * STATES_IN_A_PART
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(first, first + STATES_IN_A_PART):
            with transaction.atomic():
                evening = evening_of(number, clock)
                compared += compare(evening, evening.viewers(), ROUTES)
                transaction.set_rollback(True)
    request.node.user_properties.append(("compared", str(compared)))
    assert compared.viewers > STATES_IN_A_PART
    assert not compared.different


@pytest.mark.django_db
def test_a_view_of_another_seat_is_noticed() -> None:
    """What must not be can be seen by this test: an onlooker is shown the cards of seat 0."""
    routes = [route for route in ROUTES if route.name in ("games:game", "games-api:game")]
    with time_machine.travel(NOON, tick=False) as clock:
        evening = evening_of(1, clock)
        [onlooker] = [viewer for viewer in evening.viewers() if viewer.name == "stranger"]
        pack = exchanged(evening.hand, None, evening.chance)
        assert pack is not None
        Game.objects.update(access="public")
        with mock.patch.object(table, "view_from", lambda state, _seat: view_from(state, 0)):
            sent = all_that_is_sent(evening, onlooker, routes)
            with dealt_as(evening, pack, onlooker):
                other = all_that_is_sent(evening, onlooker, routes)
    assert set(different(sent, other)) >= {"GET games-api:game"}


@pytest.mark.django_db
def test_own_cards_that_are_exchanged_are_noticed() -> None:
    """A player whose own cards are others gets other bytes by page, API and mail, and a bot plays otherwise."""
    with time_machine.travel(NOON, tick=False) as clock:
        evening = evening_of(2, clock)
        state = evening.state
        [viewer] = [viewer for viewer in evening.viewers() if viewer.seat == state.to_play]
        pack = exchanged(evening.hand, None, evening.chance)
        assert pack is not None
        sent = all_that_is_sent(evening, viewer, ROUTES)
        with dealt_as(evening, pack, viewer):
            other = all_that_is_sent(evening, viewer, ROUTES)
    expected = {"GET games:game", "GET games:table_fragment, by htmx", "GET games-api:game"}
    assert set(different(sent, other)) >= expected


@pytest.mark.django_db
def test_the_stream_of_a_table_is_heard_and_tells_its_version_alone() -> None:
    [route] = [route for route in ROUTES if route.name == "games:table_stream"]
    with time_machine.travel(NOON, tick=False) as clock:
        evening = evening_of(1, clock)
        heard = all_that_is_sent(evening, evening.viewers()[0], [route])["GET games:table_stream"].decode()
    version = evening.game.version
    assert heard.startswith("200\n")
    events = heard.partition("\n\n")[2].strip().split("\n\n")
    assert events == [f"retry: {RETRY}", f'data: {{"version": {version}}}', f'data: {{"version": {version + 1}}}']
