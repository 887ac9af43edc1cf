"""Visitors: people who play before they have an account."""

from __future__ import annotations

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import translation

from .models import User
from .time_zones import known_zones


def sign_in_guest(request: HttpRequest) -> User:
    """Return the signed-in user; if nobody is, make a visitor and sign it in.

    A form that starts a game may guess the time zone: ``{% include "accounts/_zone_guess.html" %}``.

    :raises ImmediateHttpResponse: with status 429, which allauth's middleware answers, when one address makes too many.
    """
    if request.user.is_authenticated:
        return request.user
    if refusal := ratelimit.consume_or_429(request, action="guest"):
        raise ImmediateHttpResponse(refusal)
    zone = request.POST.get("time_zone", "")
    guest = User.objects.create_guest(
        language=translation.get_language() or "", time_zone=zone if zone in known_zones() else "UTC"
    )
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest
