from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.bounces import refuse_mail

from .caller import Caller

pytestmark = pytest.mark.django_db


def test_a_program_is_told_and_can_try_again(bens_app, visitors_app):
    refuse_mail("ben@example.org", timezone.now())
    assert bens_app.get("me").json["mail_refused"] is not None
    assert bens_app.post("me/email/again").status == 204
    assert bens_app.get("me").json["mail_refused"] is None
    assert visitors_app.post("me/email/again").code == "account_needed"
    assert Caller(client=Client()).post("me/email/again").status == 401
