"""Plans: a player's own arrangements for their seat, and the worker's part, which plays what was planned.

Nothing of a plan may show to anybody else: setting one is no deed at the table (no version, no notice), the move that
others make does not look at plans, and a planned card is played after a delay by chance, as if by a player who had just
looked. Only the log says afterwards, by `Move.By.PLAN`, that it was one.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import log
from games.engine.cards import Card, Suit
from games.engine.plan import Plan as PlannedCards
from games.engine.plan import planned_card, single_card
from games.engine.view import SeatView, view_from
from games.log import Arranged, LogBroken, Table
from games.models import Game, Holder, Move, Plan, Seat
from games.table import TableView
from games.words import card_name, suit_name

from .broken import close_game
from .deed import deed, retried, seat_of
from .errors import BadPlan, GameError, HasResigned, NotBeingPlayed, NothingToPlan, SeatCovered
from .looking import find_seen
from .turns import make_move

logger = logging.getLogger(__name__)

SHORTEST_DELAY, LONGEST_DELAY = timedelta(seconds=20), timedelta(minutes=8)
SHARE_OF_TIME_LEFT = 4  # a planned card comes in the first quarter of the time to play at the latest


@dataclass(frozen=True, slots=True)
class MyPlan:
    """What a player has arranged for their seat, and what they could."""

    plays_single: bool
    cards: Mapping[Suit, Card]  # for this trick, by the suit led
    ducks: bool
    choices: Mapping[Suit, tuple[Card, ...]]  # by each suit that may be led, or has been: what could be played to it

    @property
    def is_set(self) -> bool:
        """Whether something is planned for this trick."""
        return bool(self.cards) or self.ducks


def my_plan(*, slug: str, user: Any) -> MyPlan:
    """Return the plan of *user* for their seat: theirs alone to see.

    :raises NoSuchGame, NotSeated, NotBeingPlayed, HasResigned, SeatCovered: if they play no seat there.
    """
    table = find_seen(slug, user)
    seat = _seat_in_play(table, user)
    return _as_shown(*_hand_and_view(table, seat), table.plans.get(seat.number))


def plan_at(table: TableView) -> MyPlan | None:
    """Return what the viewer of *table* has arranged there, and what they could; None where they play no seat."""
    if table.me is None or table.me.holder != Holder.PERSON or table.status != Game.Status.ACTIVE or table.hand is None:
        return None
    return _as_shown(table.hand.number, table.hand.view, table.plan)


@retried
def set_plan(
    *, slug: str, user: Any, plays_single: bool, cards: Mapping[Suit, Card] | None = None, ducks: bool = False
) -> MyPlan:
    """Arrange what is played for *user*: their next card by the suit led, and (or) any card that is the only legal one.

    What was planned before is forgotten. Without *cards* and *ducks* nothing is planned for this trick.

    :raises NoSuchGame, NotSeated, NotBeingPlayed, HasResigned, SeatCovered: if they play no seat there.
    :raises NothingToPlan: if it is their turn already, or they have played to this trick.
    :raises BadPlan: if a card could not be played to its suit.
    """
    cards = cards or {}
    find_seen(slug, user)
    # The game is locked so that no card is played between what is checked here and the plan. It is no deed for all
    # that: neither version nor log change.
    with transaction.atomic():
        table = log.lock_table(slug)
        seat = _seat_in_play(table, user)
        number, view = _hand_and_view(table, seat)
        if cards or ducks:
            _check(_choices(view), cards)
        planned = _planned(number, view, cards, ducks)
        fields = {"plays_single": plays_single, "made": timezone.now(), "weighed": 0, "due": None, **planned}
        stored, _is_new = Plan.objects.update_or_create(seat=seat, defaults=fields)
    return _as_shown(number, view, _arranged(stored))


def holds_back_mail(*, game: int, user: int, now: datetime) -> datetime | None:
    """Return until when a player need not be told of their turn, since their plan may play it; None if it will not."""
    plan = Plan.objects.on_turn().filter(seat__game=game, seat__user=user).select_related("seat__game").first()
    if plan is None:
        return None
    if plan.weighed < plan.seat.game.version:
        return now + SHORTEST_DELAY
    return None if plan.due is None else max(plan.due, now) + SHORTEST_DELAY


def play_plans(*, now: datetime | None = None) -> int:
    """Weigh the plans of seats whose turn has come, play those that are due, and return how many were played."""
    now = now or timezone.now()
    for plan in list(Plan.objects.unweighed().select_related("seat__game")):
        with _apart(plan):
            _weigh(plan, now)
    played = 0
    for plan in list(Plan.objects.due(now).select_related("seat__game")):
        with _apart(plan):
            played += _carry_out(plan, now)
    return played


@contextmanager
def _apart(plan: Plan) -> Iterator[None]:
    """Let a game that cannot be read, or a deed that came too late, not stop the plans of others."""
    try:
        yield
    except GameError:
        pass
    except LogBroken as error:
        close_game(plan.seat.game.slug, [str(error)])
    except Exception:
        logger.exception("game %s: the plan could not be played", plan.seat.game.slug)


def _weigh(plan: Plan, now: datetime) -> None:
    """Compare a plan with its table: set when its card is played, or drop what no longer fits."""
    table = log.read_table(plan.seat.game)
    game = table.game
    card = _card(table, plan)
    due = None if card is None else now + _delay(game, now)
    dropped = {} if card is not None else _nothing_planned()
    # Unless the player has planned anew in the meantime.
    Plan.objects.filter(pk=plan.pk, made=plan.made).update(weighed=game.version, due=due, **dropped)


def _carry_out(plan: Plan, now: datetime) -> bool:
    """Play what was planned if nothing has changed since it was weighed: player and time-out may have been quicker."""
    with deed(plan.seat.game.slug) as table:
        stored = Plan.objects.filter(pk=plan.pk, due=plan.due, weighed=table.game.version).first()
        card = None if stored is None else _card(table, stored)
        if card is None:
            return False
        make_move(table, card, by=Move.By.PLAN, now=now)
        Plan.objects.filter(pk=plan.pk).update(due=None, **_nothing_planned())
        return True


def _card(table: Table, plan: Plan) -> Card | None:
    """Return the card that *plan* plays at *table* as it stands, or None."""
    hand, seat = table.hand, table.seats[plan.seat.number]
    if hand is None or table.game.to_play != seat.number or seat.holder != Holder.PERSON:
        return None
    view = view_from(hand.state, seat.number)
    holds = (plan.hand_number, plan.trick) == (hand.number, len(hand.state.tricks))
    planned = PlannedCards(_cards(_arranged(plan)), plan.ducks) if holds else PlannedCards()
    return planned_card(view, planned) or (single_card(view) if plan.plays_single else None)


def _delay(game: Game, now: datetime) -> timedelta:
    """Draw how long a planned card waits, so that the time it takes tells nothing."""
    left = (game.deadline - now if game.deadline else LONGEST_DELAY) / SHARE_OF_TIME_LEFT
    longest = min(LONGEST_DELAY, left)
    shortest = min(SHORTEST_DELAY, longest)
    return shortest + (longest - shortest) * (secrets.randbelow(1000) / 1000)


def _seat_in_play(table: Table, user: Any) -> Seat:
    seat = seat_of(table, user)
    if table.game.status != Game.Status.ACTIVE or table.game.broken is not None:
        raise NotBeingPlayed
    if seat.holder == Holder.RESIGNED:
        raise HasResigned
    if seat.holder == Holder.STAND_IN:
        raise SeatCovered
    return seat


def _hand_and_view(table: Table, seat: Seat) -> tuple[int, SeatView]:
    assert table.hand is not None  # a game being played has a hand
    return table.hand.number, view_from(table.hand.state, seat.number)


def _choices(view: SeatView) -> dict[Suit, tuple[Card, ...]]:
    """Return what the seat of *view* could play to each suit that may be led in this trick; nothing on its own turn."""
    assert view.seat is not None  # a player's
    has_played = any(seat == view.seat for seat, _card in view.trick.by_seat(view.rules.players))
    leads = view.trick.suit_led is None and view.trick.leader == view.seat
    if view.is_my_turn or view.must_declare or has_played or leads:
        return {}
    suits = tuple(Suit) if view.trick.suit_led is None else (view.trick.suit_led,)
    return {suit: tuple(card for card in view.held if card.suit is suit) or view.held for suit in suits}


def _check(choices: Mapping[Suit, tuple[Card, ...]], cards: Mapping[Suit, Card]) -> None:
    if not choices:
        raise NothingToPlan
    for suit, card in cards.items():
        if card not in choices.get(suit, ()):
            names = {"card": card_name(card.text), "suit": suit_name(suit)}
            raise BadPlan(_("You could not play the %(card)s if %(suit)s are led.") % names)


def _planned(hand_number: int, view: SeatView, cards: Mapping[Suit, Card], ducks: bool) -> dict[str, Any]:
    if not cards and not ducks:
        return _nothing_planned()
    by_suit = {suit.value: card.text for suit, card in cards.items()}
    return {"hand_number": hand_number, "trick": len(view.tricks), "cards": by_suit, "ducks": ducks}


def _nothing_planned() -> dict[str, Any]:
    return {"hand_number": 0, "trick": 0, "cards": {}, "ducks": False}


def _arranged(plan: Plan) -> Arranged:
    return Arranged(plan.plays_single, plan.hand_number, plan.trick, plan.cards, plan.ducks)


def _as_shown(hand_number: int, view: SeatView, plan: Arranged | None) -> MyPlan:
    choices = _choices(view)
    if plan is None or not choices or (plan.hand_number, plan.trick) != (hand_number, len(view.tricks)):
        return MyPlan(plan is not None and plan.plays_single, {}, False, choices)
    return MyPlan(plan.plays_single, _cards(plan), plan.ducks, choices)


def _cards(plan: Arranged) -> dict[Suit, Card]:
    return {Suit(suit): Card.parse(card) for suit, card in plan.cards.items()}
