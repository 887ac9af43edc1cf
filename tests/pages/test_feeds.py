"""The calendar of one's deadlines, and the feed of one's turns."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.models import F
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.models import Game, NoticeSettings
from games.services import feeds
from tests.builders import make_guest, move_once

from .reader import Reader
from .tables import seat, who_waits, whose_turn

ATOM = "{http://www.w3.org/2005/Atom}"


def paths(reader: Reader) -> dict[str, str]:
    """Make the addresses on the page, and return them as the page shows them."""
    page = reader.post("/notices/feeds", {"feeds": "new"})
    key = NoticeSettings.objects.get(user=reader.user).feed
    assert page.html.count(f'value="http://localhost:8000/feeds/{key}/') == 2
    return {name: f"/feeds/{key}/{name}" for name in ("deadlines.ics", "turns.atom")}


def fetch(path: str) -> Any:
    """Ask as a program does that knows the address and nothing else."""
    return Client().get(path)


def events(path: str) -> list[Any]:
    answer = fetch(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def entries(path: str) -> list[Any]:
    answer = fetch(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ET.fromstring(answer.content).findall(f"{ATOM}entry")


def test_a_turn_is_an_event_that_ends_at_its_deadline(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader = whose_turn(game, ann, ben, cat)
    (event,) = events(paths(reader)["deadlines.ics"])
    assert game.deadline is not None
    assert event["DTEND"].dt.astimezone(UTC) == game.deadline.replace(microsecond=0)
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(minutes=30)
    assert event["URL"] == f"http://localhost:8000/games/{game.slug}"
    others = [other.user.username for other in (ann, ben, cat) if other is not reader]
    assert all(name in event["SUMMARY"] for name in others)


def test_a_turn_is_an_entry_of_the_feed(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader = whose_turn(game, ann, ben, cat)
    path = paths(reader)["turns.atom"]
    (entry,) = entries(path)
    assert entry.findtext(f"{ATOM}title").startswith("Your turn in hand 1 with ")
    assert entry.find(f"{ATOM}link").get("href") == f"http://localhost:8000/games/{game.slug}"
    assert entry.findtext(f"{ATOM}id") == f"tag:localhost,2026:{game.slug}-1-0@localhost"
    feed: Any = ET.fromstring(fetch(path).content)
    assert feed.find(f"{ATOM}link[@rel='self']").get("href") == "http://localhost:8000" + path


def test_a_turn_that_is_played_is_gone_and_who_waits_has_none(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader, waits = whose_turn(game, ann, ben, cat), who_waits(game, ann, ben, cat)
    mine, theirs = paths(reader), paths(waits)
    assert events(theirs["deadlines.ics"]) == entries(theirs["turns.atom"]) == []
    move_once(game)
    assert events(mine["deadlines.ics"]) == entries(mine["turns.atom"]) == []


def test_a_new_deadline_moves_the_event_and_adds_none(ann, ben, cat):
    game = seat(ann, ben, cat)
    path = paths(whose_turn(game, ann, ben, cat))["deadlines.ics"]
    (before,) = events(path)
    Game.objects.filter(pk=game.pk).update(deadline=F("deadline") + timedelta(days=2))
    (after,) = events(path)
    assert after["UID"] == before["UID"]
    assert after["DTEND"].dt - before["DTEND"].dt == timedelta(days=2)


def test_a_feed_names_no_card(ann, ben, cat):
    game = seat(ann, ben, cat)
    text = "".join(fetch(path).content.decode() for path in paths(whose_turn(game, ann, ben, cat)).values())
    for word in ("♠", "♥", "♦", "♣", "spades", "jack", game.invite):
        assert word not in text


def test_new_addresses_end_the_old_ones_and_each_is_another(ann, ben):
    old = paths(ann)
    new = paths(ann)
    assert old != new != paths(ben)
    for path in old.values():
        assert fetch(path).status_code == 404
    for path in new.values():
        assert fetch(path).status_code == 200
    ann.post("/notices/feeds", {"feeds": "off"})
    for path in new.values():
        assert fetch(path).status_code == 404


def test_feeds_of_an_account_that_has_been_closed_are_gone(ann):
    path = paths(ann)["turns.atom"]
    ann.user.is_active = False
    ann.user.save()
    assert fetch(path).status_code == 404


@pytest.mark.parametrize("key", ["nobodys", "None", "a" * 300])
def test_an_address_that_nobody_has_made_leads_nowhere(ann, key):
    assert fetch(f"/feeds/{key}/turns.atom").status_code == 404
    assert fetch(f"/feeds/{key}/deadlines.ics").status_code == 404


def test_feeds_are_in_the_language_of_their_reader(ann, ben, cat):
    game = seat(ann, ben, cat)
    reader = whose_turn(game, ann, ben, cat)
    User.objects.filter(notice_settings=None).update(language="fr")
    assert 'xml:lang="fr"' in fetch(paths(reader)["turns.atom"]).content.decode()


def test_they_are_kept_out_of_caches_and_search_engines(ann):
    for path in paths(ann).values():
        answer = fetch(path)
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex"


def test_a_feed_costs_as_little_with_many_games_as_with_one(ann, ben, cat, django_assert_max_num_queries):
    path = paths(ann)["deadlines.ics"]
    for _ in range(4):
        seat(ann, ben, cat)
    with django_assert_max_num_queries(3):  # whose, their games, the seats
        fetch(path)


def test_a_visitor_has_none(client, db):
    client.force_login(make_guest())
    assert urlsplit(client.post("/notices/feeds")["Location"]).path == "/account/signup/"
    assert not NoticeSettings.objects.exists()


def test_renewing_keeps_the_other_settings(ann):
    feeds.renew(ann.user)
    NoticeSettings.objects.update(delay=30)
    feeds.renew(ann.user)
    assert NoticeSettings.objects.get().delay == 30
