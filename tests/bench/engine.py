"""How many moves a second the engine checks and makes, and OpenSpiel's hearts beside it in the same run.

Both are driven from Python, in turns, on hands prepared beforehand. Time is the processor's for this process, so that
other work on the machine matters less; the ratio of the medians is the figure to keep.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module, metadata
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from games.engine import record
from games.engine.cards import Card
from games.engine.hand import HandState, replay
from games.engine.rules import PLAYERS, Rules
from tests.engine.builders import moves_of, restart, shared_names, shared_record
from tests.engine.strategies import dealt_hand, played_out

WANTED = 350_000  # moves a second
REPETITIONS = 15
RANDOM_HANDS = 60  # for each number of players
HEARTS_HANDS = 60

Hand: TypeAlias = tuple[HandState, list[Card]]  # before the first card, and the cards played
HeartsHand: TypeAlias = tuple[Any, list[int]]  # OpenSpiel's state before the first card, and its actions
Work: TypeAlias = Callable[[], int]  # does the work once and returns how many moves were made


class Rates(NamedTuple):
    """Moves a second, over some repetitions."""

    best: float
    median: float


def run() -> None:
    print("Engine: moves a second, each checked against the rules (processor time of one process)")
    every_hand = _our_hands()
    for name, hands in every_hand.items():
        _tell(name, hands)
    everything = [hand for hands in every_hand.values() for hand in hands]
    reached = _tell("all of them", everything).median >= WANTED
    print(f"  Wanted is a median of {WANTED:,} at least: {'reached' if reached else 'NOT reached'}.")
    print()
    _compare(everything)


def _tell(name: str, hands: list[Hand]) -> Rates:
    (rates,) = _in_turns([lambda: _replay(hands)])
    moves = _moves_in(hands)
    print(f"  {name:<28}{moves:>7,} moves    best {rates.best:>9,.0f}    median {rates.median:>9,.0f}")
    return rates


def _compare(hands: list[Hand]) -> None:
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed, so there is no comparison: pip install -r requirements-bench.txt")
        return
    hearts, chance = _hearts_hands(pyspiel), Random(1)
    version = metadata.version("open_spiel")
    print(f"Beside OpenSpiel {version}, whose hearts are in C++, driven from Python in turns with ours (medians)")
    print(f"  {'for each move':<72}{'ours':>10}{'OpenSpiel':>11}{'ratio':>7}")
    for what, ours, theirs in (
        (
            "check the recorded move; a log is replayed, OpenSpiel changes its state",
            lambda: _replay(hands),
            lambda: _hearts_in_place(hearts),
        ),
        (
            "check the recorded move and make a new state of it, the old one kept",
            lambda: _play(hands),
            lambda: _hearts_in_new_states(hearts),
        ),
        (
            "ask for the legal moves, look the recorded one up, and make it",
            lambda: _ask_and_play(hands),
            lambda: _hearts_ask_and_play(hearts),
        ),
        (
            "ask for the legal moves, choose one at random, and make it",
            lambda: _play_at_random(hands, chance),
            lambda: _hearts_at_random(hearts, chance),
        ),
    ):
        mine, other = _in_turns([ours, theirs])
        print(f"  {what:<72}{mine.median:>10,.0f}{other.median:>11,.0f}{mine.median / other.median:>7.2f}")


def _in_turns(works: list[Work]) -> list[Rates]:
    """Measure *works* one after the other, again and again, so that a slow moment of the machine meets all of them."""
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(REPETITIONS):
        for work, mine in zip(works, rates, strict=True):
            began = process_time()
            moves = work()
            mine.append(moves / (process_time() - began))
    return [Rates(max(mine), median(mine)) for mine in rates]


def _our_hands() -> dict[str, list[Hand]]:
    real = [hand for name in shared_names("game") for hand in record.read(shared_record(name)).hands]
    hands = {"hands of tests/records": [_ready(hand) for hand in real]}
    for players in PLAYERS:
        rules, chance = Rules(players=players), Random(players)
        over = [played_out(dealt_hand(rules, chance), chance) for _ in range(RANDOM_HANDS)]
        hands[f"random hands of {players} players"] = [_ready(hand) for hand in over]
    return hands


def _ready(hand: HandState) -> Hand:
    state = restart(hand)
    for word in hand.declarations:
        state = state.declare(word)
    return state, [move for move in moves_of(hand) if isinstance(move, Card)]


def _moves_in(hands: list[Hand]) -> int:
    return sum(len(cards) for _, cards in hands)


def _replay(hands: list[Hand]) -> int:
    """Make every move as the site does when it reads a log."""
    for start, cards in hands:
        replay(start, cards)
    return _moves_in(hands)


def _play(hands: list[Hand]) -> int:
    for start, cards in hands:
        state = start
        for card in cards:
            state = state.play(card)
    return _moves_in(hands)


def _ask_and_play(hands: list[Hand]) -> int:
    for start, cards in hands:
        state = start
        for card in cards:
            if card not in state.legal_cards():
                raise ValueError(card)
            state = state.play(card)
    return _moves_in(hands)


def _play_at_random(hands: list[Hand], chance: Random) -> int:
    moves = 0
    for state, _ in hands:
        while state.to_play is not None:
            state = state.play(chance.choice(state.legal_cards()))
            moves += 1
    return moves


def _hearts_hands(pyspiel: Any) -> list[HeartsHand]:
    """Deal and play hands of hearts at random, without passing: each is 52 plays."""
    game, chance = pyspiel.load_game("hearts"), Random(0)
    hands = []
    for _ in range(HEARTS_HANDS):
        state = game.new_initial_state()
        state.apply_action(0)  # the first draw of chance is the direction of the pass: 0 is none
        while state.is_chance_node():
            state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
        start, actions = state.clone(), []
        while not state.is_terminal():
            actions.append(chance.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        if len(actions) != 52:
            raise ValueError(f"a hand of hearts without passing has 52 plays, not {len(actions)}")
        hands.append((start, actions))
    return hands


def _hearts_in_place(hands: list[HeartsHand]) -> int:
    for start, actions in hands:
        state = start.clone()
        for action in actions:
            state.apply_action_with_legality_check(action)
    return 52 * len(hands)


def _hearts_in_new_states(hands: list[HeartsHand]) -> int:
    for start, actions in hands:
        state = start
        for action in actions:
            state = state.clone()
            state.apply_action_with_legality_check(action)
    return 52 * len(hands)


def _hearts_ask_and_play(hands: list[HeartsHand]) -> int:
    for start, actions in hands:
        state = start.clone()
        for action in actions:
            if action not in state.legal_actions():
                raise ValueError(action)
            state.apply_action(action)
    return 52 * len(hands)


def _hearts_at_random(hands: list[HeartsHand], chance: Random) -> int:
    for start, _ in hands:
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return 52 * len(hands)
