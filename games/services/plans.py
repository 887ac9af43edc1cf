"""Plans: a player's own arrangements for their seat, and the worker's part, which plays what was planned.

Nothing of a plan may show to anybody else: setting one is no deed at the table (no version, no notice), and the move
that others make does not look at plans. Only the log says afterwards, by `Move.By.PLAN`, that a card was planned.

When it comes must not tell either. A card that was named for the suit led comes after a short delay by chance: whether
it comes depends on the plan and on the suit, which all have seen. Whether the lowest card ducks, or one alone is legal,
depends on the cards held: so such a card waits as long as its player takes for their own (`pace`).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import log
from games.engine.cards import Card, Suit
from games.engine.plan import Plan as PlannedCards
from games.engine.plan import planned_card, single_card
from games.engine.rules import Seat as SeatNumber
from games.engine.view import SeatView, view_from
from games.log import Arranged, LogBroken, Table
from games.models import Game, Holder, Move, Plan, Seat
from games.table import TableView
from games.words import card_name, suit_name

from .broken import close_game
from .deed import deed, retried, seat_of
from .errors import BadPlan, GameError, HasResigned, NotBeingPlayed, NothingToPlan, SeatCovered
from .looking import find_seen
from .pace import FEWEST, due_like_own, own_cards
from .turns import make_move

logger = logging.getLogger(__name__)

SHORTEST_DELAY, LONGEST_DELAY = timedelta(seconds=20), timedelta(minutes=8)
SHARE_OF_TIME_LEFT = 4  # a card named in advance comes in the first quarter of the time to play at the latest
LATE = timedelta(minutes=2)  # is a plan that should have been weighed or played: nobody waits for it any longer


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
    """Return until when a player need not be told of their turn, since their plan may play it; None if it will not.

    That is soon, also where the card comes much later: then it is asked again, for the plan may have been taken back.
    """
    plan = Plan.objects.on_turn().filter(seat__game=game, seat__user=user).select_related("seat__game").first()
    if plan is None:
        return None
    if plan.weighed < plan.seat.game.version:
        due = max(plan.made, plan.seat.game.turn_began or plan.made)  # it is weighed then
    elif plan.due is not None:
        due = plan.due
    else:
        return None
    return None if due + LATE < now else min(max(due, now), now + LONGEST_DELAY) + SHORTEST_DELAY


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


def seconds_to_plans(within: timedelta, *, now: datetime | None = None) -> list[float]:
    """Return after how many seconds the cards are due that are so *within* that time."""
    now = now or timezone.now()
    coming = Plan.objects.due(now + within).filter(due__gt=now).values_list("due", flat=True)
    return [(due - now).total_seconds() for due in coming if due is not None]


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
    due = _due(table, plan, now)
    dropped = {} if due is not None else _nothing_planned()
    # Unless the player has planned anew in the meantime.
    Plan.objects.filter(pk=plan.pk, made=plan.made).update(weighed=game.version, due=due, **dropped)


def _due(table: Table, plan: Plan, now: datetime) -> datetime | None:
    """Return when the card of *plan* is played at *table*; None where there is none, or its player is asked.

    Who has hardly played here by hand is asked: nobody knows yet how long they take.
    """
    card, number = _card(table, plan), plan.seat.number
    if card is None:
        return None
    if _is_no_secret(table, number, plan, card):
        return now + _delay(table.game, now)
    player = table.seats[number].user
    assert player is not None  # whose plan it is
    own = own_cards(table.game, number, player)
    return due_like_own(table.game, player, own, now=now, chance=_lots()) if len(own) >= FEWEST else None


def _is_no_secret(table: Table, seat: SeatNumber, plan: Plan, card: Card) -> bool:
    """Whether it depends on no hidden card that *card* is played: it was named for the suit led, or all know it is the
    last that *seat* holds."""
    assert table.hand is not None
    view = view_from(table.hand.state, seat)
    suit_led = view.trick.suit_led
    return view.counts[seat] == 1 or (suit_led is not None and _planned_cards(table, plan).cards.get(suit_led) == card)


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
    return planned_card(view, _planned_cards(table, plan)) or (single_card(view) if plan.plays_single else None)


def _planned_cards(table: Table, plan: Plan) -> PlannedCards:
    """Return what *plan* says of the trick in play; nothing where it was made for another."""
    assert table.hand is not None
    holds = (plan.hand_number, plan.trick) == (table.hand.number, len(table.hand.state.tricks))
    return PlannedCards(_cards(_arranged(plan)), plan.ducks) if holds else PlannedCards()


def _delay(game: Game, now: datetime) -> timedelta:
    """Draw how long a card waits that was named in advance, as if its player had just looked."""
    left = (game.deadline - now if game.deadline else LONGEST_DELAY) / SHARE_OF_TIME_LEFT
    longest = min(LONGEST_DELAY, left)
    shortest = min(SHORTEST_DELAY, longest)
    return shortest + (longest - shortest) * _lots().random()


def _lots() -> Random:
    """Return what the lots of one card are drawn from."""
    return Random(secrets.randbelow(2**64))  # nosec B311 # noqa: S311 - by a number that nobody can guess


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
