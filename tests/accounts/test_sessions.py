from __future__ import annotations

import re

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from .people import make_user, sign_in

pytestmark = pytest.mark.django_db


def test_the_list_names_each_browser_and_marks_this_one(bens, ben):
    sign_in(Client(headers={"user-agent": "Lynx/2.9 <b>"}), ben)
    page = bens.get("/account/sessions/").content.decode()
    assert "Lynx/2.9 &lt;b&gt;" in page
    assert page.count(">here</span>") == 1


def test_one_can_sign_out_in_one_other_browser(bens, ben):
    elsewhere, phone = Client(), Client()
    sign_in(elsewhere, ben)
    sign_in(phone, ben)
    page = bens.get("/account/sessions/").content.decode()
    ends = re.findall(r"/account/sessions/\d+/end/", page)
    assert len(ends) == 2  # none for this browser
    assert bens.post(ends[0])["Location"] == "/account/sessions/"
    assert "That browser is signed out" in bens.get("/account/sessions/").content.decode()
    assert [client.get("/account/settings/").status_code for client in (bens, elsewhere, phone)] == [200, 302, 200]


def test_nobody_signs_out_in_the_browser_of_somebody_else(bens, ben):
    theirs = Client()
    sign_in(theirs, make_user("Cat"))
    path = f"/account/sessions/{UserSession.objects.get(user__username='Cat').pk}/end/"
    assert bens.post(path).status_code == 404
    assert theirs.get("/account/settings/").status_code == 200


def test_one_can_sign_out_everywhere_else(bens, ben):
    elsewhere = Client()
    sign_in(elsewhere, ben)
    bens.post("/account/sessions/")
    assert bens.get("/account/settings/").status_code == 200
    assert elsewhere.get("/account/settings/").status_code == 302
