from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


def save(client: Client, **fields: str):
    return client.post("/account/settings/", {"time_zone": "UTC", "language": "", **fields})


def test_settings_are_for_people_who_are_signed_in(client):
    answer = client.get("/account/settings/")
    assert answer["Location"] == "/account/login/?next=/account/settings/"


def test_the_short_address_leads_to_the_settings(bens):
    assert bens.get("/account/")["Location"] == "/account/settings/"


def test_zone_and_language_can_be_chosen(bens, ben):
    assert save(bens, time_zone="America/Argentina/Buenos_Aires", language="fr").status_code == 302
    ben.refresh_from_db()
    assert (ben.time_zone, ben.language) == ("America/Argentina/Buenos_Aires", "fr")
    assert bens.get("/account/settings/")["Content-Language"] == "fr"


@pytest.mark.parametrize(
    "fields", [{"time_zone": "Mars/Olympus"}, {"time_zone": "a\x00b"}, {"language": "xx"}, {"language": "\x00"}]
)
def test_what_is_not_in_the_list_is_refused(bens, ben, fields):
    answer = save(bens, **fields)
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == set(fields)
    ben.refresh_from_db()
    assert (ben.time_zone, ben.language) == ("UTC", "")


def test_nothing_else_can_be_set(bens, ben):
    save(bens, username="Eve", is_staff="on", is_superuser="on", email="e@example.org", email_confirmed="on")
    before = (ben.username, ben.is_staff, ben.is_superuser, ben.email)
    ben.refresh_from_db()
    assert (ben.username, ben.is_staff, ben.is_superuser, ben.email) == before


def test_zones_are_grouped_by_region_and_read_as_places(bens):
    page = bens.get("/account/settings/").content.decode()
    assert '<optgroup label="Europe">' in page
    assert '<option value="America/Argentina/Buenos_Aires">Argentina, Buenos Aires</option>' in page


def test_a_zone_of_an_old_name_stays_in_the_list(bens, ben):
    User.objects.update(time_zone="Japan")
    assert '<option value="Japan" selected>' in bens.get("/account/settings/").content.decode()


def test_utc_comes_with_a_word_on_why(bens, ben):
    assert "choose yours" in bens.get("/account/settings/").content.decode()
    User.objects.update(time_zone="Europe/Paris")
    assert "choose yours" not in bens.get("/account/settings/").content.decode()


def test_a_reader_without_an_account_chooses_the_language_of_this_browser(client, db):
    answer = client.post("/account/language/", {"language": "fr", "next": "/account/login/"})
    assert answer["Location"] == "/account/login/"
    assert client.get("/account/login/")["Content-Language"] == "fr"


def test_an_account_keeps_the_language_chosen_at_the_foot_of_a_page(bens, ben):
    bens.post("/account/language/", {"language": "fr"})
    ben.refresh_from_db()
    assert ben.language == "fr"


@pytest.mark.parametrize(
    "fields", [{}, {"language": "xx"}, {"language": "\x00"}, {"language": "fr", "next": "//evil.example"}]
)
def test_choosing_a_language_never_fails_and_never_leaves_the_site(client, db, fields):
    assert client.post("/account/language/", fields)["Location"] == "/"
    assert client.get("/account/language/").status_code == 405


def test_how_the_table_looks_and_a_card_is_played_can_be_chosen(bens, ben):
    save(bens, card_letters="fr", card_order="high", four_colours="on", one_tap="on", take_back="on", sounds="on")
    ben.refresh_from_db()
    assert (ben.card_letters, ben.card_order, ben.four_colours, ben.one_tap, ben.take_back, ben.sounds) == (
        "fr",
        "high",
        True,
        True,
        True,
        True,
    )
    assert "four-colours" in bens.get("/account/settings/").content.decode()
    save(bens)
    ben.refresh_from_db()
    assert (ben.card_letters, ben.card_order, ben.four_colours, ben.one_tap, ben.take_back, ben.sounds) == (
        "",
        "",
        False,
        False,
        False,
        False,
    )
