"""Sixteen programs of one player send a card for the same ply by the API: one is the move, the rest come too late."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from games.models import Game, Move
from tests.builders import dealing, make_game, move_on, state_of
from tests.services.consistency import check_game

from .race import race

CLIENTS = 16


@pytest.mark.parametrize("rounds", [6, pytest.param(500, marks=pytest.mark.soak)])
def test_of_sixteen_clients_on_one_ply_one_moves(users: list[User], rounds: int) -> None:
    tokens = {user.pk: ApiToken.objects.issue(user, "tests")[1] for user in users}
    done = 0
    while done < rounds:
        with dealing():
            game = make_game(*users, target=None, hands=1)
        for _ in range(min(6, rounds - done)):  # each time the leader of a trick, who may play any card held
            one_round(game, users, tokens)
            done += 1
        check_game(game.pk)


def one_round(game: Game, users: list[User], tokens: dict[int, str]) -> None:
    state = state_of(game)
    cards = [card.text for card in state.legal_cards()]
    token = tokens[users[state.to_play or 0].pk]
    sent = [cards[number % len(cards)] for number in range(CLIENTS)]
    statuses = race(*[partial(post, Client(), game.slug, token, state.ply, card) for card in sent])
    move = Move.objects.filter(hand__game=game).latest("ply")
    assert move.ply == state.ply
    # Who sent the very card that was played is told so: it may have been the same program, trying again.
    assert statuses == [201 if card == move.card else 409 for card in sent]
    move_on(game, 3)


def post(client: Client, slug: str, token: str, ply: int, card: str) -> Any:
    headers = {"Authorization": f"Token {token}"}
    body = json.dumps({"ply": ply, "card": card})
    path = f"/api/v1/games/{slug}/moves"
    return client.post(path, body, content_type="application/json", headers=headers).status_code
