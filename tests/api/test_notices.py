"""What one is told by mail, by the API; and quiet about one table."""

from __future__ import annotations

from typing import Any

import pytest

from games.services import telling

from .people import GAMES, Caller, seat_all

URL = "/api/v1/me/notices"
DEFAULTS = {
    "mail": True,
    "stages": [50, 20],
    "delay": 0,
    "digest_hour": None,
    "quiet": None,
}


@pytest.fixture
def three(anna: Caller, ben: Caller, cat: Caller) -> str:
    return seat_all(anna, ben, cat)


def test_the_defaults_are_told(anna):
    told = anna.get(URL).json
    assert {name: told[name] for name in DEFAULTS} == DEFAULTS
    assert told["kinds"]["your_turn"] is True


def test_settings_are_changed_and_what_is_left_out_stays(anna):
    changes = {"stages": [10], "quiet": ["22:00", "07:30"], "digest_hour": 0, "kinds": {"your_turn": False}}
    answer = anna.call("PATCH", URL, changes)
    assert answer.status == 200
    answer = anna.call("PATCH", URL, {"mail": False, "delay": 60})
    assert {name: answer.json[name] for name in (*changes, "mail", "delay") if name != "kinds"} == {
        "stages": [10], "quiet": ["22:00", "07:30"], "digest_hour": 0, "mail": False, "delay": 60,
    }  # fmt: skip
    assert answer.json["kinds"]["your_turn"] is False
    assert anna.get(URL).json == answer.json
    assert anna.call("PATCH", URL, {"quiet": None, "digest_hour": None}).json["quiet"] is None
    assert telling.settings_of(anna.user).digest_hour is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mail": "yes"}, "mail"),
        ({"kinds": {"rubbish": True}}, "kinds.rubbish"),
        ({"kinds": {"your_turn": 1}}, "kinds.your_turn"),
        ({"kinds": []}, "kinds"),
        ({"stages": [51]}, "stages.0"),
        ({"stages": [True]}, "stages.0"),
        ({"stages": 50}, "stages"),
        ({"stages": [5] * 7}, "stages"),
        ({"delay": 3}, "delay"),
        ({"digest_hour": 24}, "digest_hour"),
        ({"digest_hour": "8"}, "digest_hour"),
        ({"quiet": ["22:00"]}, "quiet"),
        ({"quiet": ["22:00", "22:00"]}, "quiet"),
        ({"quiet": ["24:00", "7:00"]}, "quiet.0"),
        ({"quiet": [22, "07:00"]}, "quiet.0"),
        ({"rubbish": 1}, "rubbish"),
    ],
)
def test_what_cannot_be_chosen_is_refused_by_its_field(anna, changes, field):
    answer = anna.call("PATCH", URL, changes)
    assert answer.status == 400
    assert field in answer.json["fields"]
    assert anna.get(URL).json["stages"] == [50, 20]


def test_a_visitor_has_no_mail_to_choose(guest):
    for method in ("GET", "PATCH"):
        answer = guest.call(method, URL, {} if method == "PATCH" else None)
        assert (answer.status, answer.code) == (403, "account_needed")


def test_without_a_token_there_is_nothing(nobody: Caller):
    assert nobody.get(URL).status == 401


def test_a_table_is_muted_and_its_etag_says_so(anna, three):
    path = f"{GAMES}/{three}"
    before = anna.get(path).headers["ETag"]
    muted = anna.call("PUT", path + "/mute")
    assert (muted.status, muted.json["muted"]) == (200, True)
    again = anna.get(path, **{"If-None-Match": before})
    assert (again.status, again.json["muted"]) == (200, True)
    assert anna.delete(path + "/mute").json["muted"] is False
    assert anna.delete(path + "/mute").status == 200


def test_who_does_not_sit_there_cannot_mute_it(stranger, nobody, three):
    path = f"{GAMES}/{three}/mute"
    assert (stranger.call("PUT", path).status, stranger.call("PUT", path).code) == (403, "not_seated")
    assert stranger.call("PUT", f"{GAMES}/AAAAAAAAAA/mute").code == "no_such_game"
    assert nobody.call("PUT", path).status == 401


FEEDS = "/api/v1/me/feeds"


