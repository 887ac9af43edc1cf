"""Who is asking: a token, in one query, or the session of a page's script."""

from __future__ import annotations

from typing import Any

import knox.auth
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from knox.crypto import hash_token
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts.models import ApiToken, User

SCHEMES = {"token", "bearer"}
LONGEST = 128  # characters: no token of ours is longer


class TokenAuthentication(knox.auth.TokenAuthentication):
    """``Authorization: Token plg_…`` (or ``Bearer plg_…``). ``request.auth`` is the `ApiToken`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if scheme.lower() not in SCHEMES:
            return None
        token = _find(secret.strip())
        if token is None:
            raise exceptions.AuthenticationFailed(_("This token is not valid, or not any more."), code="bad_token")
        request._request.api_token = token  # type: ignore[attr-defined] # for those who know nothing of the API
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


def _find(secret: str) -> ApiToken | None:
    if not secret.isascii() or not 0 < len(secret) <= LONGEST:
        return None
    live = ApiToken.objects.live(timezone.now()).filter(user__is_active=True)
    return live.select_related("user").filter(digest=hash_token(secret)).first()


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of a page, so that its scripts may call the API; whatever changes something needs a CSRF token."""

    def enforce_csrf(self, request: Any) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            sentence = _("A page's script must send its CSRF token in X-CSRFToken.")
            raise exceptions.PermissionDenied(sentence, code="csrf_failed") from None


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Any:
        scheme = build_bearer_security_scheme_object("Authorization", "Token")
        return scheme | {"description": "`Authorization: Token plg_…`; `POST /api/v1/tokens` gives one."}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> Any:
        return {"type": "apiKey", "in": "cookie", "name": "session", "description": "For the site's own pages."}
