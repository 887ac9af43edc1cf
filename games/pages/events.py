"""What happened at a table, as lines for the list of events: from the moves and from who sat down or went away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine.cards import Card
from games.engine.hand import Trick
from games.models import Move
from games.services.looking import SittingInfo
from games.table import HandInfo, MoveInfo, TableView

MOST_EARLIER = 12  # of what the reader has seen already
SITTINGS_TOLD = {"resigned": "resign", "timed_out": "covered", "returned": "back"}


@dataclass(frozen=True, slots=True)
class Event:
    """One line. *kind* is lead, follow, discard, take, deal, pass, general, hand_over, resign, back or covered."""

    kind: str
    name: str
    is_me: bool
    at: datetime | None
    key: str  # unique at its table
    card: str = ""
    suit: str = ""  # the suit led, where a card was discarded
    points: int = 0
    by: str = "player"
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened at a table, oldest first: what is news to the reader, and what was before it."""

    news: tuple[Event, ...]
    earlier: tuple[Event, ...]
    since: str  # "visit" or "card": what the news came after; "" for an onlooker, to whom all is the same


def what_happened(table: TableView, sittings: tuple[SittingInfo, ...] = ()) -> Happened:
    """Sort the last events by whether the reader knows them: what came before they last looked or played, they do."""
    events = recent_events(table, sittings)
    since, what = _known_until(table)
    news = () if since is None else tuple(replace(event, is_new=True) for event in events if _is_news(event, since))
    known = [event for event in events if since is None or not _is_news(event, since)]
    return Happened(news, tuple(known[-MOST_EARLIER:]), what)


def _known_until(table: TableView) -> tuple[datetime | None, str]:
    """Return until when the reader knows what happened, and why then: since their last visit, or their last card."""
    if table.my_seat is None:
        return None, ""
    visit = table.seen_before or table.created
    own = [
        move.created
        for hand in (table.previous_hand, table.hand)
        if hand is not None
        for move in hand.moves
        if move.seat == table.my_seat and move.by == Move.By.PLAYER
    ]
    return (own[-1], "card") if own and own[-1] > visit else (visit, "visit")


def _is_news(event: Event, since: datetime) -> bool:
    return event.at is not None and event.at > since


def recent_events(table: TableView, sittings: tuple[SittingInfo, ...] = ()) -> list[Event]:
    """Return the events of the hand being played and of the one before, oldest first."""
    # By hand before by time: a hand is dealt in the transaction of the move that ended the one before.
    lines: list[tuple[int, datetime, int, Event]] = []
    hands = [hand for hand in (table.previous_hand, table.hand) if hand is not None]
    for hand in hands:
        events = enumerate(hand_events(table, hand))
        lines += [(hand.number, event.at or hand.dealt_at, place, event) for place, event in events]
    for sitting in sittings:
        if kind := SITTINGS_TOLD.get(sitting.why):
            event = Event(
                kind,
                sitting.name,
                sitting.seat == table.my_seat,
                sitting.created,
                key=f"s{sitting.hand_number}.{sitting.ply}.{sitting.seat}.{kind}",
            )
            lines.append((sitting.hand_number, sitting.created, 0, event))
    lines.sort(key=lambda line: line[:3])
    return [event for *_order, event in lines]


def hand_events(table: TableView, hand: HandInfo) -> Iterator[Event]:
    """Yield the events of one hand in order."""
    dealer = table.seats[hand.view.dealer]
    yield Event("deal", dealer.name, dealer.is_me, hand.dealt_at, key=f"{hand.number}.deal")
    cards = 0
    tricks = [*hand.view.tricks, hand.view.trick]
    players = table.rules.players
    for move in hand.moves:
        trick = tricks[cards // players]
        yield move_event(table, hand.number, move, trick)
        if not isinstance(move.move, Card):
            continue
        cards += 1
        if cards % players == 0:
            taker = table.seats[trick.taker]
            key = f"{hand.number}.{move.ply}.take"
            yield Event("take", taker.name, taker.is_me, move.created, key=key, points=trick.penalty)
    if hand.view.is_over:
        yield Event("hand_over", "", False, hand.moves[-1].created, key=f"{hand.number}.over")


def move_event(table: TableView, hand_number: int, move: MoveInfo, trick: Trick) -> Event:
    """Say what one move was, in the trick it belongs to."""
    seat = table.seats[move.seat]
    key = f"{hand_number}.{move.ply}"
    if not isinstance(move.move, Card):
        return Event(move.move, seat.name, seat.is_me, move.created, key=key, by=move.by)
    led = trick.suit_led
    if move.move is trick.cards[0]:
        kind, suit = "lead", ""
    elif move.move.suit is led:
        kind, suit = "follow", ""
    else:
        kind, suit = "discard", str(led)
    return Event(kind, seat.name, seat.is_me, move.created, key=key, card=move.move.text, suit=suit, by=move.by)
