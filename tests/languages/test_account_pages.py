"""Every page about accounts, with what it answers to good and bad entries: in French to the last word."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.forms import SetPasswordForm
from accounts.models import ApiToken, User
from tests.accounts.people import PASSWORD, last_letter, link_in, make_user, show_it_is_me, sign_in, signup

from .french import SHOWN, French, reading

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BAD_PASSWORDS = ["", "short", "1234567890123", "password123", "ana@example.org", "x" * 200]


def french_browser() -> Client:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    return client


def get(french: French, client: Client, path: str) -> None:
    french.page(path, client.get(path, follow=True).content.decode())


def post(french: French, client: Client, path: str, **data: str) -> None:
    answer = client.post(path, data, follow=True)
    assert answer.status_code < 500
    french.page(f"{path} with {data}", answer.content.decode())


def test_every_account_page_is_french():
    ben = make_user("Ben", language="fr")
    with reading("Ben", "Ana", "laptop", *SHOWN) as french:
        _come_in(french)
        _forget_the_password(french, ben)
        bens = french_browser()
        sign_in(bens, ben)
        _change_things(french, bens, ben)
        _set_up_a_second_factor(french, bens, ben)
        _go_out(french, bens, ben)
        _be_a_visitor(french)
        _look_at_the_rest(french)
    assert french.left == {}
    wordless = {"accounts/_zone_guess.html"}
    assert french.templates_not_read("account", "accounts", "mfa", "usersessions") - wordless == set()


def _come_in(french: French) -> None:
    client = french_browser()
    for path in ("login/", "signup/", "confirm-email/", "inactive/", "confirm-email/abc/"):
        get(french, client, f"/account/{path}")
    for password in BAD_PASSWORDS:
        post(french, client, "/account/signup/", **signup(password1=password))
    for name in ("", "a", "é!", "admin", "ben", "x" * 30):
        post(french, client, "/account/signup/", **signup(username=name))
    for email in ("", "x", "ben@example.org", "a" * 300 + "@example.org"):
        post(french, client, "/account/signup/", **signup(email=email))
    post(french, client, "/account/signup/", **signup())
    get(french, client, "/games")
    get(french, client, "/account/email/")
    post(french, client, "/account/email/resend/")
    get(french, client, link_in(last_letter("ana@example.org")))
    post(french, client, link_in(last_letter("ana@example.org")))
    for password in ("", "wrong", "x" * 200):
        post(french, french_browser(), "/account/login/", login="Ben", password=password)
        post(french, french_browser(), "/account/login/", login="ben@example.org", password=password)
    for _ in range(6):
        post(french, french_browser(), "/account/login/", login="Nobody", password="wrong")


def _forget_the_password(french: French, ben: User) -> None:
    client = french_browser()
    for path in ("reset/", "reset/done/", "reset/key/done/", "reset/key/1-abc/"):
        get(french, client, f"/account/password/{path}")
    for login in ("", "x@", "Ben", "nobody@example.org"):
        post(french, client, "/account/password/reset/", email=login)
    page = client.get(link_in(last_letter(ben.email)))
    get(french, client, page["Location"])
    post(french, client, page["Location"], password1="short")
    post(french, client, page["Location"], password1=PASSWORD)


def _take_time_off(french: French, bens: Client, ben: User) -> None:
    get(french, bens, "/account/time-off/")
    for rest in ({"rest_from": "22:00"}, {"rest_from": "06:00", "rest_until": "23:00"}, {}):
        post(french, bens, "/account/time-off/", **rest)
    for deed in ("start", "end", "end"):
        post(french, bens, f"/account/time-off/{deed}", days="2")
    User.objects.filter(pk=ben.pk).update(date_joined=timezone.now() - timedelta(days=100))
    for deed in ("start", "start", "end"):
        post(french, bens, f"/account/time-off/{deed}", days="2")


def _change_things(french: French, bens: Client, ben: User) -> None:
    for path in ("settings/", "tokens/", "email/", "password/change/", "sessions/", "reauthenticate/"):
        get(french, bens, f"/account/{path}")
    User.objects.filter(pk=ben.pk).update(time_zone="Europe/Paris")
    _take_time_off(french, bens, ben)
    post(french, bens, "/account/settings/", time_zone="Mars/Olympus", language="xx")
    post(french, bens, "/account/settings/", time_zone="Europe/Paris", language="fr")
    post(french, bens, "/account/reauthenticate/", password="wrong")
    show_it_is_me(bens)
    for name in ("", "x" * 70, "laptop"):
        post(french, bens, "/account/tokens/", name=name)
    get(french, bens, "/account/tokens/")
    token = ApiToken.objects.get(user=ben)
    post(french, bens, f"/account/tokens/{token.token_key}/revoke/")
    for email in ("", "x", "ben@example.org", "ana@example.org", "ben2@example.org"):
        post(french, bens, "/account/email/", action_add="", email=email)
    post(french, bens, "/account/email/", action_remove="", email="ben2@example.org")
    post(french, bens, "/account/password/change/", oldpassword="wrong", password1="short")
    other = french_browser()
    sign_in(other, ben)
    get(french, bens, "/account/sessions/")
    post(french, bens, "/account/sessions/")
    post(french, bens, "/account/password/change/", oldpassword=PASSWORD, password1=PASSWORD)


def _set_up_a_second_factor(french: French, bens: Client, ben: User) -> None:
    show_it_is_me(bens)
    for path in ("", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/", "recovery-codes/generate/"):
        get(french, bens, f"/account/2fa/{path}")
    post(french, bens, "/account/2fa/totp/activate/", code="000000")
    post(french, bens, "/account/2fa/webauthn/add/", name="", credential="{}")
    TOTP.activate(ben, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(ben)
    key = Authenticator.objects.create(
        user=ben, type=Authenticator.Type.WEBAUTHN,
        data={"name": "laptop", "credential": {"clientExtensionResults": {"credProps": {"rk": False}}}},
    )  # fmt: skip
    of_the_key = f"webauthn/keys/{key.pk}/"
    for path in ("", "totp/deactivate/", "webauthn/", f"{of_the_key}edit/", f"{of_the_key}remove/", "reauthenticate/"):
        get(french, bens, f"/account/2fa/{path}")
    for path in ("", "generate/"):
        get(french, bens, f"/account/2fa/recovery-codes/{path}")
    post(french, bens, f"/account/2fa/webauthn/keys/{key.pk}/edit/", name="")
    Authenticator.objects.filter(pk=key.pk).delete()
    post(french, bens, "/account/email/", action_add="", email="ben2@example.org")
    post(french, bens, "/account/2fa/reauthenticate/", code="1")
    client = french_browser()
    client.post("/account/login/", {"login": "Ben", "password": PASSWORD})
    get(french, client, "/account/2fa/authenticate/")
    for code in ("", "000000"):
        post(french, client, "/account/2fa/authenticate/", code=code)
    post(french, bens, "/account/2fa/recovery-codes/generate/")
    post(french, bens, "/account/2fa/totp/deactivate/")


def _go_out(french: French, bens: Client, ben: User) -> None:
    get(french, bens, "/account/logout/")
    post(french, bens, "/account/logout/")
    User.objects.filter(pk=ben.pk).update(is_active=False)
    post(french, french_browser(), "/account/login/", login="Ben", password=PASSWORD)


def _be_a_visitor(french: French) -> None:
    client = french_browser()
    client.post("/play-now")
    french.names.add(User.objects.latest("pk").username)
    for path in ("login/", "signup/", "logout/", "settings/", "tokens/"):
        get(french, client, f"/account/{path}")


def _look_at_the_rest(french: French) -> None:
    """The API; and pages that only accounts without a password, real passkeys or another configuration lead to."""
    get(french, french_browser(), "/api/")
    context = {"js_data": {"request_options": {}}, "form": SetPasswordForm(user=User())}
    with translation.override("fr"):
        for name in ("account/password_set.html", "account/signup_closed.html", "mfa/webauthn/reauthenticate.html"):
            french.page(name, render_to_string(name, context, request=RequestFactory().get("/")))
