"""What the host does before the start: POST …/bots, DELETE …/bots/{seat}, POST …/start; and POST …/invitations."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Notice

from .people import GAMES, seat_all


@pytest.fixture
def slug(anna):
    return anna.post(GAMES, {"players": 4}).json["slug"]


def test_a_bot_takes_the_last_free_seat(slug, anna):
    answer = anna.post(f"{GAMES}/{slug}/bots")
    assert answer.status == 200
    assert [seat["holder"] for seat in answer.json["seats"]] == ["person", "nobody", "nobody", "bot"]


def test_the_game_begins_when_bots_have_filled_the_table(slug, anna):
    answers = [anna.post(f"{GAMES}/{slug}/bots") for _ in range(3)]
    assert [answer.json["status"] for answer in answers] == ["open", "open", "active"]
    assert anna.post(f"{GAMES}/{slug}/bots").code == "already_begun"


def test_a_bots_seat_is_freed_again(slug, anna):
    anna.post(f"{GAMES}/{slug}/bots")
    answer = anna.delete(f"{GAMES}/{slug}/bots/3")
    assert (answer.status, answer.json["seats"][3]["holder"]) == (200, "nobody")


@pytest.mark.parametrize("seat", ["0", "2", "6", "9223372036854775808"])
def test_where_no_bot_sits_none_is_sent_away(slug, anna, seat):
    anna.post(f"{GAMES}/{slug}/bots")
    answer = anna.delete(f"{GAMES}/{slug}/bots/{seat}")
    assert (answer.status, answer.code) == (409, "not_a_bots_seat")


@pytest.mark.parametrize("seat", ["-1", "x", "٣", "1e3", "9" * 5000, ""])
def test_what_is_no_seat_is_not_found(slug, anna, seat):
    assert anna.delete(f"{GAMES}/{slug}/bots/{seat}").status == 404


def test_the_host_begins_with_bots_in_the_free_seats(slug, anna, ben):
    ben.post(f"{GAMES}/{slug}/join")
    answer = anna.post(f"{GAMES}/{slug}/start")
    assert (answer.status, answer.json["status"]) == (200, "active")
    assert [seat["holder"] for seat in answer.json["seats"]] == ["person", "person", "bot", "bot"]


@pytest.mark.parametrize("deed", ["start", "bots"])
def test_only_the_host_does_that(slug, ben, deed):
    ben.post(f"{GAMES}/{slug}/join")
    answer = ben.post(f"{GAMES}/{slug}/{deed}")
    assert (answer.status, answer.code) == (403, "not_the_host")


def test_a_player_is_invited_by_name_whatever_the_case_and_told_once(slug, anna, ben):
    for name in ("Ben", "BEN"):
        answer = anna.post(f"{GAMES}/{slug}/invitations", {"name": name})
        assert (answer.status, answer.body) == (204, b"")
    assert [notice.user for notice in Notice.objects.filter(kind="invitation")] == [ben.user]


@pytest.mark.parametrize("name", ["Nobody-here", "", "x", "a\x00b", "é" * 30, "Ben Ben", "\ud800" * 3])
def test_a_name_that_nobody_has_is_refused(slug, anna, ben, name):
    answer = anna.post(f"{GAMES}/{slug}/invitations", {"name": name})
    assert answer.status in (400, 422), answer.body
    assert not Notice.objects.filter(kind="invitation").exists()


@pytest.mark.parametrize(
    "body", [{}, {"name": None}, {"name": 12}, {"name": ["Ben"]}, {"name": "x" * 101}, {"user": 1}]
)
def test_what_is_no_invitation_is_refused_with_400(slug, anna, body):
    assert anna.post(f"{GAMES}/{slug}/invitations", body).status == 400


def test_who_sits_there_is_not_invited(slug, anna, ben):
    ben.post(f"{GAMES}/{slug}/join")
    answer = anna.post(f"{GAMES}/{slug}/invitations", {"name": "Ben"})
    assert (answer.status, answer.code) == (409, "already_seated")


def test_a_visitor_is_not_invited(slug, anna, guest):
    answer = anna.post(f"{GAMES}/{slug}/invitations", {"name": guest.user.username})
    assert (answer.status, answer.code) == (422, "no_such_player")


def test_who_does_not_sit_there_invites_nobody(slug, ben, cat):
    answer = ben.post(f"{GAMES}/{slug}/invitations", {"name": "Cat"})
    assert (answer.status, answer.code) == (403, "not_seated")


def test_once_begun_nobody_is_invited(anna, ben, cat, stranger):
    answer = anna.post(f"{GAMES}/{seat_all(anna, ben, cat)}/invitations", {"name": "Stranger"})
    assert (answer.status, answer.code) == (409, "already_begun")
    assert User.objects.filter(username="Stranger").exists()
