"""Mail that comes back for good: the mail server tells by a signed hook, and no more is sent to that address."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from .models import User

logger = logging.getLogger(__name__)
SIGNATURE = "X-Signature"


@csrf_exempt
@require_POST
def hook(request: HttpRequest) -> HttpResponse:
    """Take ``{"address": …, "kind": "hard"}``, signed with `BOUNCE_SECRET`; ``soft``, only put off, is passed over.

    Without a secret there is no such address.
    """
    if not settings.BOUNCE_SECRET:
        raise Http404
    if not _is_signed(request):
        return JsonResponse({"code": "bad_signature"}, status=403)
    try:
        said: Any = json.loads(request.body)
        address, kind = said["address"], said["kind"]
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"code": "bad_json"}, status=400)
    if not isinstance(address, str) or "\x00" in address or kind not in ("hard", "soft"):
        return JsonResponse({"code": "invalid"}, status=400)
    if kind == "hard":
        refuse_mail(address, timezone.now())
    return HttpResponse(status=204)


def refuse_mail(address: str, now: datetime) -> None:
    """Send no more mail about games to *address*, which takes none."""
    if User.objects.filter(email__iexact=address, mail_refused=None).exclude(email="").update(mail_refused=now):
        logger.warning("Mail to %s comes back: no more is sent there.", address)


def try_again(user: User) -> None:
    """Send mail to the address of *user* again, who says that it takes some."""
    User.objects.filter(pk=user.pk).update(mail_refused=None)


def sign(body: bytes) -> str:
    """Return what the header `SIGNATURE` must say of *body*."""
    return "sha256=" + hmac.new(settings.BOUNCE_SECRET.encode(), body, hashlib.sha256).hexdigest()


def _is_signed(request: HttpRequest) -> bool:
    given = request.headers.get(SIGNATURE, "")
    return hmac.compare_digest(given.encode(), sign(request.body).encode())
