"""Reading the log folds it as the engine does; a log that the rules do not allow is found broken."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings

from accounts.models import User
from games import appending, log
from games.clock import GRACE
from games.engine.cards import Card, bits_of, parse_cards
from games.engine.game import GameState
from games.engine.hand import replay
from games.engine.rules import Rules
from games.engine.shuffle import deal
from games.log import LogBroken, find_table, game_state, lock_table, read_game, read_table
from games.models import Game, Hand, Move
from games.services.errors import GameBroken
from games.services.looking import record_of, see_hand, see_table
from games.services.overdue import play_due_games, play_game
from games.services.play import play
from games.triggers import drop_triggers, install_triggers
from tests.builders import dealing, first_move, make_game, make_user, move_on, next_entry, state_of
from tests.engine.strategies import any_move, chances, rules

# Folding


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(options=rules(most_hands=3), chance=chances())
def test_what_is_appended_reads_back_as_the_engine_folds_it(db: None, options: Rules, chance: Random) -> None:
    game = Game.objects.create(
        host=make_user(),
        players=options.players,
        ace_high=options.ace_high,
        target=options.target,
        hands_to_play=options.hands,
        general=options.general,
        short_hands=options.short_hands,
    )
    expected = GameState(options)
    while not expected.is_over and len(expected.hands) < 3:
        expected = append_random_hand(game, expected, chance)
    hands = read_game(game)
    assert game_state(game, hands) == expected
    assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
    for hand in hands:
        assert replay(hand.start, [move.move for move in hand.moves]) == hand.state
    game.hand_number, game.ply = len(hands), hands[-1].state.ply
    table = read_table(game)
    before = hands[-2] if len(hands) > 1 and not hands[-1].state.tricks else None
    assert (table.hand, table.previous_hand) == (hands[-1], before)


def append_random_hand(game: Game, state: GameState, chance: Random) -> GameState:
    """Deal and play a hand at random, in the log and by the engine, half the time not to its end if it is the third."""
    pack = list(game.rules.pack)
    chance.shuffle(pack)
    dealer = chance.randrange(game.players) if state.next_dealer is None else state.next_dealer
    number = len(state.hands) + 1
    hand = appending.append_hand(game, number=number, dealer=dealer, pack=pack, now=timezone.now())
    state = state.deal(deal(pack, game.players), dealer=dealer)
    left = chance.choice([5, 100]) if number == 3 else 100
    while state.to_play is not None and left:
        move = any_move(state.hands[-1], chance)
        hand = appending.append_move(
            game, hand, move=move, by=chance.choice(["player", "bot", "timeout", "plan"]), now=timezone.now()
        )
        state, left = state.move(move), left - 1
    assert hand.state == state.hands[-1]
    return state


def test_a_hand_before_its_first_move_is_read_as_well(db: None) -> None:
    game = make_game(make_user(), bots=3)
    [hand] = read_game(game)
    assert (hand.moves, hand.state) == ((), hand.start)
    assert hand.state.dealt == tuple(map(bits_of, deal(parse_cards(Hand.objects.get().pack), 4)))


def test_a_table_before_its_first_hand_has_seats_and_nothing_else(db: None) -> None:
    table = read_table(make_game(begun=False))
    assert (len(table.seats), table.hands, table.hand, table.previous_hand) == (4, [], None, None)


def test_of_a_long_game_the_last_hand_is_read_and_until_its_first_trick_is_complete_the_one_before(db: None) -> None:
    with dealing():
        game = make_game(*(make_user() for _ in range(4)), target=None, hands=5)
        move_on(game, 4 * 32)
        for moves, hands in ((0, [4, 5]), (3, [4, 5]), (1, [5]), (28, [5])):
            move_on(game, moves)
            assert [hand.number for hand in read_table(game).hands] == hands
            assert (read_table(game).previous_hand is not None) == (len(hands) == 2)
    assert [hand.number for hand in read_game(game)] == [1, 2, 3, 4, 5]


def test_the_hand_before_is_kept_while_all_declare_and_play_to_the_first_trick(db: None) -> None:
    game = make_game(*(make_user() for _ in range(4)), target=None, hands=3, general=True)
    move_on(game, 4 + 32)
    for ply in range(8):
        assert (game.hand_number, game.ply) == (2, ply)
        assert read_table(game).previous_hand is not None
        move_on(game, 1)
    assert read_table(game).previous_hand is None


def test_a_reader_does_not_get_the_game_before_a_move_with_the_moves_after_it(game: Game) -> None:
    """Another's move comes between reading the game and reading its moves: then both are read again."""
    read = log.read_table
    moved: list[bool] = []

    def read_after_a_move(found: Game) -> log.Table:
        if not moved:
            moved.append(True)
            move_on(game, 1)
        return read(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "read_table", read_after_a_move)
        table = find_table(Game.objects.filter(pk=game.pk))
    assert moved
    assert table.hand is not None
    assert table.game.ply == table.hand.state.ply == 4


def test_a_game_that_does_not_exist_is_not_found(db: None) -> None:
    with pytest.raises(Game.DoesNotExist):
        find_table(Game.objects.filter(pk=10**9))
    with pytest.raises(Game.DoesNotExist):
        lock_table("nowhere")


# Tampering


