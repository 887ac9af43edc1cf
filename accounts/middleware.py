"""Each request in its reader's language and time zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PreferencesMiddleware:
    """Use the account's language and time zone; without an account, the browser's language and UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated:
            if user.language:
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
            with timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
                return self.get_response(request)
        return self.get_response(request)
