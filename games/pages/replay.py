"""Looking back: a hand that is over, step by step, and the score sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.bots.review import HandReview
from games.engine.cards import Card
from games.engine.hand import Trick
from games.services import looking, reviewing
from games.services.errors import ReviewFailed
from games.services.looking import HandStep

from .events import move_event
from .present import HeldCard, HeldSuit, SeatAtFelt, by_suit, last_trick, plays, seats_at_felt
from .previews import preview_of_hand
from .refusals import explained
from .review import review_context
from .sheet import line_of_table, replay_url, score_sheet, standings


@never_cache
@require_safe
@explained
def replay(request: HttpRequest, slug: str, number: int, step: int | None = None) -> HttpResponse:
    hand = looking.see_hand(slug=slug, user=request.user, number=number, step=0 if step is None else step)
    review, failure = None, None
    try:
        review = reviewing.find_review(hand.pk)
    except ReviewFailed as error:
        failure = error
    context = {"replay": replay_context(hand, review), "review_failure": failure, "preview": preview_of_hand(hand)}
    return render(request, "games/replay.html", context)


@never_cache
@require_safe
@explained
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    table = looking.see_table(slug=slug, user=request.user)
    context = {
        "game": line_of_table(table),
        "score_sheet": score_sheet(table),
        "standings": standings(table),
        "finished_at": table.finished,
    }
    return render(request, "games/score_sheet.html", context)


def replay_context(hand: HandStep, review: HandReview | None) -> dict[str, Any]:
    """Lay out one step of a hand that is over, with links to all the others."""
    table, view, last = hand.table, hand.open.view, len(hand.moves)

    def url(step: int) -> str:
        return reverse("games:replay_step", args=[table.slug, hand.number, step]) if 0 <= step <= last else ""

    return {
        "game": line_of_table(table),
        "number": hand.number,
        "step": hand.step,
        "steps_count": last,
        "first_url": url(0) if hand.step > 0 else "",
        "back_url": url(hand.step - 1),
        "forward_url": url(hand.step + 1),
        "last_url": url(last) if hand.step < last else "",
        "next_hand_url": replay_url(table, hand.number + 1) if hand.number < len(table.points) else "",
        "steps": _steps(hand, url),
        "seats": _open_seats(hand),
        "trick": plays(table, view.trick),
        "last_trick": last_trick(table, view.tricks[-1]) if view.tricks else None,
        "event": _event(hand),
        "hands": [
            {
                "number": number,
                "url": reverse("games:replay", args=[table.slug, number]),
                "is_current": number == hand.number,
            }
            for number in range(1, len(table.points) + 1)
        ],
        "review": review_context(hand, review, url),
        "dealer_name": table.seats[hand.dealer].name,
    }


def _steps(hand: HandStep, url: Any) -> list[dict[str, Any]]:
    """Return a line for each move; the first card of each trick says which trick it begins."""
    steps, cards = [], 0
    for number, move in enumerate(hand.moves, start=1):
        is_card = isinstance(move.move, Card)
        begins = is_card and cards % hand.table.rules.players == 0
        steps.append(
            {
                "number": number,
                "url": url(number),
                "card": str(move.move) if is_card else "",
                "declaration": "" if is_card else str(move.move),
                "name": hand.table.seats[move.seat].name,
                "is_current": number == hand.step,
                "begins_trick": cards // hand.table.rules.players + 1 if begins else 0,
            }
        )
        cards += is_card
    return steps


def _open_seats(hand: HandStep) -> list[SeatAtFelt]:
    """Return the seats with all they were dealt; what was played by then is marked. Who is away now was not so then."""
    seats = seats_at_felt(hand.table, hand.open.view, hands_before=hand.number - 1)
    seats = [replace(seat, is_away=False, on_holiday=False, covered=False, resigned=False) for seat in seats]
    return [replace(seat, held=_open_hand(hand, seat.seat)) for seat in seats]


def _open_hand(hand: HandStep, seat: int) -> tuple[HeldSuit, ...]:
    still_held = hand.open.held[seat]
    return by_suit(HeldCard(card.text, played=card not in still_held) for card in hand.open.dealt[seat])


def _event(hand: HandStep) -> Any:
    """Say what the last move of this step was."""
    if hand.step == 0:
        return None
    view, move = hand.open.view, hand.moves[hand.step - 1]
    trick: Trick = view.trick if view.trick.cards else view.tricks[-1] if view.tricks else view.trick
    return move_event(hand.table, hand.number, move, trick)
