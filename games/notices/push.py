"""The channel of web push: notices in the browsers in which their player has turned them on."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from pywebpush import WebPusher

from accounts.models import User
from games import vapid
from games.models import Notice, PushSubscription
from games.outgoing import Answer, BadAddress, NotReached, Poster

from .channel import Channel, Told
from .lines import PublicLine, as_many_as_fit, public_lines

MOST_WORDS = 400  # characters: a push service takes 4,000 bytes
KEPT_FOR = timedelta(days=1)  # by the push service, while the browser is away; of a turn until its deadline
SIGNED_FOR = timedelta(hours=12)  # a push service takes no more than a day
GONE = (404, 410)  # the browser has been unsubscribed


class Parcel(NamedTuple):
    """One message to one browser."""

    subscription: int
    url: str
    body: bytes
    headers: dict[str, str]


class NotPushed(Exception):
    """No browser of the player was reached; those that are *gone* never will be."""

    def __init__(self, reason: str, gone: set[int], *, is_last: bool) -> None:
        super().__init__(reason)
        self.gone, self.is_last = gone, is_last


class PushChannel(Channel):
    name = Notice.Channel.PUSH
    at_once = 8

    def __init__(self, post: Callable[..., Answer]) -> None:
        self.post = post

    def reaches(self, user: User) -> bool:
        return vapid.key() is not None and PushSubscription.objects.filter(user=user).exists()

    def readers_among(self, users: Collection[int]) -> set[int]:
        return set(PushSubscription.objects.filter(user__in=users).values_list("user", flat=True))

    def pack(self, told: Told) -> Callable[[], Any]:
        now = timezone.now()
        messages = messages_of(public_lines(told), now=now)
        browsers = list(PushSubscription.objects.filter(user=told[0][0].user))
        return partial(self._send, [_parcel(browser, *message, now) for browser in browsers for message in messages])

    def _send(self, parcels: list[Parcel]) -> set[int]:
        """Send to each browser, and return which are gone.

        :raises NotPushed: if none has been reached.
        """
        gone: set[int] = set()
        reason, taken = "no browser is left", 0
        for parcel in parcels:
            if parcel.subscription in gone:
                continue
            try:
                status = self.post(parcel.url, parcel.body, parcel.headers).status
            except (NotReached, BadAddress) as error:
                reason = str(error)
                continue
            if status in GONE:
                gone.add(parcel.subscription)
            elif 200 <= status < 300:
                taken += 1
            else:
                reason = f"http_{status}"
        if not taken:
            raise NotPushed(reason, gone, is_last=gone == {parcel.subscription for parcel in parcels})
        return gone

    def has_succeeded(self, user: User, result: Any, now: datetime) -> None:
        _forget(result)

    def has_failed(self, user: User, error: Exception, now: datetime) -> datetime | None:
        _forget(getattr(error, "gone", set()))
        return None

    def is_for_good(self, error: Exception) -> bool:
        return isinstance(error, NotPushed) and error.is_last

    def expects(self, error: Exception) -> bool:
        return isinstance(error, (NotPushed, TimeoutError))


def messages_of(lines: list[PublicLine], *, now: datetime) -> list[tuple[bytes, dict[str, str]]]:
    """Return a message for each game, before it is encrypted, and its headers.

    One takes the place of an earlier one of the same game, both in the browser (`tag`) and at the push service (Topic).
    """
    messages = []
    for slug, told in groupby(sorted(lines, key=lambda line: line.slug), key=lambda line: line.slug):
        of_game = list(told)
        words = as_many_as_fit((line.text for line in of_game), MOST_WORDS)
        shown = {"title": "Polignac", "body": words, "tag": slug, "url": of_game[0].url}
        until = max((line.deadline or now + KEPT_FOR for line in of_game), default=now)
        is_urgent = any(line.kind == Notice.Kind.DEADLINE_NEAR for line in of_game)
        headers = {
            "TTL": str(max(60, int((until - now).total_seconds()))),
            "Urgency": "high" if is_urgent else "normal",
            "Topic": slug,
        }
        messages.append((json.dumps(shown, ensure_ascii=False).encode(), headers))
    return messages


def _parcel(browser: PushSubscription, message: bytes, headers: dict[str, str], now: datetime) -> Parcel:
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    body = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(message)["body"]
    sealed = {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm"}
    return Parcel(browser.pk, browser.endpoint, body, headers | sealed | _who_we_are(browser.endpoint, now))


def _who_we_are(endpoint: str, now: datetime) -> dict[str, str]:
    key = vapid.key()
    assert key is not None  # or nobody is reached
    parts = urlsplit(endpoint)
    is_public = settings.SITE_URL.startswith("https://")
    contact = settings.SITE_URL if is_public else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact, "exp": int((now + SIGNED_FOR).timestamp())}
    signed: dict[str, str] = key.sign(claims)
    return signed


def _forget(gone: Collection[int]) -> None:
    if gone:
        PushSubscription.objects.filter(pk__in=gone).delete()


PUSH = PushChannel(Poster())
