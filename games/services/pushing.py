"""Browsers that notices are pushed to."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction

from accounts.models import User
from games.models import PushSubscription
from games.models.push import LONGEST_ENDPOINT
from games.outgoing import BadAddress, checked
from games.vapid import decoded

from .errors import BadSubscription

MOST = 10  # browsers of one player
LONGEST_NAME = 60
LENGTH_OF_AUTH = 16  # bytes


def subscriptions_of(user: Any) -> list[PushSubscription]:
    """Return the browsers of *user*, the newest first: one query."""
    return list(PushSubscription.objects.filter(user=user).order_by("-created", "-pk"))


@transaction.atomic
def subscribe(user: User, *, endpoint: str, p256dh: str, auth: str, name: str = "") -> PushSubscription:
    """Push notices to a browser; beyond ten the oldest is forgotten.

    :raises BadSubscription: if that is not what a browser says.
    """
    try:
        if len(endpoint) > LONGEST_ENDPOINT or len(decoded(auth)) != LENGTH_OF_AUTH:
            raise BadSubscription
        checked(endpoint)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    except (BadAddress, ValueError):
        raise BadSubscription from None
    User.objects.select_for_update().get(pk=user.pk)  # two at once must not both be the tenth
    kept, _is_new = PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "name": name[:LONGEST_NAME]},
    )
    for old in subscriptions_of(user)[MOST:]:
        old.delete()
    return kept


def unsubscribe(user: Any, pk: int) -> bool:
    """Push nothing to a browser of *user* any more; return whether it was one."""
    return bool(PushSubscription.objects.filter(user=user, pk=pk).delete()[0])
