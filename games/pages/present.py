"""The table page: a `TableView` laid out for its templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.engine.cards import JACKS, Card, Suit
from games.engine.game import totals_of
from games.engine.hand import Trick
from games.engine.view import SeatView
from games.models import Game, Holder, Level
from games.models.game import LONGEST_MESSAGE
from games.services.looking import SittingInfo
from games.table import SeatInfo, TableView
from games.words import suit_name, time_in_words

from . import words
from .events import what_happened
from .retelling import retell
from .sheet import line_of_table, profile_url, replay_url, score_sheet, standings

POLL_FOR_A_BOT, POLL_FOR_OTHERS, POLL_ON_MY_TURN = 1, 4, 15  # seconds


@dataclass(frozen=True, slots=True)
class SeatAtFelt:
    seat: int
    at: int  # the place at the table: 0 is the reader's, then clockwise
    name: str
    url: str
    is_me: bool
    is_bot: bool
    is_away: bool
    on_holiday: bool
    covered: bool
    resigned: bool
    level: str  # of a bot with a seat of its own, in words
    is_dealer: bool
    is_to_play: bool
    cards_left: int
    points: int
    total: int
    jacks: tuple[str, ...]
    voids: tuple[str, ...]  # suits the seat has shown it does not hold
    declaration: str | None
    held: tuple[HeldSuit, ...] = ()  # open hands, in a replay


@dataclass(frozen=True, slots=True)
class PlayAtFelt:
    seat: int
    at: int
    name: str
    card: str
    takes: bool  # the trick, so far


@dataclass(frozen=True, slots=True)
class LastTrick:
    plays: tuple[PlayAtFelt, ...]
    taker_name: str
    taker_is_me: bool
    points: int


@dataclass(frozen=True, slots=True)
class HeldCard:
    card: str
    legal: bool = False
    reason: str = ""
    played: bool = False  # in a replay


@dataclass(frozen=True, slots=True)
class HeldSuit:
    suit: str
    name: str
    cards: tuple[HeldCard, ...]


def table_context(table: TableView, sittings: tuple[SittingInfo, ...] = ()) -> dict[str, Any]:
    """Lay out a game being played."""
    assert table.hand is not None  # a game being played has a hand
    view = table.hand.view
    me = table.me
    happened = what_happened(table, sittings)
    return {
        "game": line_of_table(table),
        "head": table.head,
        "version": table.version,
        "my_seat": table.my_seat,
        "muted": table.muted,
        "said": _said(table),
        "phase": "declaring" if view.must_declare else "playing",
        "seats": seats_at_felt(table, view, hands_before=len(table.points)),
        "to_play": table.to_play,
        "is_my_turn": table.is_my_turn,
        "ply": view.ply,
        "deadline": table.deadline,
        "sentence": words.sentence(table),
        "explanation": words.explanation(table),
        "trick": plays(table, view.trick),
        "last_trick": _last_trick(table),
        "tricks": [last_trick(table, trick) for trick in view.tricks],
        "held": held(view, is_my_turn=table.is_my_turn),
        "declarer_name": None if view.declarer is None else table.seats[view.declarer].name,
        "hand_over": _hand_over(table),
        "happened": happened,
        "retold": [{"key": step.key, "plays": plays(table, step.trick)} for step in retell(table, happened.news)],
        "score_sheet": score_sheet(table),
        "banks": [
            {"name": seat.name, "is_me": seat.is_me, "left": time_in_words(seat.bank)}
            for seat in table.from_my_seat
            if seat.bank is not None
        ],
        "can_take_back": me is not None and me.is_covered,
        "can_have_hint": table.has_hints and table.is_my_turn,
        "can_resign": me is not None and me.holder in (Holder.PERSON, Holder.STAND_IN),
        "poll_seconds": _poll_seconds(table),
    }


def open_table_context(table: TableView, *, invite_url: str, may_join: bool) -> dict[str, Any]:
    """Lay out a table that waits for players, or was closed."""
    is_open = table.status == Game.Status.OPEN
    return {
        "game": line_of_table(table),
        "version": table.version,
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "url": profile_url(seat),
                "is_me": seat.is_me,
                "is_bot": seat.is_bot,
                "level": level_name(seat),
                "is_host": seat.is_host,
                "is_free": seat.is_free,
            }
            for seat in table.seats
        ],
        "my_seat": table.my_seat,
        "muted": table.muted,
        "said": _said(table),
        "is_host": table.is_host,
        "can_join": is_open and may_join and table.my_seat is None and table.free_seats > 0,
        "can_leave": is_open and table.my_seat is not None,
        "can_start": is_open and table.is_host,
        "can_add_bot": is_open and table.is_host and table.free_seats > 0,
        "invite_url": invite_url,
        "poll_seconds": POLL_FOR_OTHERS if is_open else 0,
    }


def finished_context(table: TableView, sittings: tuple[SittingInfo, ...] = ()) -> dict[str, Any]:
    """Lay out a game that is over."""
    return {
        "game": line_of_table(table),
        "head": table.head,
        "version": table.version,
        "standings": standings(table),
        "winners": [table.seats[seat].name for seat in table.winners],
        "i_won": table.my_seat in table.winners,
        "score_sheet": score_sheet(table),
        "happened": what_happened(table, sittings),
        "finished_at": table.finished,
        "my_seat": table.my_seat,
        "said": _said(table),
    }


def _said(table: TableView) -> dict[str, Any] | None:
    """Lay out what has been said, the newest first; None where nobody else sits who could read it."""
    if table.me is None or not any(seat.is_person and not seat.is_me for seat in table.seats):
        return None
    return {"lines": table.said[::-1], "may_say": table.status != Game.Status.CLOSED, "longest": LONGEST_MESSAGE}


def seats_at_felt(table: TableView, view: SeatView, *, hands_before: int) -> list[SeatAtFelt]:
    """Return the seats round the table, the reader's first; the points are those of so many hands and of *view*."""
    jacks = _jacks_taken(view)
    totals = totals_of([*table.points[:hands_before], view.points_so_far], table.rules.players)
    return [
        SeatAtFelt(
            seat=seat.number,
            at=place,
            name=seat.name,
            url=profile_url(seat),
            is_me=seat.is_me,
            is_bot=seat.is_bot,
            is_away=seat.is_person and seat.missed > 0 and not seat.is_me,
            on_holiday=seat.is_on_holiday,
            covered=seat.is_covered,
            resigned=seat.has_resigned,
            level=level_name(seat),
            is_dealer=view.dealer == seat.number,
            is_to_play=view.to_play == seat.number,
            cards_left=view.counts[seat.number],
            points=view.points_so_far[seat.number],
            total=totals[seat.number],
            jacks=jacks[seat.number],
            voids=tuple(str(suit) for suit in Suit if suit in view.voids[seat.number]),
            declaration=_declaration(view, seat),
        )
        for place, seat in enumerate(table.from_my_seat)
    ]


