"""The chain of digests through the log: what its bytes are, and what they never depend on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games import appending, chain, log
from games.engine.cards import text_of
from games.engine.deals import seed_chain
from games.models import Commitment, Game, Hand, LogEntry, Move, Reveal, Sitting
from games.services import absence, seating
from games.table import view_of
from tests.api.test_hidden_cards import a_random_hand, deal_hidden_cards_anew
from tests.builders import make_game, make_user, move_on, move_once

AT = datetime(2027, 3, 1, 12, 30, 15, 42, UTC)
NONCE = "00112233445566778899aabbccddeeff"


def entries_of(game: Game) -> list[dict[str, Any]]:
    return [json.loads(text) for _, text in log.read_entries(game)]


# Appending


def test_a_move_is_the_next_entry_and_moves_the_head_on(game: Game) -> None:
    entries, head = game.entries, game.head
    move_once(game)
    assert game.entries == entries + 1
    row, text = log.read_entries(game)[-1]
    assert isinstance(row, Move)
    assert (row.entry, row.digest) == (entries, game.head)
    assert game.head == hashlib.sha256(bytes.fromhex(head) + text).hexdigest()


def test_entry_0_is_the_commitment_whose_digest_is_over_its_bytes_alone(db: None) -> None:
    [(row, text), *_] = log.read_entries(make_game(begun=False))
    assert isinstance(row, Commitment)
    assert (row.entry, row.digest) == (0, hashlib.sha256(text).hexdigest())


def test_everything_that_happens_is_an_entry_in_the_order_it_happened(db: None) -> None:
    ann, ben, cat = (make_user(name) for name in ("Ann", "Ben", "Cat"))
    game = make_game(ann, ben, begun=False, players=4, target=5)
    seating.leave(slug=game.slug, user=ben)
    seating.join(slug=game.slug, user=cat)
    seating.join(slug=game.slug, user=ben)
    seating.join(slug=game.slug, user=make_user("Dan"))
    game.refresh_from_db()
    move_on(game, 3)
    absence.resign(slug=game.slug, user=ann)
    game.refresh_from_db()
    happened = [entry.get("why", entry["kind"]) for entry in entries_of(game)]
    assert happened == [
        "commitment", "joined", "joined", "left", "joined", "joined", "joined", "hand", "move", "move", "move",
        "resigned",
    ]  # fmt: skip
    assert game.entries == len(happened)


def test_the_seed_is_revealed_after_the_last_move_of_a_hand_and_before_the_next_is_dealt(game: Game) -> None:
    kinds = [entry["kind"] for entry in entries_of(game)]
    assert kinds == ["commitment", *["sitting"] * 4, "hand", *["move"] * 32, "reveal", "hand", *["move"] * 3]


def test_a_deed_that_fails_leaves_no_entry_and_the_head_where_it_was(game: Game, monkeypatch) -> None:
    before = (game.entries, game.head, len(log.read_entries(game)))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.services.turns.save_copies", fail)
    with pytest.raises(RuntimeError):
        move_once(game)
    game.refresh_from_db()
    assert (game.entries, game.head, len(log.read_entries(game))) == before


def test_what_is_no_entry_has_no_bytes() -> None:
    with pytest.raises(TypeError, match="LogEntry"):
        chain.canonical(type("LogEntry", (), {"entry": 0, "created": AT})())


# The bytes, as docs/fair-deals.md has them


def a_game() -> Game:
    return Game(
        slug="AbCdEfGhIj", players=5, ace_high=True, target=None, hands_to_play=3, general=True,
        move_time=timedelta(hours=36), access="link",
    )  # fmt: skip


def a_later_game() -> Game:
    """A game with every term that the first games did not have."""
    game = a_game()
    game.bank, game.cap, game.turns_to_miss = timedelta(hours=72), timedelta(hours=120), 3
    game.time_off = False
    return game


def test_terms_that_came_later_are_covered_where_a_game_has_them() -> None:
    row = Commitment(game=a_later_game(), algorithm="polignac-deal/1", hands=3, commitment="ab" * 32, created=AT)
    old = Commitment(game=a_game(), algorithm="polignac-deal/1", hands=3, commitment="ab" * 32, created=AT)
    row.entry = old.entry = 0
    more = {"bank": 259200, "cap": 432000, "turns_to_miss": 3, "time_off": False}
    assert json.loads(chain.canonical(row)) == json.loads(chain.canonical(old)) | more


ROWS: list[tuple[LogEntry, dict[str, Any], bytes]] = [
    (
        Commitment(game=a_game(), algorithm="polignac-deal/1", hands=3, commitment="ab" * 32, root="cd" * 32),
        {},
        b'{"access":"link","algorithm":"polignac-deal/1","at":"2027-03-01T12:30:15.000042Z","commitment":"'
        + b"ab" * 32
        + b'","entry":0,"format":"polignac-log/1","game":"AbCdEfGhIj","hands":3,"kind":"commitment","move_time":129600,'
        b'"rules":{"ace_high":true,"general":true,"hands":3,"players":5,"short_hands":false,"target":null,"version":1}}',
    ),
    (
        Sitting(seat=2, holder="person", user_id=7, why="joined", nonce=NONCE, nonce_is_own=True, hand_number=0, ply=0),
        {},
        b'{"at":"2027-03-01T12:30:15.000042Z","entry":1,"hand":0,"holder":"person","kind":"sitting",'
        b'"nonce":"00112233445566778899aabbccddeeff","nonce_is_own":true,"ply":0,"seat":2,"user":7,"why":"joined"}',
    ),
    (
        Hand(number=1, dealer=4, pack="7S 8S"),
        {},
        b'{"at":"2027-03-01T12:30:15.000042Z","dealer":4,"entry":2,"hand":1,"kind":"hand"}',
    ),
    (
        Move(ply=0, seat=0, declaration="pass", by="plan"),
        {"hand": 1},
        b'{"at":"2027-03-01T12:30:15.000042Z","by":"player","declaration":"pass","entry":3,"hand":1,"kind":"move",'
        b'"ply":0,"seat":0}',
    ),
    (
        Move(ply=5, seat=0, card="TH", by="timeout"),
        {"hand": 1},
        b'{"at":"2027-03-01T12:30:15.000042Z","by":"timeout","card":"TH","entry":4,"hand":1,"kind":"move","ply":5,'
        b'"seat":0}',
    ),
    (
        Reveal(hand_number=1, seed="ef" * 32),
        {},
        b'{"at":"2027-03-01T12:30:15.000042Z","entry":5,"hand":1,"kind":"reveal","seed":"' + b"ef" * 32 + b'"}',
    ),
]
HEAD = "ddc7fdd94a17220b901d514b170d2807d01dcb0614e4526e6095fd0b31b10f41"


@pytest.mark.parametrize(("row", "public", "expected"), ROWS, ids=[type(row).__name__ for row, *_ in ROWS])
def test_the_bytes_of_each_kind_of_entry_are_as_known(row: LogEntry, public: dict[str, Any], expected: bytes) -> None:
    row.entry, row.created = json.loads(expected)["entry"], AT
    assert chain.canonical(row, **public) == expected


def test_the_digests_of_these_entries_are_as_known() -> None:
    digest = ""
    for _, _, text in ROWS:
        digest = chain.digest_of(digest, text)
    assert digest == HEAD


def test_an_instant_is_written_in_utc_whatever_zone_it_comes_in() -> None:
    row = Hand(number=1, dealer=4, entry=2)
    row.created = AT.astimezone(timezone(timedelta(hours=-5)))
    assert chain.canonical(row) == ROWS[2][2]


def test_what_is_read_back_has_the_bytes_that_were_written(game: Game) -> None:
    """Instants in particular: both databases keep them to the microsecond."""
    digest = ""
    for row, text in log.read_entries(game):
        digest = chain.digest_of(digest, text)
        assert row.digest == digest, row
    assert digest == game.head


# What is hidden


def test_a_pack_and_a_root_are_not_among_the_bytes() -> None:
    def commitment(root: str) -> Commitment:
        return Commitment(game=a_game(), entry=0, algorithm="a", hands=3, commitment="c", root=root, created=AT)

    def hand(pack: str) -> Hand:
        return Hand(number=1, dealer=4, entry=2, pack=pack, created=AT)

    makers: list[tuple[Callable[[str], LogEntry], str, str]] = [
        (commitment, "0" * 64, "1" * 64),
        (hand, "7S 8S", "8S 7S"),
    ]
    for make, one, other in makers:
        assert chain.canonical(make(one)) == chain.canonical(make(other))


def test_the_same_moves_from_other_hidden_cards_give_the_same_log(db: None) -> None:
    """Exchange, in a hand being played, all cards that an onlooker cannot know: not a byte of the log is another."""
    game, chance, compared = make_game(begun=False), Random(5), 0
    for _ in range(40):
        start, moves = a_random_hand(game.rules, chance, chance.randrange(30))
        other = deal_hidden_cards_anew(start, moves, None, chance)
        if other is not None and other.dealt != start.dealt:
            assert log_of_hand(game, start, moves) == log_of_hand(game, other, moves)
            compared += 1
    assert compared > 10


def log_of_hand(game: Game, start: Any, moves: list[Any]) -> tuple[str, list[tuple[bytes, str]]]:
    """Deal and play a hand in the log of *game*, and take it back again; return the head and the entries."""
    pack = [card for held in start.dealt for card in start.rules.pack if held & card.bit]
    with transaction.atomic():
        game.refresh_from_db()
        hand = appending.append_hand(game, number=1, dealer=start.dealer, pack=pack, now=AT)
        for move in moves:
            hand = appending.append_move(game, hand, move=move, by="player", now=AT)
        found = game.head, [(text, row.digest) for row, text in log.read_entries(game)]
        transaction.set_rollback(True)
    return found


def test_no_pack_and_no_seed_that_is_not_revealed_is_in_any_entry_or_view(db: None) -> None:
    users = [make_user(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    game = make_game(*users, target=None, hands=3)
    move_on(game, 35)
    secrets = secrets_of(game)
    table = log.find_table(Game.objects.filter(pk=game.pk))
    shown = [text.decode() for _, text in log.read_entries(game)]
    shown += [repr(view_of(table, user, now=AT)) for user in (*users, make_user("Eve"))]
    for secret in secrets:
        assert not [text for text in shown if secret in text]
    assert seeds_of(game)[1] in "".join(shown)  # that of the hand that is over


def seeds_of(game: Game) -> list[str]:
    root = Commitment.objects.get(game=game).root
    return [seed.hex() for seed in seed_chain(bytes.fromhex(root), 3)]


def secrets_of(game: Game) -> list[str]:
    """The seeds of the hands after the first, the last of which is the root, and the pack of the hand being played."""
    pack = Hand.objects.get(game=game, number=2).pack
    assert text_of(log.read_game(game)[1].start.rules.pack) != pack
    return [*seeds_of(game)[2:], pack]
