"""Asking somebody by name to join."""

import pytest

from accounts.models import User
from games.models import Notice
from games.services.errors import AlreadyBegun, AlreadySeated, NoSuchGame, NoSuchPlayer, NotSeated
from games.services.seating import invite
from tests.builders import make_game, make_user


def test_the_invited_gets_one_notice_however_often_they_are_asked(ann: User, ben: User, cat: User) -> None:
    game = make_game(ann, ben, begun=False, access="link")
    for user, name in ((ann, "Cat"), (ann, "cat"), (ben, "CAT")):
        invite(slug=game.slug, user=user, name=name)
    notice = Notice.objects.get()
    assert (notice.kind, notice.user, notice.game, notice.about) == ("invitation", cat, game, ann)


def test_an_invitation_changes_nothing_at_the_table(ann: User, cat: User) -> None:
    game = make_game(ann, begun=False)
    invite(slug=game.slug, user=ann, name="Cat")
    game.refresh_from_db()
    assert (game.version, game.seats.filter(user=cat).count()) == (1, 0)


@pytest.mark.parametrize("name", ["Nobody", "", "Ca", "%", "Cat ", "C_t"])
def test_a_name_nobody_has_is_refused(ann: User, cat: User, name: str) -> None:
    with pytest.raises(NoSuchPlayer):
        invite(slug=make_game(ann, begun=False).slug, user=ann, name=name)


def test_visitors_and_closed_accounts_are_not_invited(ann: User, guest: User) -> None:
    make_user("Gone", is_active=False)
    game = make_game(ann, begun=False)
    for name in (guest.username, "Gone"):
        with pytest.raises(NoSuchPlayer):
            invite(slug=game.slug, user=ann, name=name)


def test_who_sits_there_already_is_not_invited(ann: User, ben: User) -> None:
    game = make_game(ann, ben, begun=False)
    with pytest.raises(AlreadySeated, match="They"):
        invite(slug=game.slug, user=ann, name="Ben")


def test_only_who_sits_at_the_table_invites(ann: User, cat: User, eve: User) -> None:
    with pytest.raises(NotSeated):
        invite(slug=make_game(ann, begun=False).slug, user=eve, name="Cat")
    with pytest.raises(NoSuchGame):
        invite(slug=make_game(ann, begun=False, access="link").slug, user=eve, name="Cat")


def test_nobody_is_invited_to_a_game_that_has_begun(ann: User, cat: User) -> None:
    with pytest.raises(AlreadyBegun):
        invite(slug=make_game(ann).slug, user=ann, name="Cat")
    assert not Notice.objects.filter(kind="invitation").exists()
