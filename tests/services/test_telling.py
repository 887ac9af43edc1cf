from __future__ import annotations

from datetime import time

import pytest

from accounts.models import User
from games.models import Game, NoticeSettings
from games.services import looking, telling
from games.services.errors import NoSuchGame, NotSeated
from tests.builders import make_game


def test_who_has_chosen_nothing_has_the_defaults_and_no_row(ann: User) -> None:
    wishes = telling.settings_of(ann)
    assert (wishes.mail, wishes.stages, wishes.delay, wishes.digest_hour, wishes.quiet) == (
        True,
        [50, 20],
        0,
        None,
        None,
    )
    assert wishes.wants("your_turn")
    assert not NoticeSettings.objects.exists()


def test_what_is_not_changed_stays(ann: User) -> None:
    telling.change_settings(ann, {"stages": [5, 75, 5], "quiet": (time(22), time(7)), "kinds": {"game_over": False}})
    telling.change_settings(ann, {"delay": 30, "kinds": {"your_turn": False}})
    wishes = telling.settings_of(ann)
    assert (wishes.stages, wishes.delay, wishes.quiet) == ([75, 5], 30, (time(22), time(7)))
    assert sorted(wishes.off) == ["game_over", "hand_over", "your_turn"]  # hand_over from the beginning
    telling.change_settings(ann, {"quiet": None, "kinds": {"your_turn": True}})
    wishes = telling.settings_of(ann)
    assert (wishes.quiet, sorted(wishes.off)) == (None, ["game_over", "hand_over"])


def test_a_player_mutes_a_table_for_nobody_else(ann: User, ben: User) -> None:
    game = make_game(ann, ben)
    version = Game.objects.get(pk=game.pk).version
    assert telling.mute(slug=game.slug, user=ann, muted=True).muted
    assert not looking.see_table(slug=game.slug, user=ben).muted
    assert not telling.mute(slug=game.slug, user=ann, muted=False).muted
    assert Game.objects.get(pk=game.pk).version == version


def test_who_only_looks_on_has_nothing_to_mute_and_a_stranger_is_told_nothing(ann: User, eve: User) -> None:
    with pytest.raises(NotSeated):
        telling.mute(slug=make_game(ann, bots=2).slug, user=eve, muted=True)
    for slug in (make_game(ann, bots=2, access="link").slug, "AAAAAAAAAA"):
        with pytest.raises(NoSuchGame):
            telling.mute(slug=slug, user=eve, muted=True)
