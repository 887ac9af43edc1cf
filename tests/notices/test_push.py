"""Notices pushed to browsers: a push service on this machine, which reads as a browser would what it was sent."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from games import vapid
from games.models import Game, Notice, PushSubscription
from games.notices import push
from games.notices.delivery import NOT_YET, post_notices
from games.services import pushing, telling
from games.services.errors import BadSubscription
from tests.builders import DAY, make_game, make_user
from tests.servers.https import HttpsServer, Posted, https_server, poster_to

from .tables import A_MOMENT, make_users, now_at, play_to_turn_of, play_turn, whose_turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


class Browser:
    """Keeps the keys that a browser keeps."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes it"

    @property
    def said(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.endpoint,
            "p256dh": vapid.encoded(point).decode(),
            "auth": vapid.encoded(self.auth).decode(),
        }

    def read(self, posted: Posted) -> dict[str, Any]:
        """Decrypt a message."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        shown = http_ece.decrypt(posted.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return dict(json.loads(shown))


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsServer]:
    with https_server(tmp_path_factory.mktemp("https")) as server:
        yield server


@pytest.fixture
def server(shared_server: HttpsServer, monkeypatch: pytest.MonkeyPatch) -> HttpsServer:
    shared_server.posted.clear()
    shared_server.answer = lambda posted: (201, {}, b"")
    monkeypatch.setattr(push.PUSH, "post", poster_to(shared_server))
    return shared_server


@pytest.fixture
def game() -> Game:
    return make_game(*make_users("Ana", "Ben", "Cat"), move_time=DAY, target=None, hands=3)


def browser_of(game: Game, server: HttpsServer, path: str = "/browser") -> Browser:
    """A browser of the player whose turn it is."""
    browser = Browser(server.url(path))
    pushing.subscribe(whose_turn(game), **browser.said)
    return browser


def test_whose_turn_it_is_comes_to_the_browser_encrypted_and_names_no_card(game, server):
    browser = browser_of(game, server)
    assert post_notices(now_at(game)) == {"sent": 1}
    assert post_notices(now_at(game)) == {}
    (posted,) = server.posted
    shown = browser.read(posted)
    assert (shown["title"], shown["tag"]) == ("Polignac", game.slug)
    assert shown["body"].startswith("Your turn in hand 1, until ")
    assert urlsplit(shown["url"]).path == f"/games/{game.slug}"
    assert set(shown) == {"title", "body", "tag", "url"}
    assert b"Your turn" not in posted.body
    assert (posted.headers["topic"], posted.headers["urgency"]) == (game.slug, "normal")
    assert 0 < int(posted.headers["ttl"]) <= DAY.total_seconds()


def test_the_site_says_who_it_is_and_signs_it_with_its_key(game, server):
    browser_of(game, server)
    post_notices(now_at(game))
    scheme, _, rest = server.posted[0].headers["authorization"].partition(" ")
    token, key = (part.strip().partition("=")[2] for part in rest.split(","))
    assert (scheme, key) == ("vapid", vapid.public_key())
    signed, _, signature = token.rpartition(".")
    claims = json.loads(base64.urlsafe_b64decode(signed.partition(".")[2] + "=="))
    assert claims["aud"] == server.url("")
    assert claims["sub"].startswith("mailto:polignac@")
    raw = vapid.decoded(signature)
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), vapid.decoded(key))
    point.verify(numbers, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(numbers, b"another", ec.ECDSA(hashes.SHA256()))


def test_a_warning_is_urgent_and_takes_the_place_of_what_was_shown_before(game, server):
    browser = browser_of(game, server)
    post_notices(now_at(game))
    post_notices(game.turn_began + DAY / 2 + A_MOMENT)
    first, second = (browser.read(posted) for posted in server.posted)
    assert first["tag"] == second["tag"]
    assert second["body"].startswith("Play by ")
    assert server.posted[1].headers["urgency"] == "high"


def test_each_browser_of_a_player_is_told_and_one_that_is_gone_is_forgotten(game, server):
    browser_of(game, server, "/gone")
    here = browser_of(game, server, "/here")
    server.answer = lambda posted: (410 if posted.path == "/gone" else 201, {}, b"")
    assert post_notices(now_at(game)) == {"sent": 1}
    assert [posted.path for posted in server.posted] == ["/gone", "/here"]
    assert [kept.endpoint for kept in PushSubscription.objects.all()] == [here.endpoint]


@pytest.mark.parametrize("status", [404, 410])
def test_where_the_only_browser_is_gone_nothing_is_tried_again(game, server, status):
    browser_of(game, server)
    server.answer = lambda posted: (status, {}, b"")
    assert post_notices(now_at(game)) == {"failed": 1}
    assert not PushSubscription.objects.exists()
    play_turn(game)
    assert not Notice.objects.filter(channel="push", done=None).exists()


def test_a_push_service_that_fails_is_tried_again(game, server):
    browser_of(game, server)
    server.answer = lambda posted: (503, {}, b"")
    assert post_notices(now_at(game)) == {NOT_YET: 1}
    assert Notice.objects.get(channel="push", kind="your_turn").last_error.endswith("http_503")
    server.answer = lambda posted: (201, {}, b"")
    assert post_notices(now_at(game) + MINUTE) == {"sent": 1}
    assert PushSubscription.objects.exists()


def test_what_has_been_played_in_the_meantime_is_not_pushed(game, server):
    browser = browser_of(game, server)
    user = whose_turn(game)
    play_turn(game)
    post_notices(now_at(game))
    assert server.posted == []
    play_to_turn_of(game, user)
    post_notices(now_at(game) + 3 * MINUTE)
    assert [browser.read(posted)["tag"] for posted in server.posted] == [game.slug]


def test_kinds_are_chosen_for_browsers_alone(game, server):
    browser_of(game, server)
    telling.change_settings(whose_turn(game), {"push_kinds": {"your_turn": False}})
    assert post_notices(now_at(game)) == {"unwanted": 1}


def test_a_browser_is_of_whoever_turned_notices_on_there_last_and_ten_are_kept():
    ana, ben = make_users("Ana", "Ben")
    browser = Browser("https://push.example/1")
    pushing.subscribe(ana, **browser.said, name="Here")
    pushing.subscribe(ben, **browser.said, name="Here")
    assert pushing.subscriptions_of(ana) == []
    for number in range(12):
        pushing.subscribe(ben, **browser.said | {"endpoint": f"https://push.example/more/{number}"})
    kept = [subscription.endpoint[-3:] for subscription in pushing.subscriptions_of(ben)]
    assert (len(kept), kept[0], kept[-1]) == (10, "/11", "e/2")
    assert not pushing.unsubscribe(ana, pushing.subscriptions_of(ben)[0].pk)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://push.example/" + "x" * 600},
        {"p256dh": "AAAA"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "ä"},
        {"auth": "AAAA"},
        {"auth": ""},
        {"auth": "!" * 22},
    ],
)
def test_what_no_browser_says_is_refused(wrong):
    with pytest.raises(BadSubscription):
        pushing.subscribe(make_user(), **Browser("https://push.example/1").said | wrong)


def test_without_a_key_one_is_made_and_kept_for_the_owner_alone(settings, tmp_path):
    settings.VAPID_PRIVATE_KEY, settings.VAR_DIR = "", tmp_path
    vapid.key.cache_clear()
    try:
        first = vapid.public_key()
        vapid.key.cache_clear()
        assert vapid.public_key() == first
        assert len(vapid.decoded(first)) == 65
        kept = tmp_path / "vapid.key"
        assert [path.name for path in tmp_path.iterdir()] == ["vapid.key"]
        assert kept.stat().st_mode & 0o077 == 0
        settings.VAPID_PRIVATE_KEY = kept.read_text()
        vapid.key.cache_clear()
        assert vapid.public_key() == first
    finally:
        vapid.key.cache_clear()


def test_where_no_key_can_be_kept_there_is_no_push(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.VAPID_PRIVATE_KEY, settings.VAR_DIR = "", tmp_path / "file"
    vapid.key.cache_clear()
    try:
        assert vapid.public_key() == ""
        assert not push.PUSH.reaches(make_user())
    finally:
        vapid.key.cache_clear()


def test_threads_that_make_the_key_at_once_get_the_same_one(tmp_path: Path) -> None:
    at_once = Barrier(8)

    def ask(_number: int) -> bytes:
        at_once.wait()
        return vapid._kept(tmp_path / "vapid.key")

    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(ask, range(8)))
    assert keys == {(tmp_path / "vapid.key").read_bytes()}
    assert [path.name for path in tmp_path.iterdir()] == ["vapid.key"]
