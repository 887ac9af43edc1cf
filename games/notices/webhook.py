"""The channel of webhooks: notices posted to a channel of Discord or Slack, or to a player's own program."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import Notice, Webhook
from games.outgoing import Answer, BadAddress, NotReached, Poster

from .channel import Channel, Told
from .lines import PublicLine, as_many_as_fit, public_lines
from .timing import LONGEST_WAIT, wait_after

TURNED_OFF_AFTER = timedelta(days=1)  # of nothing but failure
FORMAT = "polignac-notices/1"
MOST_OF_DISCORD = 2000  # characters of a message
MOST_OF_SLACK = 4000
TIMESTAMP, SIGNATURE = "Polignac-Timestamp", "Polignac-Signature"
MARKS_OF_DISCORD = re.compile(r"([\\*_~`|>#\[\]()<-])")


class Unwelcome(Exception):
    """The machine has answered, but not that it takes the message."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"http_{answer.status}")
        self.retry_after = answer.retry_after


class WebhookChannel(Channel):
    name = Notice.Channel.WEBHOOK
    at_once = 8

    def __init__(self, post: Callable[..., Answer]) -> None:
        self.post = post

    def reaches(self, user: User) -> bool:
        hook = _hook_of(user)
        return hook is not None and hook.turned_off is None

    def readers_among(self, users: Collection[int]) -> set[int]:
        return set(Webhook.objects.on().filter(user__in=users).values_list("user", flat=True))

    def held_until(self, user: User) -> datetime | None:
        hook = _hook_of(user)
        return None if hook is None else hook.next_try

    def pack(self, told: Told) -> Callable[[], Any]:
        hook = _hook_of(told[0][0].user)
        assert hook is not None  # it reaches them
        body, headers = message_to(hook, public_lines(told), now=timezone.now())
        return partial(self._send, hook.url, body, headers)

    def _send(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        answer = self.post(url, body, headers)
        if not answer.is_good:
            raise Unwelcome(answer)

    def has_succeeded(self, user: User, result: Any, now: datetime) -> None:
        Webhook.objects.filter(user=user, failures__gt=0).update(
            failures=0, failing_since=None, next_try=None, last_error="", turned_off=None
        )

    def has_failed(self, user: User, error: Exception, now: datetime) -> datetime | None:
        """Leave the address alone for longer each time, and for good after a day."""
        hook = Webhook.objects.filter(user=user).first()
        if hook is None:
            return None
        hook.failures = min(hook.failures + 1, 1000)
        hook.failing_since = hook.failing_since or now
        asked = timedelta(seconds=getattr(error, "retry_after", None) or 0)
        hook.next_try = now + max(wait_after(hook.failures), min(asked, LONGEST_WAIT))
        hook.last_error = str(error) if isinstance(error, (NotReached, Unwelcome)) else "failed"
        if now - hook.failing_since >= TURNED_OFF_AFTER:
            hook.turned_off = now
        hook.save(update_fields=["failures", "failing_since", "next_try", "last_error", "turned_off"])
        return hook.next_try

    def is_for_good(self, error: Exception) -> bool:
        return isinstance(error, BadAddress)

    def expects(self, error: Exception) -> bool:
        return isinstance(error, (NotReached, Unwelcome, TimeoutError))


def message_to(hook: Webhook, lines: list[PublicLine], *, now: datetime) -> tuple[bytes, dict[str, str]]:
    """Return the body that tells *lines* in the form that *hook* wants, and its headers."""
    headers = {"Content-Type": "application/json", "User-Agent": f"Polignac (+{settings.SITE_URL})"}
    name = hook.user.username
    if hook.form == Webhook.Form.DISCORD:
        text = as_many_as_fit(
            (f"{_for_discord(f'{name}: {line.text}')} <{line.url}>" for line in lines), MOST_OF_DISCORD
        )
        return _json({"content": text, "allowed_mentions": {"parse": []}}), headers
    if hook.form == Webhook.Form.SLACK:
        text = as_many_as_fit((f"{_for_slack(f'{name}: {line.text}')} <{line.url}>" for line in lines), MOST_OF_SLACK)
        return _json({"text": text}), headers
    body = _json({"format": FORMAT, "player": name, "notices": [_plain(line) for line in lines]})
    timestamp = str(int(now.timestamp()))
    return body, {**headers, TIMESTAMP: timestamp, SIGNATURE: sign(hook.secret, timestamp, body)}


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """Return what the header `SIGNATURE` says: who has the *secret* can tell that the message is ours, and how old."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _plain(line: PublicLine) -> dict[str, Any]:
    return {
        "id": line.pk,  # the same in every try
        "kind": line.kind,
        "text": line.text,
        "url": line.url,
        "game": line.slug,
        "hand_number": line.hand_number,
        "ply": line.ply,
        "deadline": None if line.deadline is None else _instant(line.deadline),
        "at": _instant(line.at),
    }


def _instant(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _for_discord(text: str) -> str:
    return MARKS_OF_DISCORD.sub(r"\\\1", text)


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _hook_of(user: User) -> Webhook | None:
    return getattr(user, "webhook", None)


WEBHOOK = WebhookChannel(Poster())