def sql(*statements: str) -> None:
    """Change the log as nobody may, its triggers taken away, and put them back."""
    drop_triggers(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in statements:
            cursor.execute(statement)
    install_triggers(connection)


def hand_of(game: Game) -> Hand:
    return Hand.objects.filter(game=game).latest("number")


def insert(game: Game, ply: int, seat: int, card: str | None, **more: str) -> None:
    row = next_entry(game) | more
    Move.objects.create(hand=hand_of(game), ply=ply, seat=seat, card=card, by="player", **row)


def change_hand(what: str) -> Callable[[Game], None]:
    return lambda game: sql(f"UPDATE games_hand SET {what} WHERE id = {hand_of(game).pk}")


def change_moves(statement: str) -> Callable[[Game], None]:
    return lambda game: sql(f"{statement} AND hand_id = {hand_of(game).pk}")


# The game of the fixture stands at ply 3 of its second hand; seat 1 has led the 7 of hearts.
TAMPERINGS: dict[str, Callable[[Game], None]] = {
    "a card the seat does not hold": lambda game: insert(game, 3, 0, "KC"),
    "a card of the seat whose turn it is not": lambda game: insert(game, 3, 1, "8H"),
    "a move that leaves out a ply": lambda game: insert(game, 4, 0, "7S"),
    "a declaration where there is none": lambda game: insert(game, 3, 0, None, declaration="pass"),
    "the first move taken out": change_moves("DELETE FROM games_move WHERE ply = 0"),
    "a move taken out of the middle": change_moves("DELETE FROM games_move WHERE ply = 1"),
    "another card in the middle": change_moves("UPDATE games_move SET card = 'AS' WHERE ply = 2"),
    "a card twice in the pack": change_hand("pack = replace(pack, '8S', '7S')"),
    "a pack that is too short": change_hand("pack = '7S 8S'"),
    "a pack that is none": change_hand("pack = 'nonsense'"),
    "a dealer who has no seat": change_hand("dealer = 4"),
    "another dealer": change_hand("dealer = 1"),
    "other rules": lambda game: sql(f"UPDATE games_game SET players = 3 WHERE id = {game.pk}"),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_a_log_that_was_tampered_with_is_found_broken(game: Game, what: str) -> None:
    TAMPERINGS[what](game)
    game.refresh_from_db()
    with pytest.raises(LogBroken, match=game.slug):
        read_game(game)
    with pytest.raises(LogBroken):
        read_table(game)
    with pytest.raises(LogBroken):
        find_table(Game.objects.filter(pk=game.pk))
    with pytest.raises(LogBroken):
        lock_table(game.slug)


def test_hands_dealt_out_of_turn_are_found_broken_when_the_game_is_read_whole(game: Game) -> None:
    hand = hand_of(game)
    sql(f"DELETE FROM games_move WHERE hand_id = {hand.pk}", f"UPDATE games_hand SET dealer = 2 WHERE id = {hand.pk}")
    with pytest.raises(LogBroken, match="hand 2"):
        game_state(game, read_game(game))


def test_a_hand_dealt_before_the_last_was_over_is_found_broken(game: Game) -> None:
    appending.append_hand(game, number=3, dealer=1, pack=game.rules.pack, now=timezone.now())
    with pytest.raises(LogBroken, match="hand 3"):
        game_state(game, read_game(game))


def test_a_hand_dealt_after_the_end_is_found_broken(db: None) -> None:
    with dealing():
        game = make_game(*(make_user() for _ in range(4)), target=5)
        move_on(game)
    appending.append_hand(game, number=2, dealer=0, pack=game.rules.pack, now=timezone.now())
    with pytest.raises(LogBroken, match="hand 2"):
        game_state(game, read_game(game))


@pytest.fixture
def broken(game: Game) -> Game:
    insert(game, 3, 0, "KC")
    return game


def test_a_broken_game_is_neither_shown_nor_played(broken: Game) -> None:
    player = broken.seats.get(number=0).user
    assert player is not None
    with pytest.raises(LogBroken):
        play_game(broken.pk, now=timezone.now() + timedelta(days=30))
    for look in (
        lambda: see_table(slug=broken.slug, user=player),
        lambda: see_hand(slug=broken.slug, user=player, number=1),
        lambda: record_of(slug=broken.slug, user=player),
        lambda: play(slug=broken.slug, user=player, ply=3, move=Card.parse("7S")),
    ):
        with pytest.raises(GameBroken, match="has been stopped"):
            look()


def test_whatever_finds_it_broken_closes_it_with_one_alarm(broken: Game, caplog: pytest.LogCaptureFixture) -> None:
    player = broken.seats.get(number=0).user
    for _ in range(3):
        with pytest.raises(GameBroken):
            see_table(slug=broken.slug, user=player)
        with pytest.raises(GameBroken):
            play(slug=broken.slug, user=player, ply=3, move=Card.parse("7S"))
    broken.refresh_from_db()
    assert broken.broken is not None
    assert play_game(broken.pk, now=timezone.now() + timedelta(days=30)) == 0
    assert [record.levelname for record in caplog.records].count("CRITICAL") == 1


def test_other_games_go_on(broken: Game, caplog: pytest.LogCaptureFixture) -> None:
    user: User = make_user()
    with dealing(dealer=0):
        sound = make_game(user)
    assert broken.deadline is not None
    with caplog.at_level(logging.ERROR):
        assert play_due_games(now=broken.deadline + GRACE) == 3
    sound.refresh_from_db()
    assert (sound.ply, sound.to_play) == (3, 0)
    assert f"game {broken.slug} is closed" in caplog.text
    assert play(slug=sound.slug, user=user, ply=3, move=first_move(state_of(sound))).hand is not None
