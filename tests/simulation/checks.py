"""What must hold in the site in miniature, after every event."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from accounts import time_off
from games import clock
from games.engine.game import GameState

from .people import Person
from .post import Post
from .tables import ZERO, Table


def check_turn(table: Table, post: Post) -> None:
    """A turn has one notice, and a deadline as late as the pauses make it, in none of them."""
    player = table.player
    if player is None:
        return
    assert (player, table, "your_turn", *table.moment) in post.outbox
    allowed = table.allowed()
    assert clock.deadline(table.turn_began, allowed, table.outages) <= table.deadline
    if table.counts_time_off:
        assert table.deadline <= clock.latest_deadline(table.turn_began, allowed, table.stopped(player))
    check_rest(table, player)


def check_rest(table: Table, player: Person) -> None:
    """Nobody is timed out at rest or away, but who has put that off for longer than any rest hours would."""
    woken = clock.deadline(table.deadline, ZERO, table.pauses(player, table.deadline))
    if woken != table.deadline:
        latest = clock.latest_deadline(table.turn_began, table.allowed(), table.stopped(player))
        assert woken > latest
        assert not any(pause.start <= table.deadline < pause.end for pause in table.stopped(player))


def check_log(table: Table) -> None:
    """The state is the fold of the log, in the order of time, every move by who held the seat."""
    assert [one[5] for one in table.moves] == sorted(one[5] for one in table.moves)
    places = [one[:2] for one in table.moves]
    assert len(set(places)) == len(places)
    state, moves = GameState(table.rules), iter(table.moves)
    banks = [table.clock.first_turn] * table.rules.players
    for held, dealer in table.packs:
        state = state.deal(held, dealer=dealer)
        while state.to_play is not None and (entry := next(moves, None)) is not None:
            _, ply, seat, move, _, _, left = entry
            assert (ply, seat) == (state.hands[-1].ply, state.to_play)
            state = state.move(move)
            if left is not None:
                assert ZERO <= left <= banks[seat]
                banks[seat] = table.clock.after_move(left)
    assert next(moves, None) is None
    assert state == table.state
    assert not table.banks or table.banks == banks


def check_holidays(person: Person, now: datetime) -> None:
    """Nobody has taken more holidays than they have accrued, or two at once."""
    spans = time_off.holidays_of(person)  # type: ignore[arg-type]
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    taken = sum((end - start for start, end in spans), ZERO)
    assert taken <= (now - person.date_joined) * time_off.DAYS_A_YEAR / 365
