"""A game that is over: the standings, the score sheet, the record to keep."""

from __future__ import annotations

import json
import re

from games.engine import record
from games.models import Game, Move, Seat
from tests.builders import move_on

from .reader import Reader
from .tables import at, finished, seat


def test_the_page_says_who_won_and_in_which_order_all_came(ann, ben, cat, eve):
    game = finished(ann, ben, cat)
    names = [seat.name for seat in game.seats.order_by("number")]
    winners = [names[number] for number in game.winners]
    page = eve.get(at(game))
    assert (f"{winners[0]} won" if len(winners) == 1 else f"A shared win: {', '.join(winners)}") in page.text
    standings = page.html.partition('class="standings"')[2].partition("</ol>")[0]
    lines = re.findall(r"Place </span>(\d)</span>.*?>(Ann|Ben|Cat)</a>", standings, re.DOTALL)
    ranks = {seat.name: seat.rank for seat in game.seats.all()}
    assert {name: int(rank) for rank, name in lines} == ranks
    assert [int(rank) for rank, _ in lines] == sorted(rank or 0 for rank in ranks.values())


def test_a_winner_is_told_so(ann, ben, cat):
    game = finished(ann, ben, cat)
    readers = [ann, ben, cat]
    for number, reader in enumerate(readers):
        text = reader.get(at(game)).text
        assert ("You won!" in text or "You share the win!" in text) == (number in game.winners)


def test_the_page_leads_to_every_hand_the_sheet_and_the_record(ann, ben, cat):
    game = finished(ann, ben, cat, hands=2)
    links = ann.get(at(game)).links
    below = {at(game, rest) for rest in ("/hands/1", "/hands/2", "/score-sheet", "/record")}
    assert below | {"/games/new"} <= set(links)


def test_how_it_ended_comes_before_what_happened_on_the_way(ann, ben, cat):
    game = finished(ann, ben, cat)
    _, (waited, _) = who_played_last(game, ann, ben, cat)
    html = waited.get(at(game)).html
    assert html.index('id="standings-title"') < html.index('id="sheet"') < html.index('id="since"')


def test_who_has_played_the_last_card_is_not_told_what_happened_before_it(ann, ben, cat):
    game = finished(ann, ben, cat)
    last, _ = who_played_last(game, ann, ben, cat)
    assert 'id="since"' not in last.get(at(game)).html


def who_played_last(game: Game, *readers: Reader) -> tuple[Reader, list[Reader]]:
    """Return who of them played the last card, and the others."""
    move = Move.objects.filter(hand__game=game).latest("entry")
    user = Seat.objects.get(game=game, number=move.seat).user
    last = next(reader for reader in readers if reader.user == user)
    return last, [reader for reader in readers if reader is not last]


# The score sheet


def test_the_sheet_adds_up(ann, ben, cat):
    game = finished(ann, ben, cat, hands=2)
    page = ann.get(at(game, "/score-sheet"))
    totals = [sum(points[seat] for points in game.points) for seat in range(3)]
    assert sum(totals) == 10
    assert f"total {totals[0]} {totals[1]} {totals[2]}" in page.text
    for number, points in enumerate(game.points, start=1):
        assert f"{number} : see this hand again {points[0]} {points[1]} {points[2]}" in page.text
    assert "Standings" in page.text


def test_the_sheet_of_a_game_being_played_marks_the_hand_that_is_not_finished(ann, ben, cat):
    game = seat(ann, ben, cat)
    move_on(game, until_hand=2)
    page = ann.get(at(game, "/score-sheet"))
    assert "The game goes on." in page.text
    left = [10 - points for points in game.points[0]]
    assert f"tokens {left[0]} {left[1]} {left[2]}" in page.text
    assert "not finished" in page.text


def test_the_sheet_of_a_table_that_waits_shows_no_points(ann):
    game = seat(ann, begun=False)
    page = ann.get(at(game, "/score-sheet"))
    assert page.status == 200
    assert at(game) in page.links


# The record


def test_the_record_of_a_finished_game_is_a_file_that_replays_to_its_points(ann, ben, cat, nobody):
    game = finished(ann, ben, cat)
    page = nobody.get(at(game, "/record"))
    assert page.header("Content-Disposition") == f'attachment; filename="polignac-{game.slug}.json"'
    assert page.header("Content-Type") == "application/json"
    played = record.read(json.loads(page.html))
    assert [list(points) for points in played.points] == Game.objects.get().points


def test_the_record_and_a_rematch_of_a_game_being_played_are_refused_on_its_page(ann, ben, cat):
    game = seat(ann, ben, cat)
    for page in (ann.get(at(game, "/record")), ann.post(at(game, "/rematch"))):
        assert page.url == at(game)
        assert "The game is not over yet." in page.text


def test_who_has_played_asks_for_a_rematch_and_another_sits_down(ann, ben, cat, eve):
    game = finished(ann, ben, cat)
    assert "Play again" not in eve.get(at(game)).text
    assert "Play again opens a table of the same terms and invites the others" in ann.get(at(game)).text
    page = ann.post(at(game, "/rematch"), {})
    assert "Waiting for players" in page.text
    page = ben.post(at(game, "/rematch"), {})
    assert "Waiting for players" in page.text
    assert set(Game.objects.get(rematch_of=game).seats.values_list("user__username", flat=True)) == {"Ann", "Ben", None}
