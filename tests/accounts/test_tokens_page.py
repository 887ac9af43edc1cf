from __future__ import annotations

import re

import pytest

from accounts.models import ApiToken

from .people import make_user, show_it_is_me

pytestmark = pytest.mark.django_db


def test_a_token_is_made_after_the_password_and_shown_once(bens, ben):
    answer = bens.post("/account/tokens/", {"name": "My app"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    show_it_is_me(bens)
    page = bens.post("/account/tokens/", {"name": "My app"}).content.decode()
    secret = re.search(r'value="(plg_\w+)"', page)
    assert secret
    token = ApiToken.objects.get()
    assert (token.user, token.name) == (ben, "My app")
    again = bens.get("/account/tokens/").content.decode()
    assert secret[1] not in again
    assert token.token_key in again


def test_a_token_can_be_revoked(bens, ben):
    token, _secret = ApiToken.objects.issue(ben, "old")
    assert bens.get(f"/account/tokens/{token.token_key}/revoke/").status_code == 405
    bens.post(f"/account/tokens/{token.token_key}/revoke/")
    assert not ApiToken.objects.exists()


def test_a_token_of_somebody_else_is_not_there(bens):
    token, _secret = ApiToken.objects.issue(make_user("Cat"), "cat's")
    assert bens.post(f"/account/tokens/{token.token_key}/revoke/").status_code == 404
    assert ApiToken.objects.exists()


@pytest.mark.parametrize("name", ["", "x" * 61, "a\x00b"])
def test_a_token_needs_a_proper_name(bens, name):
    show_it_is_me(bens)
    answer = bens.post("/account/tokens/", {"name": name})
    assert "name" in answer.context["form"].errors


def test_a_name_is_shown_as_text(bens, ben):
    ApiToken.objects.issue(ben, "<b>x</b>")
    page = bens.get("/account/tokens/").content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_a_twentieth_token_is_the_last(bens, ben):
    for number in range(20):
        ApiToken.objects.issue(ben, f"app {number}")
    show_it_is_me(bens)
    answer = bens.post("/account/tokens/", {"name": "one more"})
    assert "Revoke one first" in answer.content.decode()
    assert ApiToken.objects.count() == 20
