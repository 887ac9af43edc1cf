from __future__ import annotations

import pytest

from accounts.models import User

from .caller import Caller

pytestmark = pytest.mark.django_db


def test_a_program_can_play_without_an_account(nobody):
    answer = nobody.post("guests", {"time_zone": "Europe/Paris"})
    assert answer.status == 201
    user, token = answer.json["user"], answer.json["token"]
    assert (user["is_guest"], user["email"], user["time_zone"]) == (True, "", "Europe/Paris")
    me = Caller(token["token"]).get("me")
    assert me.json == user


def test_nothing_need_be_sent(nobody):
    assert nobody.post("guests").status == 201
    assert nobody.post("guests", {}).json["user"]["time_zone"] == "UTC"


def test_a_zone_that_nobody_knows_is_refused(nobody):
    answer = nobody.post("guests", {"time_zone": "Mars/Olympus"})
    assert (answer.status, answer.fields) == (400, {"time_zone": ["time_zone_unknown"]})
    assert not User.objects.exists()


def test_a_visitor_gets_no_token_by_password(nobody, visitors_app):
    guest = User.objects.get()
    for password in ("", "!", guest.password):
        answer = nobody.post("tokens", {"login": guest.username, "password": password, "token_name": "x"})
        assert answer.status in {400, 401}


@pytest.mark.parametrize("path", ["me/password", "me/email/confirmation"])
def test_what_only_accounts_have_is_refused_in_words(visitors_app, path):
    answer = visitors_app.post(path, {"current": "x", "new": "y"})
    assert (answer.status, answer.code) == (403, "account_needed")


def test_one_address_that_makes_too_many_visitors_is_slowed(nobody):
    answers = [nobody.post("guests") for _ in range(31)]
    assert [answer.status for answer in answers] == [201] * 30 + [429]
