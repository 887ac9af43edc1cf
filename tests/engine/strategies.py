"""Hands and games for Hypothesis: every option, every number of players, every order of play."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from games.engine.cards import Card, bits_of
from games.engine.game import GameState
from games.engine.hand import Declaration, HandState
from games.engine.rules import PLAYERS, Rules
from games.engine.shuffle import deal


@st.composite
def rules(draw: st.DrawFn, *, most_hands: int = 24, **fixed: bool) -> Rules:
    hands = draw(st.none() | st.integers(1, most_hands))
    options = {name: draw(st.booleans()) for name in ("ace_high", "general", "short_hands")} | fixed
    target = draw(st.integers(1, 60)) if hands is None else None
    return Rules(players=draw(st.sampled_from(PLAYERS)), target=target, hands=hands, **options)


def chances() -> st.SearchStrategy[Random]:
    """A source of chance that Hypothesis can show and repeat."""
    return st.builds(Random, st.integers(0, 2**32))


def dealt_hand(options: Rules, chance: Random, *, dealer: int | None = None) -> HandState:
    """Deal at random; every third deal gives the best cards to one seat, so that generals are made, too."""
    pack = list(options.pack)
    chance.shuffle(pack)
    if chance.random() < 1 / 3:
        pack.sort(key=lambda card: -options.strength[card.number])
    hands = list(deal(pack, options.players))
    chance.shuffle(hands)
    return HandState.start(options, hands, dealer=chance.randrange(options.players) if dealer is None else dealer)


def any_move(state: HandState, chance: Random) -> Card | Declaration:
    """Choose a legal move: of the declarations the general one time in three, and always with the best cards."""
    if not state.must_declare:
        return chance.choice(state.legal_cards())
    assert state.to_play is not None
    best = sorted(state.rules.pack, key=lambda card: -state.rules.strength[card.number])[: state.rules.hand_size]
    is_sure = state.held(state.to_play) == bits_of(best)
    return "general" if is_sure or chance.random() < 1 / 3 else "pass"


def played_out(state: HandState, chance: Random) -> HandState:
    while not state.is_over:
        state = state.move(any_move(state, chance))
    return state


def whole_game(options: Rules, chance: Random, *, most_hands: int = 100) -> GameState:
    """Play a game to its end, or for *most_hands* hands."""
    game = GameState(options)
    while not game.is_over and len(game.hands) < most_hands:
        over = played_out(dealt_hand(options, chance, dealer=game.next_dealer), chance)
        game = game._replace(hands=(*game.hands, over))
    return game


@st.composite
def hands_over(draw: st.DrawFn, **fixed: bool) -> HandState:
    """A hand played to its end by legal moves."""
    chance = draw(chances())
    return played_out(dealt_hand(draw(rules(**fixed)), chance), chance)


@st.composite
def hands_under_way(draw: st.DrawFn, **fixed: bool) -> HandState:
    """A hand after some legal moves, perhaps none, perhaps all."""
    chance = draw(chances())
    state = dealt_hand(draw(rules(**fixed)), chance)
    for _ in range(draw(st.integers(0, 38))):
        if state.is_over:
            break
        state = state.move(any_move(state, chance))
    return state
