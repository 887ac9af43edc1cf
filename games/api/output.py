"""What answers are made of: plain JSON from `TableView` and its like, every field named.

Plain functions rather than serializers, because a table of some five hundred values goes out with every move.
`games.api.shapes` describes the same fields for the schema, and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

from django.conf import settings
from django.urls import reverse

from games import vapid
from games.bots.reasons import Reason
from games.bots.review import HandReview, Play
from games.clock import Clock
from games.engine.cards import Card
from games.engine.game import tokens_of, totals_of
from games.engine.hand import Trick
from games.engine.rules import Rules
from games.engine.view import SeatView
from games.models import Game, Holder, Notice, NoticeSettings, PushSubscription, Webhook
from games.reasons import in_words
from games.services.advising import Hint
from games.services.looking import HandStep, SittingInfo
from games.services.plans import MyPlan
from games.table import HandInfo, MoveInfo, SeatInfo, TableView

Json: TypeAlias = dict[str, Any]

KEPT = 4000  # of the last moves and instants written: those of a hand go out again with each of its moves


def table_json(table: TableView) -> Json:
    """A table as one viewer may see it."""
    return {
        "slug": table.slug,
        "status": table.status,
        "access": table.access,
        "rules": rules_json(table.rules),
        **_clock(table.clock),
        "grace": int(table.grace.total_seconds()),
        "turns_to_miss": table.turns_to_miss,
        "time_off": table.time_off,
        "min_in_time": table.min_in_time,
        "host": table.host,
        "created": instant(table.created),
        "finished": instant(table.finished),
        "version": table.version,
        "broken": instant(table.broken),
        "commitment": table.commitment,
        "entries": table.entries,
        "head": table.head,
        "now": instant(table.now),
        "my_seat": table.my_seat,
        "seen_before": instant(table.seen_before),
        "is_my_turn": table.is_my_turn,
        "muted": table.muted,
        "to_play": table.to_play,
        "turn_began": instant(table.turn_began),
        "deadline": instant(table.deadline),
        "seats": [_seat(seat) for seat in table.seats],
        "hand_number": table.hand_number,
        "hand": None if table.hand is None else _hand(table.hand, is_my_turn=table.is_my_turn),
        "previous_hand": None if table.previous_hand is None else _hand(table.previous_hand, is_my_turn=False),
        "points": table.points,
        "totals": table.totals,
        "tokens": tokens_of(table.rules, table.totals),
        "ranks": table.ranks,
        "winners": table.winners,
        "messages": [
            {"seat": said.seat, "name": said.name, "text": said.text, "at": instant(said.at)} for said in table.said
        ],
        "invite": table.invite,
        "invite_link": invite_link(table.invite),
    }


def row_json(game: Game, user: Any) -> Json:
    """A game in a list, from the copies on it and on its seats (`GameQuerySet.with_seats`)."""
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.user_id is not None and seat.user_id == user.pk), None)
    to_play = None if game.to_play is None else seats[game.to_play]
    points = (tuple(by_seat) for by_seat in game.points)
    return {
        "slug": game.slug,
        "status": game.status,
        "access": game.access,
        "rules": rules_json(game.rules),
        **_clock(game.clock),
        "min_in_time": game.min_in_time,
        "players": [seat.name for seat in seats],
        "free_seats": sum(seat.holder == Holder.NOBODY for seat in seats),
        "hand_number": game.hand_number,
        "to_play": game.to_play,
        "my_seat": None if mine is None else mine.number,
        "is_my_turn": mine is not None and mine is to_play and mine.holder == Holder.PERSON,
        "deadline": None if to_play is None or to_play.is_played_by_bot else instant(game.deadline),
        "totals": totals_of(points, game.players),
        "winners": game.winners,
        "created": instant(game.created),
        "finished": instant(game.finished),
        "version": game.version,
    }


def hand_step_json(hand: HandStep) -> Json:
    """A hand that is over after some of its moves, all cards open."""
    return {
        "slug": hand.table.slug,
        "number": hand.number,
        "step": hand.step,
        "steps": len(hand.moves),
        "players": [seat.name for seat in hand.table.seats],
        "held": [_cards(held) for held in hand.open.held],
        **_course(hand.open.view),
        "moves": [_move(move) for move in hand.moves],
    }


def notice_settings_json(wishes: NoticeSettings) -> Json:
    """What a player wants to be told."""
    return {
        "mail": wishes.mail,
        "kinds": {kind: kind not in wishes.off for kind in Notice.Kind.values},
        "webhook_kinds": {kind: kind not in wishes.webhook_off for kind in Notice.Kind.values},
        "push_kinds": {kind: kind not in wishes.push_off for kind in Notice.Kind.values},
        "stages": wishes.stages,
        "delay": wishes.delay,
        "digest_hour": wishes.digest_hour,
        "quiet": None if wishes.quiet is None else [f"{at:%H:%M}" for at in wishes.quiet],
    }


def webhook_json(hook: Webhook | None) -> Json:
    """A player's webhook; all null where there is none."""
    if hook is None:
        return dict.fromkeys(("url", "form", "secret", "last_error", "failing_since", "next_try", "turned_off"))
    return {
        "url": hook.url,
        "form": hook.form,
        "secret": hook.secret,
        "last_error": hook.last_error or None,
        "failing_since": instant(hook.failing_since),
        "next_try": instant(hook.next_try),
        "turned_off": instant(hook.turned_off),
    }


