"""The lessons: a table to learn at. All that is known of a pupil stands in the address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.cards import cards_in
from games.learning import LESSONS, Moment, NoSuchLesson, see_lesson

from .present import seats_at_felt, table_context
from .table import HtmxRequest

MOST_EVENTS = 8  # of the last two tricks
HIGH_TO_LOW = tuple(str(card) for card in reversed(cards_in(0xFF)))  # of spades


@never_cache  # htmx asks for a part of the page at the same address
@require_safe
def lesson(request: HtmxRequest, number: int = 1) -> HttpResponse:
    """A lesson after the cards *played*, and what is said of the *card* tried."""
    try:
        moment = see_lesson(number, request.GET.get("played", ""), request.GET.get("card", ""))
    except NoSuchLesson:
        raise Http404 from None
    template = "games/_lesson.html" if request.htmx else "games/lesson.html"
    return render(request, template, lesson_context(moment))


def lesson_context(moment: Moment) -> dict[str, Any]:
    """Lay out a lesson: the table as any other, and what is said beside it."""
    table, is_last = moment.table, moment.number == len(LESSONS)
    context = table_context(table)
    view = table.hand.view if table.hand else None
    assert view is not None  # a lesson has a hand
    context |= {
        # An ended hand stands in the points of the game already.
        "seats": seats_at_felt(table, view, hands_before=len(table.points) - view.is_over),
        "sentence": context["sentence"] if table.is_my_turn else _("The lesson is done"),
        "events": [replace(event, at=None) for event in context["happened"].earlier[-MOST_EVENTS:]],
    }
    context["score_sheet"] = replace(
        context["score_sheet"], rows=tuple(replace(row, replay_url="") for row in context["score_sheet"].rows)
    )
    return {
        "table": context,
        "lesson": {
            "number": moment.number,
            "count": len(LESSONS),
            "title": moment.title,
            "url": _url(moment.number),
            "played": " ".join(moment.played),
            "said": moment.said,
            "is_right": moment.is_right,
            "ask": moment.ask,
            "is_over": moment.is_over,
            "is_last": is_last,
            "has_begun": bool(moment.played or moment.said),
            "next_url": "" if is_last else _url(moment.number + 1),
            "has_score": bool(table.points),
        },
        "lessons": [
            {"number": number, "title": each.title, "url": _url(number), "is_current": number == moment.number}
            for number, each in enumerate(LESSONS, start=1)
        ],
        "ranks": HIGH_TO_LOW,
    }


def _url(number: int) -> str:
    return reverse("games:lesson", args=[number])
