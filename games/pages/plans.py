"""The form under a player's cards that plans the next one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.cards import Card, NotACard, Suit
from games.services import plans
from games.services.errors import BadPlan, NothingToPlan
from games.services.plans import MyPlan
from games.words import card_name, suit_name

from .refusals import explained, signed_in


@signed_in
@require_POST
@explained
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep what the form says in place of what was planned before, and show the table again."""
    try:
        mine = plans.set_plan(
            slug=slug,
            user=request.user,
            plays_single="plays_single" in request.POST,
            cards=_cards(request),
            ducks="ducks" in request.POST,
        )
    except (BadPlan, NothingToPlan) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _said(mine))
    return redirect("games:game", slug)


def plan_context(mine: MyPlan | None) -> dict[str, Any] | None:
    """Lay out the form: for each suit that may be led the cards to choose from; None where nothing can be arranged."""
    if mine is None:
        return None
    return {
        "plays_single": mine.plays_single,
        "ducks": mine.ducks,
        "is_set": mine.is_set,
        "suits": [
            {
                "suit": suit.value,
                "name": suit_name(suit),
                "cards": [(card.text, card_name(card), card is mine.cards.get(suit)) for card in cards],
            }
            for suit, cards in mine.choices.items()
        ],
    }


def _cards(request: HttpRequest) -> dict[Suit, Card]:
    """Read the cards that were chosen.

    :raises BadPlan: if one is no card.
    """
    chosen = {suit: request.POST.get(f"card_{suit.value}", "") for suit in Suit}
    try:
        return {suit: Card.parse(text) for suit, text in chosen.items() if text}
    except NotACard:
        raise BadPlan(_("That is no card. Choose one of those the form offers.")) from None


def _said(mine: MyPlan) -> str:
    if mine.is_set:
        return _("Your plan is kept. Nobody else can see it.")
    if mine.plays_single:
        return _("Where you have only one card to play, it is played for you.")
    return _("Nothing is planned.")
