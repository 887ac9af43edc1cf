from __future__ import annotations

import pytest
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory
from django.utils import translation

from accounts.guests import sign_in_guest
from accounts.models import User

from .people import PASSWORD, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client: Client) -> User:
    """A visitor, signed in in `client`."""
    guest = User.objects.create_guest()
    client.force_login(guest)
    return guest


def request(user: User | None = None, **data: str):
    request = RequestFactory().post("/", data)
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    return request


def test_one_who_wants_to_play_at_once_becomes_a_visitor_and_is_signed_in():
    play = request(time_zone="Europe/Paris")
    with translation.override("fr"):
        guest = sign_in_guest(play)
    assert guest.is_guest
    assert play.user == guest
    assert play.session["_auth_user_id"] == str(guest.pk)
    assert (guest.time_zone, guest.language) == ("Europe/Paris", "fr")
    assert not guest.has_usable_password()


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "a\x00b", "x" * 1000])
def test_a_guess_that_is_no_zone_is_utc(zone):
    assert sign_in_guest(request(time_zone=zone)).time_zone == "UTC"


def test_who_is_signed_in_stays_who_they_are(ben):
    assert sign_in_guest(request(ben)) == ben
    guest = User.objects.create_guest()
    assert sign_in_guest(request(guest)) == guest
    assert User.objects.count() == 2


def test_visitors_have_different_names():
    assert len({User.objects.create_guest().username for _ in range(20)}) == 20


def test_a_visitor_meets_a_namesake_and_gets_another_name(monkeypatch):
    names = iter(["aaaa", "aaaa", "bbbb"])
    monkeypatch.setattr("accounts.models.secrets.token_hex", lambda _size: next(names))
    assert [User.objects.create_guest().username for _ in range(2)] == ["Visitor-aaaa", "Visitor-bbbb"]


def test_one_address_that_makes_too_many_visitors_is_slowed():
    play = request()
    with context.request_context(play):
        for _ in range(30):
            sign_in_guest(request())
        with pytest.raises(ImmediateHttpResponse) as refusal:
            sign_in_guest(play)
    assert refusal.value.response.status_code == 429


@pytest.mark.parametrize(
    "path",
    [
        "email/",
        "password/change/",
        "password/set/",
        "2fa/",
        "2fa/totp/activate/",
        "2fa/webauthn/add/",
        "sessions/",
        "tokens/",
        "reauthenticate/",
    ],
)
def test_a_visitor_is_sent_from_what_only_accounts_have_to_sign_up(client, visitor, path):
    answer = client.get(f"/account/{path}", follow=True)
    assert answer.redirect_chain[0][0].startswith("/account/signup/?next=")
    assert "sign up first" in answer.content.decode()


def test_a_visitor_may_choose_zone_and_language_and_is_invited_to_sign_up(client, visitor):
    page = client.get("/account/settings/").content.decode()
    assert "Sign up to keep your games" in page
    assert "/account/email/" not in page
    client.post("/account/settings/", {"time_zone": "Asia/Tokyo", "language": ""})
    visitor.refresh_from_db()
    assert visitor.time_zone == "Asia/Tokyo"


def test_the_sign_in_page_tells_a_visitor_that_games_stay_behind(client, visitor):
    page = client.get("/account/login/")
    assert page.status_code == 200
    assert "Games begun as a visitor stay with the visitor" in page.content.decode()
    assert "Games begun" not in Client().get("/account/login/").content.decode()


def test_a_visitor_who_signs_in_leaves_the_visitor_behind(client, visitor, ben):
    before = client.session.session_key
    client.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(ben.pk)
    assert client.session.session_key != before
    visitor.refresh_from_db()
    assert visitor.is_guest


def test_a_visitor_who_mistypes_a_password_stays_a_visitor(client, visitor, ben):
    client.post("/account/login/", {"login": "Ben", "password": "wrong"})
    assert client.session["_auth_user_id"] == str(visitor.pk)


def test_a_visitor_is_warned_before_signing_out(client, visitor):
    assert "nobody can get back to these games" in client.get("/account/logout/").content.decode()
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session


def test_a_visitor_does_not_see_the_banner_about_mail(client, visitor):
    assert "not confirmed yet" not in client.get("/account/settings/").content.decode()


def test_a_member_is_not_sent_away(bens):
    make_user("Cat")
    assert bens.get("/account/email/").status_code == 200