def test_feeds_are_made_renewed_and_taken_away(anna, ben):
    assert anna.get(FEEDS).json == {"calendar": None, "atom": None}
    first = anna.post(FEEDS).json
    assert first == anna.get(FEEDS).json
    assert first["calendar"].startswith("http://localhost:8000/feeds/")
    assert first["atom"].endswith("/turns.atom")
    assert anna.post(FEEDS).json != first
    assert ben.get(FEEDS).json["atom"] is None
    assert anna.delete(FEEDS).status == 204
    assert anna.get(FEEDS).json["atom"] is None


def test_a_visitor_has_no_feeds(guest):
    for method in ("GET", "POST", "DELETE"):
        assert guest.call(method, FEEDS).code == "account_needed"


WEBHOOK = "/api/v1/me/webhook"
NONE = dict.fromkeys(("url", "form", "secret", "last_error", "failing_since", "next_try", "turned_off"))


def test_a_webhook_is_set_seen_and_removed(anna, ben):
    assert anna.get(WEBHOOK).json == NONE
    answer = anna.call("PUT", WEBHOOK, {"url": "https://discord.com/api/webhooks/1/x"})
    assert (answer.status, answer.json["form"], answer.json["last_error"]) == (200, "discord", None)
    assert anna.get(WEBHOOK).json == answer.json
    renewed = anna.post(f"{WEBHOOK}/secret").json
    assert renewed == answer.json | {"secret": renewed["secret"]}
    assert renewed["secret"] != answer.json["secret"]
    assert ben.get(WEBHOOK).json == NONE
    assert anna.delete(WEBHOOK).status == 204
    assert anna.get(WEBHOOK).json == NONE
    assert (anna.post(f"{WEBHOOK}/secret").status, anna.post(f"{WEBHOOK}/secret").code) == (404, "no_webhook")


@pytest.mark.parametrize("url", ["http://ana.example/", "https://127.0.0.1/", "https://localhost/", "nonsense", " "])
def test_an_address_that_nothing_can_be_posted_to_is_refused(anna, url):
    answer = anna.call("PUT", WEBHOOK, {"url": url})
    assert (answer.status, answer.code) in ((422, "bad_webhook"), (400, "invalid"))
    assert anna.get(WEBHOOK).json == NONE


def test_what_is_posted_is_chosen_by_kind(anna):
    answer = anna.call("PATCH", URL, {"webhook_kinds": {"your_turn": False}})
    assert answer.json["webhook_kinds"]["your_turn"] is False
    assert answer.json["kinds"]["your_turn"] is True
    assert "webhook_kinds.rubbish" in anna.call("PATCH", URL, {"webhook_kinds": {"rubbish": True}}).json["fields"]


def test_a_visitor_has_no_webhook(guest):
    for method in ("GET", "PUT", "DELETE"):
        body = {"url": "https://ana.example/"} if method == "PUT" else None
        assert guest.call(method, WEBHOOK, body).code == "account_needed"


PUSH = "/api/v1/me/push"
BROWSER: dict[str, Any] = {
    "endpoint": "https://push.example/1",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "expirationTime": None,
}


def test_a_browser_is_subscribed_and_unsubscribed(anna, ben):
    before = anna.get(PUSH).json
    assert len(before["public_key"]) == 87
    assert before["subscriptions"] == []
    answer = anna.post(PUSH, BROWSER | {"name": "Mine"})
    assert (answer.status, [one["name"] for one in answer.json["subscriptions"]]) == (201, ["Mine"])
    path = f"{PUSH}/{answer.json['subscriptions'][0]['id']}"
    assert ben.delete(path).status == 404
    assert anna.delete(path).status == 204
    assert anna.delete(path).status == 404
    assert anna.delete(f"{PUSH}/99999999999999999999").status == 404


def test_what_no_browser_says_is_refused(anna):
    for wrong in ({"endpoint": "https://10.0.0.1/"}, {"keys": {"p256dh": "A", "auth": "A"}}):
        answer = anna.post(PUSH, BROWSER | wrong)
        assert (answer.status, answer.code) == (422, "bad_subscription")
    assert anna.post(PUSH, {"endpoint": "https://push.example/1"}).status == 400


def test_a_visitor_has_no_push(guest):
    for method in ("GET", "POST"):
        assert guest.call(method, PUSH, BROWSER if method == "POST" else None).code == "account_needed"
