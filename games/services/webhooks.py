"""The webhook of a player: an address of theirs to which notices are posted."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone

from games.models import Webhook
from games.models.webhook import LONGEST_URL, new_secret
from games.outgoing import BadAddress, checked

from .errors import BadWebhook, NoWebhook

DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")
SLACK = ("hooks.slack.com",)


def webhook_of(user: Any) -> Webhook | None:
    """Return the webhook of *user*, or None: one query."""
    return Webhook.objects.filter(user=user).first()


def set_webhook(user: Any, *, url: str, form: str = "") -> Webhook:
    """Have notices posted to *url*, in a `Webhook.Form`, by default the one that the address tells; begin anew.

    Its secret stays as long as there is a webhook.

    :raises BadWebhook: if nothing can be posted there.
    """
    try:
        if len(url) > LONGEST_URL:
            raise BadAddress
        checked(url)
    except BadAddress:
        raise BadWebhook from None
    anew = {"failures": 0, "failing_since": None, "next_try": None, "last_error": "", "turned_off": None}
    chosen = {"url": url, "form": form or form_of(url), **anew}
    hook, _is_new = Webhook.objects.update_or_create(
        user=user, defaults=chosen, create_defaults={**chosen, "created": timezone.now()}
    )
    return hook


def form_of(url: str) -> str:
    """Return the form that an address asks for by its looks."""
    parts = urlsplit(url)
    if parts.hostname in DISCORD and parts.path.startswith("/api/"):
        return Webhook.Form.DISCORD.value
    return (Webhook.Form.SLACK if parts.hostname in SLACK else Webhook.Form.JSON).value


def renew_secret(user: Any) -> Webhook:
    """Sign with a new secret from now on.

    :raises NoWebhook: if there is none.
    """
    hook = webhook_of(user)
    if hook is None:
        raise NoWebhook
    hook.secret = new_secret()
    hook.save(update_fields=["secret"])
    return hook


def remove_webhook(user: Any) -> None:
    """Post nothing any more; the address and the secret are forgotten."""
    Webhook.objects.filter(user=user).delete()
