"""Hints: in a game against bots and nobody else."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.services.absence import resign
from games.services.advising import Hint, see_hint
from games.services.errors import NoHintsHere, NoSuchGame, NotSeated, NotYourTurn
from games.services.looking import see_table
from games.services.overdue import play_game
from tests.builders import dealing, make_game, move_on


def at_turn_of(game: Game) -> Game:
    """Have the bots play until a person is to."""
    play_game(game.pk)
    game.refresh_from_db()
    return game


def hint_at(game: Game, user: User) -> Hint:
    return see_hint(slug=game.slug, user=user)


def test_who_plays_against_bots_alone_may_ask(ann: User, guest: User) -> None:
    for user, access in ((ann, "public"), (guest, "link")):
        game = at_turn_of(make_game(user, bots=3, access=access))
        hint = hint_at(game, user)
        assert hint.table.hand is not None
        assert hint.advice.move in hint.table.hand.view.legal
        assert hint_at(game, user).advice == hint.advice


def test_asking_changes_nothing(ann: User) -> None:
    game = at_turn_of(make_game(ann, bots=3))
    before = (game.version, game.head)
    hint_at(game, ann)
    game.refresh_from_db()
    assert (game.version, game.head) == before


def test_nobody_has_help_against_another_person(ann: User, ben: User) -> None:
    game = at_turn_of(make_game(ann, ben, bots=2))
    for user in (ann, ben):
        assert not see_table(slug=game.slug, user=user).has_hints
        with pytest.raises(NoHintsHere):
            hint_at(game, user)
    resign(slug=game.slug, user=ben)
    with pytest.raises(NoHintsHere):
        hint_at(game, ann)


def test_nobody_is_helped_who_only_looks_on_or_has_resigned(ann: User, eve: User) -> None:
    game = at_turn_of(make_game(ann, bots=3))
    with pytest.raises(NotSeated):
        hint_at(game, eve)
    hidden = make_game(ann, bots=3, access="link")
    with pytest.raises(NoSuchGame):
        hint_at(hidden, eve)
    resign(slug=game.slug, user=ann)
    with pytest.raises(NotYourTurn):
        hint_at(game, ann)


def test_a_hint_is_for_ones_own_turn_in_a_game_that_is_being_played(ann: User) -> None:
    with dealing(dealer=0):
        game = make_game(ann, bots=3)  # a bot is to lead
    with pytest.raises(NotYourTurn):
        hint_at(game, ann)
    with pytest.raises(NoHintsHere):
        hint_at(make_game(ann, begun=False), ann)
    over = make_game(ann, bots=2, target=None, hands=1)
    while over.status == Game.Status.ACTIVE:
        at_turn_of(over)
        if over.status == Game.Status.ACTIVE:
            move_on(over, 1)
    with pytest.raises(NoHintsHere):
        hint_at(over, ann)
