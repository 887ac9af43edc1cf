from __future__ import annotations

import pytest
from django.test import Client

from .people import sign_in

pytestmark = pytest.mark.django_db


def test_the_list_names_each_browser_and_marks_this_one(bens, ben):
    sign_in(Client(headers={"user-agent": "Lynx/2.9 <b>"}), ben)
    page = bens.get("/account/sessions/").content.decode()
    assert "Lynx/2.9 &lt;b&gt;" in page
    assert page.count(">here</span>") == 1


def test_one_can_sign_out_everywhere_else(bens, ben):
    elsewhere = Client()
    sign_in(elsewhere, ben)
    bens.post("/account/sessions/")
    assert bens.get("/account/settings/").status_code == 200
    assert elsewhere.get("/account/settings/").status_code == 302