def level_name(seat: SeatInfo) -> str:
    """Say how well the bot plays that has this seat for its own; empty for a bot of before there were levels."""
    return str(Level(seat.level).label) if seat.is_bot and seat.level in Level.values else ""


def _jacks_taken(view: SeatView) -> list[tuple[str, ...]]:
    taken: list[tuple[str, ...]] = [()] * view.rules.players
    for trick in view.tricks:
        taken[trick.taker] += tuple(card.text for card in trick.cards if card in JACKS)
    return taken


def _declaration(view: SeatView, seat: SeatInfo) -> str | None:
    place = (seat.number - view.dealer - 1) % view.rules.players
    return view.declarations[place] if place < len(view.declarations) else None


def plays(table: TableView, trick: Trick) -> tuple[PlayAtFelt, ...]:
    """Return the cards of a trick, each with its place at the table."""
    players = table.rules.players
    return tuple(
        PlayAtFelt(
            seat=seat,
            at=(seat - (table.my_seat or 0)) % players,
            name=table.seats[seat].name,
            card=card.text,
            takes=seat == trick.taker,
        )
        for seat, card in trick.by_seat(players)
    )


def last_trick(table: TableView, trick: Trick) -> LastTrick:
    taker = table.seats[trick.taker]
    return LastTrick(plays(table, trick), taker.name, taker.is_me, trick.penalty)


def _last_trick(table: TableView) -> LastTrick | None:
    """The last complete trick; while the first of a hand is played, the last of the hand before."""
    for hand in (table.hand, table.previous_hand):
        if hand is not None and hand.view.tricks:
            return last_trick(table, hand.view.tricks[-1])
    return None


def held(view: SeatView, *, is_my_turn: bool) -> tuple[HeldSuit, ...]:
    """Return the reader's cards by suit, each with why it may not be played when it is their turn."""
    reason = words.why_not(view)

    def show(card: Card) -> HeldCard:
        is_legal = is_my_turn and card in view.legal
        return HeldCard(card.text, is_legal, "" if is_legal or not is_my_turn else reason)

    return by_suit(show(card) for card in view.held)


def by_suit(cards: Iterable[HeldCard]) -> tuple[HeldSuit, ...]:
    """Gather cards, sorted already, by suit."""
    suits = groupby(cards, key=lambda held_card: held_card.card[1])
    return tuple(HeldSuit(suit, suit_name(suit), tuple(held_cards)) for suit, held_cards in suits)


def _hand_over(table: TableView) -> dict[str, Any] | None:
    """Tell of the hand that has ended, until the first trick of the next is complete."""
    ended, hand = table.previous_hand, table.hand
    if ended is None or ended.view.points is None or hand is None or hand.view.tricks:
        return None
    return {
        "number": ended.number,
        "points": [
            {"name": seat.name, "is_me": seat.is_me, "points": ended.view.points[seat.number]}
            for seat in table.from_my_seat
        ],
        "replay_url": replay_url(table, ended.number),
    }


def _poll_seconds(table: TableView) -> int:
    if table.to_play is None:
        return 0
    if table.seats[table.to_play].is_played_by_bot:
        return POLL_FOR_A_BOT
    return POLL_ON_MY_TURN if table.is_my_turn else POLL_FOR_OTHERS
