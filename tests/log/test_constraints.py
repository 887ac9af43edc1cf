"""Each constraint by its name refuses what it is for: whatever forgets to check is stopped by the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.models import (
    Commitment,
    Game,
    Hand,
    Move,
    Notice,
    NoticeSettings,
    PushSubscription,
    Reveal,
    Seat,
    Sitting,
    Webhook,
)
from tests.builders import make_user, next_entry

Change = Callable[[Game], object]
NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)
LOG: tuple[Any, ...] = (Commitment, Hand, Move, Reveal, Sitting)


def update(**values: Any) -> Change:
    return lambda game: Game.objects.filter(pk=game.pk).update(**values)


def seat_1(**values: Any) -> Change:
    return lambda game: Seat.objects.filter(game=game, number=1).update(**values)


def hand(**values: Any) -> Change:
    row = {"number": 3, "dealer": 1, "pack": "7S"} | values
    return lambda game: Hand.objects.create(game=game, **next_entry(game), **row)


def move(**values: Any) -> Change:
    """Row 3 of hand 2, which has the 7 of hearts, diamonds and clubs at plies 0 to 2."""
    row = {"ply": 3, "seat": 0, "card": "7S", "declaration": None, "by": "player"} | values
    return lambda game: Move.objects.create(hand=Hand.objects.get(game=game, number=2), **next_entry(game), **row)


def sitting(**values: Any) -> Change:
    row = {"seat": 0, "holder": "bot", "why": "filled", "hand_number": 2, "ply": 3} | values
    return lambda game: Sitting.objects.create(game=game, **next_entry(game) | row)


def commitment(game: Game) -> object:
    row = {"algorithm": "polignac-deal/1", "hands": 7, "commitment": "0" * 64, "root": "0" * 64}
    return Commitment.objects.create(game=game, **next_entry(game), **row)


def reveal(hand_number: int) -> Change:
    return lambda game: Reveal.objects.create(game=game, hand_number=hand_number, seed="0" * 64, **next_entry(game))


def notice(**values: Any) -> Change:
    return lambda game: Notice.objects.create(**{"game": game, "user": game.host, "kind": "invitation"} | values)


def warning(**values: Any) -> Change:
    return notice(**{"kind": "deadline_near", "deadline": NOON} | values)


def notice_settings(**values: Any) -> Change:
    return lambda game: NoticeSettings.objects.create(user=game.host, **values)


def settings_of_another(**values: Any) -> Change:
    return lambda game: NoticeSettings.objects.create(user=make_user(), **values)


def webhook(**values: Any) -> Change:
    return lambda game: Webhook.objects.create(**{"user": game.host, "created": NOON} | values)


def push_subscription(**values: Any) -> Change:
    return lambda game: PushSubscription.objects.create(**{"user": game.host, "endpoint": "https://x.example"} | values)


def both(*changes: Change) -> Change:
    return lambda game: [change(game) for change in changes]


DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
REFUSED: list[tuple[str, Change]] = [
    ("games_game_slug_once", lambda game: Game.objects.create(host=game.host, slug=game.slug)),
    ("games_game_min_in_time_valid", update(min_in_time=85)),
    ("games_game_rematch_once", lambda game: [Game.objects.create(host=game.host, rematch_of=game) for _ in range(2)]),
    ("games_game_invite_once", lambda game: Game.objects.create(host=game.host, invite=game.invite)),
    ("games_game_status_valid", update(status="paused", to_play=None, turn_began=None, deadline=None)),
    ("games_game_access_valid", update(access="friends")),
    ("games_game_players_3_to_6", update(players=2)),
    ("games_game_players_3_to_6", update(players=7)),
    ("games_game_target_or_hands", update(target=None)),
    ("games_game_target_or_hands", update(hands_to_play=3)),
    ("games_game_target_or_hands", update(target=0)),
    ("games_game_target_or_hands", update(target=None, hands_to_play=0)),
    ("games_game_move_time_in_bounds", update(move_time=timedelta(seconds=59))),
    ("games_game_move_time_in_bounds", update(move_time=timedelta(days=14, seconds=1))),
    ("games_game_bank_within_cap", update(bank=DAY)),
    ("games_game_bank_within_cap", update(cap=DAY)),
    ("games_game_bank_within_cap", update(bank=DAY, cap=DAY - SECOND)),
    ("games_game_bank_within_cap", update(bank=59 * SECOND, cap=DAY)),
    ("games_game_bank_within_cap", update(bank=DAY, cap=14 * DAY + SECOND)),
    ("games_game_bank_within_cap", update(bank=DAY, cap=DAY, move_time=DAY + SECOND)),
    ("games_game_turns_to_miss_1_to_5", update(turns_to_miss=0)),
    ("games_game_turns_to_miss_1_to_5", update(turns_to_miss=6)),
    ("games_game_active_iff_to_play", update(to_play=None)),
    ("games_game_active_iff_to_play", update(turn_began=None)),
    ("games_game_active_iff_to_play", update(deadline=None)),
    ("games_game_active_iff_to_play", update(status="open")),
    ("games_game_finished_iff_when", update(finished=timezone.now())),
    ("games_game_finished_iff_when", update(status="finished", to_play=None, turn_began=None, deadline=None)),
    ("games_seat_number_once", seat_1(number=2)),
    ("games_seat_number_0_to_5", seat_1(number=6)),
    ("games_seat_user_once", lambda game: seat_1(user=game.host)(game)),
    ("games_seat_user_iff_a_players", seat_1(user=None)),
    ("games_seat_user_iff_a_players", seat_1(holder="bot")),
    ("games_seat_user_iff_a_players", seat_1(holder="nobody")),
    ("games_seat_user_iff_a_players", seat_1(holder="somebody")),
    ("games_seat_user_iff_a_players", seat_1(holder="resigned", user=None)),
    ("games_seat_level_of_a_bot", seat_1(level="club")),
    ("games_hand_number_once", hand(number=2)),
    ("games_hand_number_from_1", hand(number=0)),
    ("games_hand_dealer_is_a_seat", hand(dealer=6)),
    ("games_move_ply_once", move(ply=2)),
    ("games_move_card_once", move(card="7H")),
    ("games_move_seat_0_to_5", move(seat=6)),
    ("games_move_card_or_declaration", move(card=None)),
    ("games_move_card_or_declaration", move(declaration="pass")),
    ("games_move_card_or_declaration", move(card="1S")),
    ("games_move_card_or_declaration", move(card="SJ")),
    ("games_move_card_or_declaration", move(card="js")),
    ("games_move_card_or_declaration", move(card="")),
    ("games_move_card_or_declaration", move(card="S\n")),
    ("games_move_card_or_declaration", move(card=None, declaration="capot")),
    ("games_move_by_valid", move(by="ghost")),
    ("games_move_left_not_negative", move(left=-1)),
    ("games_sitting_entry_once", sitting(entry=3)),
    ("games_sitting_seat_0_to_5", sitting(seat=6)),
    ("games_sitting_holder_valid", sitting(holder="ghost")),
    ("games_sitting_why_valid", sitting(why="tired")),
    ("games_commitment_once", commitment),
    ("games_reveal_once", reveal(1)),
    ("games_notice_kind_valid", notice(kind="gossip")),
    ("games_notice_outcome_valid", notice(done=timezone.now(), outcome="lost")),
    ("games_notice_once", both(notice(), notice())),
    ("games_notice_holiday_once", both(*[notice(kind="holiday_ending", deadline=NOON)] * 2)),
    ("games_notice_warning_once", both(warning(), warning())),
    ("games_notice_warning_has_deadline", warning(deadline=None)),
    ("games_notice_settings_feed_once", both(notice_settings(feed="a" * 22), settings_of_another(feed="a" * 22))),
    ("games_notice_settings_quiet_both_or_none", notice_settings(quiet_from=time(22))),
    ("games_notice_settings_digest_hour_0_to_23", notice_settings(digest_hour=24)),
    ("games_notice_done_iff_outcome", notice(done=timezone.now())),
    ("games_notice_done_iff_outcome", notice(outcome="sent")),
    ("games_notice_channel_valid", notice(channel="pigeon")),
    ("games_push_subscription_endpoint_once", both(push_subscription(), push_subscription())),
    ("games_webhook_form_valid", webhook(form="morse")),
    ("games_webhook_failing_iff_since", webhook(failures=1)),
    ("games_webhook_failing_iff_since", webhook(turned_off=NOON)),
]


@pytest.mark.parametrize(("name", "change"), REFUSED, ids=[name for name, _ in REFUSED])
def test_each_constraint_refuses_what_it_is_for(game: Game, name: str, change: Change) -> None:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        change(game)
    assert name in str(caught.value) or columns_of(name) in str(caught.value) or is_kept_by_a_trigger(caught.value)


def columns_of(name: str) -> str:
    """How SQLite names a unique constraint without a condition: by its columns."""
    for model in apps.get_app_config("games").get_models():
        for constraint in model._meta.constraints:
            if constraint.name == name:
                table = model._meta.db_table
                column_of = {field.name: field.column for field in model._meta.concrete_fields}
                columns = [column_of[name] for name in getattr(constraint, "fields", ())]
                return ", ".join(f"{table}.{column}" for column in columns) or "no columns"
    raise LookupError(name)


def is_kept_by_a_trigger(error: IntegrityError) -> bool:
    """On SQLite the log's own guard against replaced rows is quicker than its unique constraints."""
    return connection.vendor == "sqlite" and "append-only" in str(error)


def test_every_constraint_is_tested_here() -> None:
    names = {
        constraint.name
        for model in (Game, Seat, *LOG, Notice, NoticeSettings, PushSubscription, Webhook)
        for constraint in model._meta.constraints
    }
    assert names == {name for name, _ in REFUSED}


def test_what_the_constraints_allow_is_taken(game: Game) -> None:
    """The same builders with other values, so that a refusal above is the constraint's and nothing else's."""
    minute = update(move_time=timedelta(minutes=1))
    bank = update(bank=DAY, cap=14 * DAY, turns_to_miss=5)
    for change in (hand(), sitting(), reveal(2), notice(), move(), minute, bank, update(access="link")):
        with transaction.atomic():
            change(game)
    other = make_user()
    for values in ({"holder": "stand_in"}, {"holder": "resigned"}, {"user": other}, {"holder": "bot", "user": None}):
        seat_1(**values)(game)
    update(status="finished", to_play=None, turn_began=None, deadline=None, finished=timezone.now())(game)
    move(ply=4, card=None, declaration="general")(game)