def push_json(browsers: Iterable[PushSubscription]) -> Json:
    """The browsers of a player, and what to subscribe another with."""
    return {
        "public_key": vapid.public_key(),
        "subscriptions": [
            {"id": browser.pk, "name": browser.name, "created": instant(browser.created)} for browser in browsers
        ],
    }


def review_json(slug: str, number: int, review: HandReview | None) -> Json:
    """The review of a hand; None while it is being made."""
    return {
        "slug": slug,
        "number": number,
        "is_ready": review is not None,
        "worlds": review.worlds if review else 0,
        "accuracy": review.accuracy if review else [],
        "moments": review.moments if review else [],
        "plays": [_reviewed(play) for play in review.plays] if review else [],
    }


def _reviewed(play: Play) -> Json:
    return {
        "ply": play.ply,
        "seat": play.seat,
        "move": str(play.move),
        "options": [{"move": str(it.move), "worth": it.worth, "hindsight": it.hindsight} for it in play.options],
        "regret": play.regret,
        "error": play.error,
        "better": None if play.better is None else str(play.better),
        "reason": None if play.reason is None else reason_json(play.reason),
    }


def hint_json(hint: Hint) -> Json:
    """What a master would play, and why."""
    move, reason = hint.advice.move, hint.advice.reason
    return {
        "ply": None if hint.table.hand is None else hint.table.hand.view.ply,
        "move": str(move),
        "reason": None if reason is None else reason_json(reason),
    }


def reason_json(reason: Reason) -> Json:
    """Why a card is better, for programs and in words."""
    return {"code": reason.code, "sentence": in_words(reason.code, reason.names)}


def feeds_json(feed: str | None) -> Json:
    """The whole addresses of a player's feeds; null where there are none."""
    return {
        name: settings.SITE_URL + reverse(f"games:{name}", args=[feed]) if feed else None
        for name in ("calendar", "atom")
    }


def sitting_json(sitting: SittingInfo) -> Json:
    return {
        "seat": sitting.seat,
        "name": sitting.name,
        "why": sitting.why,
        "hand_number": sitting.hand_number,
        "ply": sitting.ply,
        "at": instant(sitting.created),
    }


def plan_json(plan: MyPlan) -> Json:
    return {
        "plays_single": plan.plays_single,
        "cards": {suit.value: card.text for suit, card in plan.cards.items()},
        "ducks": plan.ducks,
        "choices": {suit.value: _cards(cards) for suit, cards in plan.choices.items()},
    }


def rules_json(rules: Rules) -> Json:
    return {
        "version": rules.version,
        "players": rules.players,
        "ace_high": rules.ace_high,
        "target": rules.target,
        "hands": rules.hands,
        "general": rules.general,
        "short_hands": rules.short_hands,
    }


@lru_cache(KEPT)
def instant(moment: datetime | None) -> str | None:
    """Write a moment, which is in UTC as the database gives it; the renderer would take far longer over it."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def invite_link(invite: str) -> str:
    """The address of the page an invitation leads to, whole; empty for who may not invite."""
    return settings.SITE_URL + reverse("games:invitation", args=[invite]) if invite else ""


def _seat(seat: SeatInfo) -> Json:
    return {
        "number": seat.number,
        "name": seat.name,
        "holder": seat.holder,
        "is_person": seat.is_person,
        "is_guest": seat.is_guest,
        "is_host": seat.is_host,
        "is_me": seat.is_me,
        "missed": seat.missed,
        "is_on_holiday": seat.is_on_holiday,
        "bank": None if seat.bank is None else int(seat.bank.total_seconds()),
        "level": seat.level or None,
    }


def _clock(clock: Clock) -> Json:
    seconds = {"bank": int(clock.bank.total_seconds()), "cap": int(clock.cap.total_seconds())}
    if clock.is_per_move:
        seconds = dict.fromkeys(seconds)  # type: ignore[assignment]
    return {"move_time": int(clock.increment.total_seconds()), **seconds}


def _hand(hand: HandInfo, *, is_my_turn: bool) -> Json:
    return {
        "number": hand.number,
        "dealt_at": instant(hand.dealt_at),
        "held": _cards(hand.view.held),
        "legal": _cards(hand.view.legal) if is_my_turn else [],  # nothing to choose while a bot has the seat
        **_course(hand.view),
        "moves": [_move(move) for move in hand.moves],
    }


def _course(view: SeatView) -> Json:
    """What everybody at the table sees of a hand."""
    return {
        "dealer": view.dealer,
        "ply": view.ply,
        "to_play": view.to_play,
        "must_declare": view.must_declare,
        "declarations": view.declarations,
        "declarer": view.declarer,
        "counts": view.counts,
        "trick": _trick(view.trick),
        "tricks": [_trick(trick) for trick in view.tricks],
        "penalties": view.penalties,
        "voids": [sorted(suits) for suits in view.voids],
        "is_over": view.is_over,
        "points": view.points,
        "general_is_made": view.general_is_made,
        "dealt": None if view.dealt is None else [_cards(held) for held in view.dealt],
    }


def _trick(trick: Trick) -> Json:
    return {
        "leader": trick.leader,
        "cards": _cards(trick.cards),
        "suit_led": trick.suit_led,
        "taker": trick.taker if trick.cards else None,
        "points": trick.penalty,
    }


@lru_cache(KEPT)  # nobody changes what goes out
def _move(move: MoveInfo) -> Json:
    card = move.move.text if isinstance(move.move, Card) else None
    return {
        "ply": move.ply,
        "seat": move.seat,
        "card": card,
        "declaration": move.move if card is None else None,
        "by": move.by,
        "at": instant(move.created),
    }


def _cards(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]
