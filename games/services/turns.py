"""A move and what follows from it, inside the transaction of a deed: the next turn, the next hand, the end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.hints import hint
from games import appending, log
from games.engine.deals import pack_and_lot
from games.engine.game import is_game_over, ranks_of, totals_of, winners_of
from games.engine.hand import Move as EngineMove
from games.log import Table
from games.models import Game, Holder, Move, Seat
from games.notices import outbox

from .clocks import deadline_of, fill_banks, stop_clock
from .deed import save_copies


def begin(table: Table, *, by: Any, now: datetime) -> None:
    """Deal the first hand of a full table, and tell whose turn it is and everybody but *by*, who is there."""
    game = table.game
    game.status = Game.Status.ACTIVE
    game.missed = [0] * game.players
    fill_banks(game)
    _deal(table, log.read_seeds(game), dealer=None, now=now)
    pass_turn(table, now=now)
    save_copies(table)
    others = [seat for seat in table.seats if seat.user_id != by.pk]
    outbox.write([*outbox.for_turn(game, table.seats[_to_play(game)]), *outbox.for_start(game, others, now)])


def make_move(table: Table, move: EngineMove, *, by: str, now: datetime) -> None:
    """Append *move* for the seat to play, and deal the next hand or end the game where it was the last of a hand.

    :raises IllegalMove: if the rules forbid it; nothing has been written then.
    """
    game, hand = table.game, table.hand
    assert hand is not None  # an active game has a hand
    assert hand.state.to_play is not None  # and it is not over
    mover = table.seats[hand.state.to_play]
    left = None if by == Move.By.BOT else stop_clock(table, mover.number, now)
    table.hands[-1] = appending.append_move(game, hand, move=move, by=by, now=now, left=left)
    game.ply = table.hands[-1].state.ply
    notices = []
    if by == Move.By.TIMEOUT:
        game.missed[mover.number] += 1
        if game.missed[mover.number] >= game.turns_to_miss:
            mover.holder = Holder.STAND_IN
            appending.append_sitting(mover, game, why="timed_out", now=now)
        notices += outbox.for_missed_turn(game, mover, now)
    elif by in (Move.By.PLAYER, Move.By.PLAN):
        game.missed[mover.number] = 0
    if table.hands[-1].state.is_over:
        others = [seat for seat in table.seats if by != Move.By.PLAYER or seat is not mover]  # who has seen it
        hand_over = outbox.for_hand_over(game, others, now)
        _end_hand(table, now=now)
        notices += hand_over if game.status == Game.Status.ACTIVE else []
    pass_turn(table, now=now)
    save_copies(table)
    if game.to_play is None:
        notices += outbox.for_end(game, table.seats, now)
    else:
        notices += outbox.for_turn(game, table.seats[game.to_play])
    outbox.write(notices)


def pass_turn(table: Table, *, now: datetime) -> None:
    """Copy from the log whose turn it is, and set its deadline: at once for a bot."""
    game, hand = table.game, table.hand
    game.outages = []
    game.to_play = None if game.status != Game.Status.ACTIVE or hand is None else hand.state.to_play
    if game.to_play is None:
        game.turn_began = game.deadline = None
        return
    game.turn_began = now
    is_bots = table.seats[game.to_play].is_played_by_bot
    game.deadline = now if is_bots else deadline_of(game, table.seats[game.to_play].user)


def _to_play(game: Game) -> int:
    assert game.to_play is not None  # games_game_active_iff_to_play
    return game.to_play


def _end_hand(table: Table, *, now: datetime) -> None:
    """Write the points of the hand that is over beside the game, and deal the next one or end the game."""
    game, hand = table.game, table.hands[-1]
    game.points = [*game.points, list(hand.state.points())]
    seeds = log.read_seeds(game)
    appending.append_reveal(game, hand_number=hand.number, seed=seeds[hand.number], now=now)
    hint("games.tasks.review_hands")
    if is_game_over(game.rules, game.points):
        resigned = [seat.number for seat in table.seats if seat.holder == Holder.RESIGNED]
        game.status, game.finished = Game.Status.FINISHED, now
        totals = totals_of(game.points, game.players)
        game.winners = list(winners_of(totals, resigned))
        for seat, rank in zip(table.seats, ranks_of(totals, resigned), strict=True):
            seat.rank = rank
        Seat.objects.bulk_update(table.seats, ["rank"])
    else:
        _deal(table, seeds, dealer=game.rules.left_of(hand.state.dealer), now=now)


def _deal(table: Table, seeds: Sequence[bytes], *, dealer: int | None, now: datetime) -> None:
    """Shuffle and deal the next hand; the first dealer is drawn by lot from the same shuffle."""
    game = table.game
    game.hand_number, game.ply = game.hand_number + 1, 0
    nonces = [seat.nonce for seat in table.seats]
    seed = seeds[game.hand_number]
    pack, lot = pack_and_lot(game.rules, seed, game=game.slug, hand=game.hand_number, nonces=nonces)
    hand = appending.append_hand(
        game, number=game.hand_number, dealer=lot if dealer is None else dealer, pack=pack, now=now
    )
    table.hands = [*table.hands[-1:], hand]
