"""The page on which a player says what is mailed, and the button that mutes a table."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from games.models import Seat
from games.services import pushing, telling, webhooks
from tests.api.test_notices import BROWSER
from tests.builders import make_guest

from .tables import at, seat

EVERYTHING = {
    "mail": "on",
    "kinds": ["your_turn", "game_over"],
    "stages": ["75", "5"],
    "when": "digest",
    "delay": "15",
    "digest_hour": "19",
    "quiet_from": "22:30",
    "quiet_until": "07:00",
}


def save(reader: Any, **changes: Any) -> Any:
    reader.get("/notices")
    return reader.post("/notices", EVERYTHING | changes, follow=False)


def test_settings_are_saved_and_shown_again(ann):
    assert save(ann).status == 302
    wishes = telling.settings_of(ann.user)
    assert wishes.wants("your_turn")
    assert not wishes.wants("invitation")
    assert (wishes.stages, wishes.delay, wishes.digest_hour) == ([75, 5], 15, 19)
    assert wishes.quiet == (time(22, 30), time(7))
    page = ann.get("/notices").html
    assert 'value="22:30"' in page
    assert '<option value="19" selected>' in page


def test_nothing_ticked_means_nothing_wanted(ann):
    fields = {"kinds": [], "stages": [], "quiet_from": "", "quiet_until": "", "when": "at_once", "mail": ""}
    assert save(ann, **fields).status == 302
    wishes = telling.settings_of(ann.user)
    assert (wishes.mail, wishes.stages, wishes.digest_hour, wishes.quiet) == (False, [], None, None)
    assert not wishes.wants("your_turn")


@pytest.mark.parametrize(
    "fields",
    [
        {"kinds": ["rubbish"]},
        {"stages": ["51"]},
        {"stages": ["x"]},
        {"delay": "3"},
        {"digest_hour": "24"},
        {"when": "never"},
        {"quiet_from": "25:00"},
        {"quiet_from": ""},
        {"quiet_until": ""},
        {"quiet_from": "07:00"},
        {"quiet_from": "\x00"},
    ],
)
def test_what_cannot_be_chosen_is_refused_and_nothing_is_saved(ann, fields):
    page = save(ann, **fields)
    assert page.status == 422
    assert "Nothing was saved." in page.text
    assert telling.settings_of(ann.user).stages == [50, 20]


def test_a_visitor_is_led_to_sign_up(client, db):
    client.force_login(make_guest())
    assert client.get("/notices")["Location"].startswith("/account/signup/")


def test_the_account_page_leads_to_it(ann):
    assert 'href="/notices"' in ann.get("/account/settings/").html


@pytest.mark.parametrize("begun", [True, False])
def test_a_table_is_muted_and_unmuted_by_its_button(ann, ben, cat, begun):
    game = seat(ann, ben, cat) if begun else seat(ann, begun=False)
    mine = Seat.objects.filter(game=game, user=ann.user)
    for muted, button, words in (("1", "unmute", "No more notices"), ("0", "mute", "Notices come")):
        page = ann.post(at(game, "/mute"), {"muted": muted})
        assert words in page.text
        assert f'id="{button}"' in page.html
        assert mine.get().muted == (muted == "1")


def test_who_looks_on_has_no_such_button(ann, ben, cat, eve):
    game = seat(ann, ben, cat)
    assert 'id="mute"' not in eve.get(at(game)).html
    assert "You do not sit at this table" in eve.post(at(game, "/mute"), {"muted": "1"}).text


def post_webhook(reader: Any, **fields: str) -> Any:
    reader.get("/notices")
    return reader.post("/notices/webhook", fields)


def test_a_webhook_is_set_on_the_page_and_says_how_it_goes(ann):
    page = post_webhook(ann, webhook="set", url="https://ann.example/polignac", form="")
    assert "Saved." in page.text
    hook = webhooks.webhook_of(ann.user)
    assert hook is not None
    assert hook.secret in page.html
    hook.failures, hook.failing_since, hook.last_error = 1, hook.created, "http_404"
    hook.save()
    assert "nothing has arrived; it is tried again. The answer was 404." in ann.get("/notices").text
    hook.turned_off = hook.created
    hook.save()
    assert "after a day of failure." in ann.get("/notices").text
    post_webhook(ann, webhook="secret")
    assert hook.secret not in ann.get("/notices").html
    assert "Nothing is posted any more." in post_webhook(ann, webhook="off").text
    assert webhooks.webhook_of(ann.user) is None


@pytest.mark.parametrize("url", ["", "http://ann.example/", "https://10.0.0.1/", "x" * 600, "\x00"])
def test_an_address_that_nothing_can_be_posted_to_is_refused_on_the_page(ann, url):
    assert "Nothing can be sent to this address." in post_webhook(ann, webhook="set", url=url).text
    assert webhooks.webhook_of(ann.user) is None


def test_with_a_webhook_there_is_a_column_for_it(ann):
    assert 'name="webhook_kinds"' not in ann.get("/notices").html
    post_webhook(ann, webhook="set", url="https://ann.example/polignac")
    assert 'name="webhook_kinds"' in ann.get("/notices").html
    save(ann, webhook_kinds=["game_over"])
    wishes = telling.settings_of(ann.user)
    assert wishes.wants("game_over", "webhook")
    assert not wishes.wants("your_turn", "webhook")
    assert wishes.wants("your_turn")


def test_a_browser_is_turned_on_by_its_script_and_off_without_one(ann, ben):
    page = ann.get("/notices").html
    assert 'id="push-form"' in page
    assert 'name="push_kinds"' not in page
    said = {"endpoint": "https://push.example/1", **BROWSER["keys"], "name": "Here\x00"}
    assert "from now on" in ann.post("/notices/push", said).text
    (browser,) = pushing.subscriptions_of(ann.user)
    assert browser.name == "Here"
    assert 'name="push_kinds"' in ann.get("/notices").html
    ben.get("/notices")
    ben.post("/notices/push", {"off": str(browser.pk)})
    ann.post("/notices/push", {"off": "9" * 30})
    assert pushing.subscriptions_of(ann.user) == [browser]
    ann.post("/notices/push", {"off": str(browser.pk)})
    assert pushing.subscriptions_of(ann.user) == []


def test_what_no_browser_says_changes_nothing(ann):
    ann.get("/notices")
    assert "That is not what a browser says" in ann.post("/notices/push", {"endpoint": "x"}).text
