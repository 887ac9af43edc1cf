"""What must hold of every game at every moment, worked out from the rows of the log and the rules alone.

``manage.py verify`` works out much of the same in its own way: here the two are held against each other as well.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from games import log
from games.clock import Pause, deadline
from games.engine.cards import Card, parse_cards
from games.engine.game import GameState, ranks_of, winners_of
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.models import Game, Hand, Move, Seat, Sitting
from games.table import TableView, view_of
from games.verify import verify_game
from tests.builders import taking_what_was_dealt

BOTS = ("bot", "stand_in", "resigned")


@dataclasses.dataclass
class Rows:
    """A game as the database has it."""

    game: Game
    seats: list[Seat]
    hands: list[Hand]
    moves: list[Move]
    sittings: list[Sitting]

    @classmethod
    def read(cls, pk: int) -> Rows:
        return cls(
            Game.objects.get(pk=pk),
            list(Seat.objects.filter(game=pk).order_by("number")),
            list(Hand.objects.filter(game=pk).order_by("number")),
            list(Move.objects.filter(hand__game=pk).select_related("hand").order_by("hand__number", "ply")),
            list(Sitting.objects.filter(game=pk).order_by("entry")),
        )


def check_game(pk: int, viewers: Iterable[Any] = (), *, time_off_ends: bool = False) -> GameState:
    """Check the copies, who caused each move, and what each of *viewers* sees; return the game as the rules have it.

    With *time_off_ends* somebody may have given up rest hours or a holiday in the middle of a turn: its deadline stays.
    """
    rows = Rows.read(pk)
    state = fold(rows)
    check_copies(rows, state)
    check_chain(rows.game)
    check_turn(rows, time_off_ends=time_off_ends)
    check_result(rows, state)
    check_seats(rows)
    check_causes(rows)
    with taking_what_was_dealt():
        findings = verify_game(pk)
    assert findings.is_sound, findings
    table = log.find_table(Game.objects.filter(pk=pk))
    for viewer in viewers:
        check_view(view_of(table, viewer, now=rows.game.created), state)
    return state


def fold(rows: Rows) -> GameState:
    """Replay the log by `GameState` itself: every rule about dealers and ends is checked on the way."""
    state = GameState(rows.game.rules)
    for number, hand in enumerate(rows.hands, start=1):
        cards = parse_cards(hand.pack)
        size = len(cards) // rows.game.players
        held = [cards[seat * size : (seat + 1) * size] for seat in range(rows.game.players)]
        assert hand.number == number
        state = state.deal(held, dealer=hand.dealer)
        for ply, move in enumerate(move for move in rows.moves if move.hand_id == hand.pk):
            assert (move.ply, move.seat) == (ply, state.to_play)
            state = state.move(move.declaration if move.card is None else Card.parse(move.card))  # type: ignore[arg-type]
    return state


def check_copies(rows: Rows, state: GameState) -> None:
    game = rows.game
    assert game.hand_number == len(state.hands)
    assert game.ply == (state.hands[-1].ply if state.hands else 0)
    assert game.to_play == state.to_play
    assert game.points == [list(points) for points in state.points]
    assert (game.status == "finished") == state.is_over
    assert game.missed == (missed_turns(rows) if state.hands else [])


def check_chain(game: Game) -> None:
    """Each entry has its number, and the digest of the one before and of its own bytes; the last is the head."""
    digest = b""
    entries = log.read_entries(game)
    for number, (row, text) in enumerate(entries):
        digest = hashlib.sha256(digest + text).digest()
        assert (row.entry, row.digest) == (number, digest.hex())
    assert (game.entries, game.head) == (len(entries), digest.hex())


def missed_turns(rows: Rows) -> list[int]:
    """Count each seat's turns that ran out since it last moved or came back."""
    missed = [0] * rows.game.players
    events = [((move.hand.number, move.ply), 1, move.seat, move.by) for move in rows.moves]
    events += [((entry.hand_number, entry.ply), 0, entry.seat, entry.why) for entry in rows.sittings]
    for _, _, seat, what in sorted(events):
        if what == "timeout":
            missed[seat] += 1
        elif what in ("player", "plan", "returned"):
            missed[seat] = 0
    return missed


def check_turn(rows: Rows, *, time_off_ends: bool) -> None:
    game = rows.game
    if game.status != "active":
        assert (game.turn_began, game.deadline) == (None, None)
        return
    assert game.to_play is not None
    began = turn_began(rows)
    is_bots = rows.seats[game.to_play].holder in BOTS
    allowed = timedelta(0) if is_bots else time_allowed(rows, game.to_play)
    outages = [Pause(*map(datetime.fromisoformat, outage)) for outage in game.outages]
    expected = began if is_bots else deadline(began, allowed, outages)
    assert game.turn_began == began
    if not is_bots and has_time_off(rows, had=time_off_ends):
        assert game.deadline is not None
        assert game.deadline >= expected  # a pause never moves it earlier
    else:
        assert game.deadline == expected


