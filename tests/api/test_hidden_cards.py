"""What a viewer is sent depends on nothing that the viewer cannot know."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import User
from games.api.games import _etag
from games.api.output import table_json
from games.engine.cards import Card, text_of
from games.engine.hand import HandState, replay
from games.engine.rules import Rules
from games.engine.shuffle import deal
from games.log import LoggedHand, LoggedMove, Table
from games.models import Game, Holder, Seat
from games.table import view_of

from .people import GAMES, play_on, seat_all, to_play

NOW = datetime(2027, 3, 1, tzinfo=UTC)
rules_of_tables = st.builds(
    Rules, players=st.integers(3, 6), ace_high=st.booleans(), general=st.booleans(), short_hands=st.booleans()
)


def a_random_hand(rules: Rules, chance: Random, moves: int) -> tuple[HandState, list[Any]]:
    """Deal and play up to so many moves; return the start and the moves."""
    pack = list(rules.pack)
    chance.shuffle(pack)
    start = state = HandState.start(rules, deal(pack, rules.players), dealer=chance.randrange(rules.players))
    made: list[Any] = []
    while len(made) < moves and not state.is_over:
        words = ["pass", "general"] if state.must_declare else list(state.legal_cards())
        made.append(chance.choice(words))
        state = state.move(made[-1])
    return start, made


def deal_hidden_cards_anew(start: HandState, moves: list[Any], viewer: int | None, chance: Random) -> HandState | None:
    """Exchange cards that *viewer* has not seen among the others' hands; None if the moves could not have been so."""
    state = replay(start, moves)
    others = [seat for seat in range(start.rules.players) if seat != viewer]
    held = {seat: [card for card in start.rules.pack if state.held(seat) & card.bit] for seat in others}
    hidden = [card for cards in held.values() for card in cards]
    chance.shuffle(hidden)
    new_held = {seat: [hidden.pop() for _ in cards] for seat, cards in held.items()}
    dealt = [
        [card for card in start.rules.pack if start.dealt[seat] & card.bit and not state.held(seat) & card.bit]
        + new_held[seat]
        if seat in new_held
        else [card for card in start.rules.pack if start.dealt[seat] & card.bit]
        for seat in range(start.rules.players)
    ]
    other = HandState.start(start.rules, dealt, dealer=start.dealer)
    try:
        replay(other, moves)
    except ValueError:
        return None  # somebody would not have followed suit
    return other


def bytes_for(start: HandState, moves: list[Any], viewer: int | None) -> tuple[str, str]:
    """Return the body and the tag that *viewer* is sent of a game at this moment."""
    players = start.rules.players
    users = [User(pk=number + 1, username=f"Player{number}") for number in range(players)]
    seats = [Seat(number=number, holder=Holder.PERSON, user=users[number]) for number in range(players)]
    state, logged = start, []
    for ply, move in enumerate(moves):
        assert state.to_play is not None
        logged.append(LoggedMove(ply, state.to_play, move, "player", NOW))
        state = state.move(move)
    game = Game(
        slug="AbCdEfGhIj", host=users[0], players=players, status="active", hand_number=1, ply=len(moves), created=NOW,
        to_play=state.to_play, turn_began=NOW, deadline=NOW + timedelta(days=1), missed=[0] * players,
    )  # fmt: skip
    table = Table(game, start.rules, seats, [LoggedHand(1, 1, NOW, start, tuple(logged), state)])
    user = User(pk=99, username="Onlooker") if viewer is None else users[viewer]
    view = view_of(table, user, now=NOW)
    return json.dumps(table_json(view), cls=JSONEncoder), _etag(view, user)


@given(rules=rules_of_tables, seed=st.integers(0, 2**32), moves=st.integers(0, 40), place=st.integers(0, 6))
def test_exchanging_hidden_cards_changes_no_byte_of_what_a_viewer_is_sent(rules, seed, moves, place):
    chance = Random(seed)
    viewer = None if place >= rules.players else place
    start, made = a_random_hand(rules, chance, moves)
    if replay(start, made).is_over:
        made.pop()
    sent = bytes_for(start, made, viewer)
    for _ in range(8):
        other = deal_hidden_cards_anew(start, made, viewer, chance)
        if other is not None:
            assert bytes_for(other, made, viewer) == sent


def test_the_exchange_of_hidden_cards_does_exchange_some():
    chance, exchanged = Random(7), 0
    for _ in range(50):
        start, made = a_random_hand(Rules(), chance, 8)
        other = deal_hidden_cards_anew(start, made, 0, chance)
        exchanged += other is not None and other.dealt != start.dealt
    assert exchanged > 10


def test_the_own_cards_do_change_what_is_sent():
    start, made = a_random_hand(Rules(), Random(1), 0)
    other, _ = a_random_hand(Rules(), Random(2), 0)
    other = other._replace(dealer=start.dealer, leader=start.leader, taker=start.taker, to_play=start.to_play)
    assert bytes_for(start, made, 0) != bytes_for(other, made, 0)
    assert bytes_for(start, made, None) == bytes_for(other, made, None)


def cards_in(value: Any) -> set[str]:
    """Return every card named anywhere in an answer."""
    if isinstance(value, dict):
        return {card for item in value.values() for card in cards_in(item)}
    if isinstance(value, list):
        return {card for item in value for card in cards_in(item)}
    return {value} if isinstance(value, str) and value in text_of(Rules(players=4).pack).split() else set()


def test_an_onlooker_of_a_public_game_sees_no_hidden_card(anna, ben, cat, stranger, nobody):
    callers = [anna, ben, cat]
    slug = seat_all(*callers)
    for _ in range(12):
        played = [move["card"] for move in anna.table(slug)["hand"]["moves"]]
        for onlooker in (stranger, nobody):
            for address in (f"{GAMES}/{slug}", GAMES, f"{GAMES}/{slug}/sittings", f"{GAMES}/{slug}/hands/1"):
                assert cards_in(onlooker.get(address).json) <= set(played)
        play_on(slug, callers, 1)


def test_a_player_is_sent_no_card_that_another_holds(anna, ben, cat):
    callers = [anna, ben, cat]
    slug = seat_all(*callers)
    for _ in range(12):
        tables = [caller.table(slug) for caller in callers]
        held = [set(table["hand"]["held"]) for table in tables]
        for seat, table in enumerate(tables):
            assert not cards_in(table) & set.union(*(cards for other, cards in enumerate(held) if other != seat))
        play_on(slug, callers, 1)


def test_a_refused_move_says_nothing_of_who_holds_the_card(anna, ben, cat):
    slug = seat_all(anna, ben, cat)
    caller, table = to_play(slug, [anna, ben, cat])
    others = [card for card in text_of(Rules(players=3).pack).split() if card not in table["hand"]["held"]]
    answers = {caller.post(f"{GAMES}/{slug}/moves", {"ply": 0, "card": card}).code for card in others}
    assert answers == {"not_held"}
    assert {Card.parse(card).text for card in others}.isdisjoint(table["hand"]["held"])
