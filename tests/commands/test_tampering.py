"""A log that somebody with the run of the database has changed: found, named, and that game closed; no other."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine.deals import seed_chain
from games.models import Commitment, Game, Hand, Move, Reveal, Seat, Sitting
from games.notices.delivery import deliver_notices
from games.services import looking, proof
from games.services.errors import GameBroken
from games.services.overdue import play_due_games
from games.services.play import play
from games.verify import verify_game
from tests.builders import bots_choosing, first_move, make_game, state_of
from tests.deals.builders import program
from tests.notices.tables import make_users, now_at, play_turn, play_until, player_to_play, turn_notice

from .tampering import change_the_log, forge_digests, unguarded, verify

pytestmark = pytest.mark.django_db

Tampering = Callable[[Game], object]
DIGEST = "does not have the digest of its bytes after the entry before"


@pytest.fixture
def game() -> Game:
    """Three players; the first hand is over, and four cards of the second have been played."""
    game = make_game(*make_users("Ana", "Ben", "Cat"), target=None, hands=3)
    play_until(game, lambda game: game.hand_number == 2 and game.ply == 4)
    assert verify()[0] == 0
    return game


@pytest.fixture
def other() -> Game:
    game = make_game(*make_users("Dan", "Eve", "Fay"))
    play_turn(game)
    return game


def row_of(game: Game, model: Any, **which: Any) -> Any:
    owner = {"hand__game": game} if model is Move else {"game": game}
    return model.objects.filter(**owner, **which).order_by("entry").first()


def flip(text: str) -> str:
    """Return *text* with one bit of its last byte turned over, another hexadecimal digit for such a one."""
    digits = "0123456789abcdef"
    last = text[-1]
    return text[:-1] + (digits[digits.index(last) ^ 1] if last in digits else chr(ord(last) ^ 1))


def changed(model: Any, *, where: dict[str, Any] | None = None, **changes: Any) -> Tampering:
    """Set columns of the first such row; a function is given the present value."""

    def change(game: Game) -> None:
        row = row_of(game, model, **(where or {}))
        new = {name: value(getattr(row, name)) if callable(value) else value for name, value in changes.items()}
        assert all(getattr(row, name) != value for name, value in new.items())
        change_the_log(model, {"id": row.pk}, **new)

    return change


def later(moment: Any) -> Any:
    return moment + timedelta(microseconds=1)


def next_seat(seat: int) -> int:
    return (seat + 1) % 3


OUT_OF_PLACE, ANOTHER_SEATS = "stands where entry", "ply 0 is missing or another seat's"
COLUMNS: list[tuple[Any, str, Any, str]] = [
    (Commitment, "algorithm", flip, f"entry 0 (commitment) {DIGEST}"),
    (Commitment, "commitment", flip, f"entry 0 (commitment) {DIGEST}"),
    (Commitment, "hands", 4, f"entry 0 (commitment) {DIGEST}"),
    (Commitment, "root", flip, "the chain of seeds does not end in the commitment"),
    (Sitting, "seat", 2, f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "holder", "stand_in", f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "user_id", None, f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "why", "filled", f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "level", "master", f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "nonce", flip, f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "nonce_is_own", True, f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "hand_number", 1, f"entry 1 (sitting) {DIGEST}"),
    (Sitting, "ply", 1, f"entry 1 (sitting) {DIGEST}"),
    (Hand, "number", 7, "hand 7"),
    (Hand, "dealer", next_seat, ANOTHER_SEATS),
    (Hand, "pack", flip, "hand 1"),
    (Move, "ply", 30, ANOTHER_SEATS),
    (Move, "seat", next_seat, ANOTHER_SEATS),
    (Move, "card", "7S", "hand 1"),  # a pack for three has none
    (Move, "by", "bot", f"entry 5 (move) {DIGEST}"),
    (Move, "left", 5, f"entry 5 (move) {DIGEST}"),
    (Reveal, "hand_number", 2, f"entry 35 (reveal) {DIGEST}"),
    (Reveal, "seed", flip, f"entry 35 (reveal) {DIGEST}"),
    *(
        (model, column, how, words)
        for model, number in ((Commitment, 0), (Sitting, 1), (Hand, 4), (Move, 5), (Reveal, 35))
        for column, how, words in (
            ("created", later, f"entry {number} ({model.__name__.lower()}) {DIGEST}"),
            ("digest", flip, f"entry {number} ({model.__name__.lower()}) {DIGEST}"),
            ("entry", number + 1000, OUT_OF_PLACE),
        )
    ),
]


@pytest.mark.parametrize(
    ("model", "column", "new", "words"), COLUMNS, ids=[f"{column} of {model.__name__}" for model, column, *_ in COLUMNS]
)
def test_a_byte_flipped_in_any_column_of_any_kind_of_row_is_found_and_named(
    game: Game, model: Any, column: str, new: Any, words: str
) -> None:
    changed(model, **{column: new})(game)
    assert_found(game, words)


def test_every_column_of_the_log_is_flipped_above() -> None:
    """So that one added later is thought of. Whose a row is, and declarations, have tests of their own below."""
    flipped = {(model, column) for model, column, *_ in COLUMNS}
    models = (Commitment, Sitting, Hand, Move, Reveal)
    there = {(model, field.attname) for model in models for field in model._meta.concrete_fields}
    keys = {(model, name) for model in models for name in ("id", "game_id")}
    assert there - flipped == keys - {(Move, "game_id")} | {(Move, "hand_id"), (Move, "declaration")}


@pytest.mark.parametrize(
    ("model", "which", "also"), [(Hand, {"number": 2}, {}), (Reveal, {}, {}), (Sitting, {}, {"entry": 50})]
)
def test_a_row_given_to_another_game_is_found_in_both(
    game: Game, other: Game, model: Any, which: dict[str, Any], also: dict[str, Any]
) -> None:
    changed(model, where=which, game_id=other.pk, **also)(game)
    assert_found(game)
    assert_found(other)


def test_a_declaration_that_is_changed_is_found() -> None:
    game = make_game(*make_users("Gil", "Hal", "Ida"), general=True)
    play_turn(game)
    changed(Move, declaration="general")(game)
    assert_found(game, f"entry 5 (move) {DIGEST}")


def test_the_last_card_is_found_changed_where_another_would_have_been_legal(game: Game) -> None:
    """By the rules alone nobody could tell."""
    play_until(game, lambda game: len(state_of(game).legal_cards()) > 1)
    other = state_of(game).legal_cards()[-1].text
    play_turn(game)
    move = Move.objects.filter(hand__game=game).latest("entry")
    changed(Move, where={"pk": move.pk}, card=other)(game)
    assert_found(game, f"entry {move.entry} (move) {DIGEST}")


def assert_found(game: Game, *words: str) -> None:
    status, output = verify()
    assert status == 1
    for sentence in words:
        assert sentence in output
    assert f"{game.slug}: the log is broken, the game is closed: " in output
    game.refresh_from_db()
    assert game.broken is not None


def drop(model: Any, **which: Any) -> Tampering:
    return lambda game: change_the_log(model, {"id": row_of(game, model, **which).pk})


def drop_the_last_move(game: Game) -> None:
    last = Move.objects.filter(hand__game=game).latest("entry")
    change_the_log(Move, {"id": last.pk})


def drop_the_last_hand(game: Game) -> None:
    hand = Hand.objects.get(game=game, number=2)
    change_the_log(Move, {"hand_id": hand.pk})
    change_the_log(Hand, {"id": hand.pk})


def swap_two_moves(game: Game) -> None:
    first, second = Move.objects.filter(hand__game=game, hand__number=1, ply__in=[3, 4])
    change_the_log(Move, {"id": first.pk}, entry=second.entry)
    change_the_log(Move, {"id": second.pk}, entry=first.entry)


def swap_two_nonces(game: Game) -> None:
    first, second = Sitting.objects.filter(game=game)[:2]
    change_the_log(Sitting, {"id": first.pk}, nonce=second.nonce)
    change_the_log(Sitting, {"id": second.pk}, nonce=first.nonce)


def double_a_sitting(game: Game) -> None:
    row = Sitting.objects.filter(game=game).latest("entry")
    row.pk, row._state.adding, row.entry = None, True, game.entries
    row.save()


def double_a_sitting_elsewhere(game: Game) -> None:
    row = Sitting.objects.filter(game=game).latest("entry")
    row.pk, row._state.adding, row.entry = None, True, 5  # where a move is
    row.save()


@pytest.mark.parametrize("model", [Commitment, Hand, Move, Reveal, Sitting])
def test_no_row_is_doubled_in_its_place_even_without_the_triggers(game: Game, model: Any) -> None:
    row = row_of(game, model)
    row.pk, row._state.adding = None, True
    with unguarded(), pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def exchange_hidden_cards(game: Game) -> None:
    """Two players exchange cards they have not played yet: every move so far could have been made all the same."""
    hand = Hand.objects.get(game=game, number=2)
    state, cards = state_of(game), hand.pack.split()
    for seat, other in ((0, 1), (1, 2), (0, 2)):
        for one in cards_held(state, seat):
            for two in cards_held(state, other):
                if one[1] == two[1]:  # of one suit, so that nobody's discards are found out
                    exchanged = {one: two, two: one}
                    pack = " ".join(exchanged.get(card, card) for card in cards)
                    return change_the_log(Hand, {"id": hand.pk}, pack=pack)
    raise AssertionError("no two players hold cards of one suit")


def cards_held(state: Any, seat: int) -> list[str]:
    return [card.text for card in state.rules.pack if state.held(seat) & card.bit]


def exchange_own_cards(game: Game) -> None:
    """The first two cards dealt to seat 0 change places: everybody holds what they held."""
    hand = Hand.objects.get(game=game, number=2)
    first, second, *others = hand.pack.split()
    change_the_log(Hand, {"id": hand.pk}, pack=" ".join((second, first, *others)))


def another_chain(game: Game) -> None:
    """Another root, and the seal on the game changed with it."""
    root = "5" * 64
    change_the_log(Commitment, {"game_id": game.pk}, root=root)
    Game.objects.filter(pk=game.pk).update(commitment=seed_chain(bytes.fromhex(root), 3)[0].hex())


def game_with(**changes: Any) -> Tampering:
    return lambda game: Game.objects.filter(pk=game.pk).update(**changes)


TERMS = f"entry 0 (commitment) {DIGEST}"
CHANGES: dict[str, tuple[Tampering, str]] = {
    "the commitment is dropped": (drop(Commitment), "entry 1 (sitting) stands where entry 0 should"),
    "a sitting is dropped": (drop(Sitting), "entry 2 (sitting) stands where entry 1 should"),
    "a reveal is dropped": (drop(Reveal), "entry 36 (hand) stands where entry 35 should"),
    "a move is dropped": (drop(Move, ply=10), "ply 10 is missing"),
    "a hand with all its moves is dropped": (drop_the_last_hand, "the log has 36 entries, not the 41"),
    "the last move is dropped": (drop_the_last_move, "the log has 40 entries, not the 41"),
    "two moves are swapped": (swap_two_moves, DIGEST),
    "two nonces are swapped": (swap_two_nonces, DIGEST),
    "a sitting is doubled": (double_a_sitting, DIGEST),
    "a sitting is doubled elsewhere": (double_a_sitting_elsewhere, DIGEST),
    "the rules: ace high": (game_with(ace_high=True), ""),
    "the rules: short hands": (game_with(short_hands=True), ""),
    "the rules: the length": (game_with(hands_to_play=4), TERMS),
    "the rules: points for hands": (game_with(hands_to_play=None, target=50), TERMS),
    "the rules: their version": (game_with(rules_version=2), ""),
    "the time for a move": (game_with(move_time=timedelta(days=2)), TERMS),
    "who may look": (game_with(access="link"), TERMS),
    "the slug": (game_with(slug="another001"), TERMS),
    "another seed is revealed": (changed(Reveal, seed="0" * 64), "the seeds revealed are not those of the hands"),
    "hidden cards are exchanged": (exchange_hidden_cards, "hand 2 is not what its seed deals"),
    "the order of a player's cards": (exchange_own_cards, "hand 2 is not what its seed deals"),
    "a space more in a pack": (changed(Hand, pack=lambda pack: pack.replace(" ", "  ", 1)), "hand 1 is not what its"),
    "the root in capitals": (changed(Commitment, root=str.upper), "the chain of seeds does not end in the commitment"),
    "another root": (changed(Commitment, root="0" * 64), "the chain of seeds does not end in the commitment"),
    "a root that is no number": (changed(Commitment, root="z" * 64), "cannot be read"),
    "another root with its seal": (another_chain, "the commitment shown is not the one in the log"),
    "another seal on the game": (game_with(commitment="0" * 64), "the commitment shown is not the one in the log"),
    "another head on the game": (game_with(head="0" * 64), "the head that the game shows is not"),
    "fewer entries on the game": (game_with(entries=39), "the log has 41 entries, not the 39"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_changed_is_found_and_named(game: Game, what: str) -> None:
    tamper, words = CHANGES[what]
    tamper(game)
    game.refresh_from_db()
    assert_found(game, words)


# What no program can find by the log alone


def test_a_pack_changed_in_an_earlier_hand_is_found_even_with_every_digest_forged(game: Game) -> None:
    exchange_hidden_cards(game)
    forge_digests(game)
    assert_found(game, "hand 2 is not what its seed deals")


def test_a_change_with_every_digest_forged_is_found_by_whoever_kept_a_digest(game: Game) -> None:
    """The site itself cannot tell any more: that is what the digests in mails and answers are for."""
    kept = game.head
    change_the_log(Move, {"id": row_of(game, Move).pk}, by="timeout")
    forge_digests(game)
    game.refresh_from_db()
    assert verify_game(game.pk).faults == []
    deals, entries = (show(slug=game.slug, user=game.host) for show in (proof.deals_of, proof.log_of))
    check_log = program().check_log
    assert list(check_log(entries, None, deals)) == []
    assert list(check_log(entries, game.head, deals)) == []
    [fault] = check_log(entries, kept, deals)
    assert "the digest you kept is not in this log" in fault


# A game that is closed


@pytest.fixture
def closed(game: Game) -> Game:
    exchange_hidden_cards(game)
    assert_found(game)
    return game


def test_the_alarm_is_raised_once_and_names_game_and_fault(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    exchange_hidden_cards(game)
    for _ in range(2):
        assert verify()[0] == 1
    [record] = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    assert record.getMessage().endswith("its log is broken: hand 2 is not what its seed deals")
    assert f"game {game.slug} " in record.getMessage()


def test_nobody_moves_in_it_any_more(closed: Game) -> None:
    user, state, entries = player_to_play(closed), state_of(closed), closed.entries
    with pytest.raises(GameBroken):
        play(slug=closed.slug, user=user, ply=state.ply, move=first_move(state))
    assert play_due_games(now=timezone.now() + timedelta(days=30)) == 0
    closed.refresh_from_db()
    assert closed.entries == entries
    assert Move.objects.filter(hand__game=closed).count() == 34


def test_all_other_games_go_on(closed: Game, other: Game) -> None:
    play_turn(other)
    with bots_choosing(first_move):
        assert play_due_games(now=timezone.now() + timedelta(days=30)) == 1
    status, output = verify(other.slug)
    assert (status, output) == (0, "1 game, 3 moves: all agree with the log.\n")


def test_its_players_are_sent_no_mail_that_asks_them_to_play(closed: Game, mailoutbox: list[Any]) -> None:
    notice = turn_notice(closed)
    deliver_notices(now_at(closed) + timedelta(hours=1))
    notice.refresh_from_db()
    assert (notice.outcome, mailoutbox) == ("stale", [])


def test_it_waits_for_nobody_in_lists_and_on_the_badge(closed: Game) -> None:
    user = player_to_play(closed)
    assert not Game.objects.awaiting(user)
    assert not Seat.objects.to_play_for(user)


def test_a_table_shows_since_when_it_is_closed(closed: Game) -> None:
    assert looking.see_table(slug=closed.slug, user=closed.host).broken == closed.broken
