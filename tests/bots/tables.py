"""Hands to try bots on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.engine.cards import Card, bits_of, cards_in, parse_cards
from games.engine.hand import HandState
from games.engine.rules import Rules
from games.engine.shuffle import deal
from games.engine.view import view_from

EVERY_RULES = [
    Rules(players=players, ace_high=ace_high, general=general, short_hands=short_hands)
    for players in (3, 4, 5, 6)
    for ace_high in (False, True)
    for general in (False, True)
    for short_hands in (False, True)
]


def random_hand(rules: Rules, rng: random.Random) -> HandState:
    """Return a hand dealt at random, before its first move."""
    pack = rng.sample(rules.pack, len(rules.pack))
    return HandState.start(rules, deal(pack, rules.players), dealer=rng.randrange(rules.players))


def random_turns(rules: Rules, rng: random.Random) -> Iterator[HandState]:
    """Yield every state of a hand played at random in which somebody has a move to make."""
    state = random_hand(rules, rng)
    while not state.is_over:
        yield state
        if state.must_declare:
            state = state.declare("general" if rng.random() < 0.1 else "pass")
        else:
            state = state.play(rng.choice(state.legal_cards()))


def hand_of(*held: str, dealer: int, rules: Rules | None = None) -> HandState:
    """Return a hand of four in which the seats hold the cards named; the rest of the pack fills them up, in order."""
    rules = rules or Rules()
    given = [list(parse_cards(text)) for text in held]
    left = [card for card in rules.pack if not any(card in cards for cards in given)]
    for cards in given:
        while len(cards) < rules.hand_size:
            cards.append(left.pop(0))
    return HandState.start(rules, given, dealer=dealer)


def play(state: HandState, text: str) -> HandState:
    """Return *state* after the cards written in *text*."""
    for word in text.split():
        state = state.play(Card.parse(word))
    return state


def exchange(state: HandState, first: int, second: int, rng: random.Random) -> HandState:
    """Deal the unplayed cards of two seats anew, where neither has shown a void."""
    if any(view_from(state, None).voids[seat] for seat in (first, second)):
        return state
    held = [*cards_in(state.held(first)), *cards_in(state.held(second))]
    size = state.held(first).bit_count()
    rng.shuffle(held)
    dealt = list(state.dealt)
    for seat, cards in ((first, held[:size]), (second, held[size:])):
        dealt[seat] = dealt[seat] & state.played | bits_of(cards)
    return state._replace(dealt=tuple(dealt))


def last_jack_to_take_or_to_duck(rng: random.Random) -> HandState:
    """Return a hand in its last trick but one: the last to play can take the last jack or leave it to the taker."""
    while True:
        for state in random_turns(Rules(), rng):
            if len(state.tricks) != 6 or len(state.cards) != 3 or len(state.legal_cards()) != 2:
                continue
            takes = [state.play(card).leader == state.to_play for card in state.legal_cards()]
            jacks = sum(card.penalty for card in state.cards)
            if sorted(takes) == [False, True] and jacks == 5 - sum(state.penalties) == 1:
                return state