def has_time_off(rows: Rows, *, had: bool) -> bool:
    """Whether the deadline may lie later for rest or a holiday of who is to play, also for one that they *had*."""
    user = rows.seats[rows.game.to_play or 0].user
    rests = user is not None and bool(user.rest_from or user.rest_days or user.holidays)
    return (had or rests) and rows.game.time_off and rows.game.clock.is_slow


def time_allowed(rows: Rows, to_play: int) -> timedelta:
    """Work out what is left to the seat to play, from the times of all moves before."""
    game = rows.game
    began: dict[int, datetime] = {}  # by hand, when the turn after its last move so far began
    if game.bank is None or game.cap is None:
        assert game.banks == []
        return game.move_time
    left = {seat.number: max(game.bank, game.move_time) for seat in rows.seats}
    hands = {hand.pk: hand for hand in rows.hands}
    back = {(e.hand_number, e.ply, e.seat): e.created for e in rows.sittings if e.why in ("resigned", "returned")}
    for move in rows.moves:
        hand = hands[move.hand_id]
        start = back.get((hand.number, move.ply, move.seat)) or began.get(hand.pk) or hand.created
        if move.by != "bot":
            used = max(move.created - start, timedelta(0))
            assert move.left is not None
            rest = timedelta(microseconds=move.left)
            assert max(left[move.seat] - used, timedelta(0)) <= rest <= left[move.seat]  # more only by a pause
            left[move.seat] = min(game.cap, rest + game.move_time)
        began[hand.pk] = move.created
    assert game.banks == [left[number] // timedelta(microseconds=1) for number in range(game.players)]
    return left[to_play]


def turn_began(rows: Rows) -> datetime:
    """A turn begins with the deal or the move before it, or when its seat goes from a player to a bot or back."""
    game, hand = rows.game, rows.hands[-1]
    began = rows.moves[-1].created if rows.moves and rows.moves[-1].hand_id == hand.pk else hand.created
    here = (game.to_play, game.hand_number, game.ply)
    for entry in rows.sittings:
        if entry.why in ("resigned", "returned") and (entry.seat, entry.hand_number, entry.ply) == here:
            began = entry.created
    return began


def check_result(rows: Rows, state: GameState) -> None:
    game = rows.game
    if game.status != "finished":
        assert (game.winners, game.finished, {seat.rank for seat in rows.seats}) == ([], None, {None})
        return
    resigned = [seat.number for seat in rows.seats if seat.holder == "resigned"]
    assert game.winners == list(winners_of(state.totals, resigned))
    assert tuple(seat.rank for seat in rows.seats) == ranks_of(state.totals, resigned)
    assert game.finished == rows.moves[-1].created


def check_seats(rows: Rows) -> None:
    places = [(entry.hand_number, entry.ply) for entry in rows.sittings]
    assert places == sorted(places)
    assert [seat.number for seat in rows.seats] == list(range(rows.game.players))
    for seat in rows.seats:
        expected: tuple[str, int | None] = ("nobody", None)
        for entry in rows.sittings:
            if entry.seat == seat.number:
                expected = (entry.holder, None if entry.why in ("left", "expired") else entry.user_id)
        assert (seat.holder, seat.user_id) == expected
    assert rows.game.status in ("open", "closed") or all(seat.holder != "nobody" for seat in rows.seats)


def check_causes(rows: Rows) -> None:
    """The moves of a bot's seat are the bot's; those of a person's are the person's, or made after a time-out."""
    for move in rows.moves:
        at = (move.hand.number, move.ply)
        held = [e.holder for e in rows.sittings if e.seat == move.seat and (e.hand_number, e.ply) <= at]
        assert (move.by == "bot") == (held[-1] in BOTS), move


def check_view(table: TableView, state: GameState) -> None:
    """Whatever card is anywhere in a view is the viewer's own, or has been played, or is of a hand that is over."""
    rest = dataclasses.replace(table, hand=None, previous_hand=None)
    assert not set(cards_anywhere_in(rest))
    assert table.previous_hand is None or table.previous_hand.view.is_over
    if table.hand is not None:
        seen = set(cards_anywhere_in(table.hand))
        assert seen <= may_be_seen(state.hands[-1], table.my_seat)


def may_be_seen(hand: HandState, seat: int | None) -> set[Card]:
    bits = hand.played | (0 if seat is None else hand.dealt[seat])
    return {card for card in hand.rules.pack if hand.is_over or card.bit & bits}


def cards_anywhere_in(value: Any) -> Iterator[Card]:
    """Walk through everything in *value* but the rules, whose pack is no secret, and yield each card."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, Rules | type):
        for field in dataclasses.fields(value):
            yield from cards_anywhere_in(getattr(value, field.name))
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from cards_anywhere_in(item)
    else:
        assert value is None or isinstance(value, str | int | datetime | timedelta | Rules), type(value)
