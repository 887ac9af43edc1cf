"""The content security policy of a page: that of the settings, and the styles written into this one page."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.templatetags.styles import allowed_by


class PolicyMiddleware(CSPMiddleware):
    """Name each style of a page by its digest: any other, whoever wrote it, is still refused."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if allowed := allowed_by(request):
            parts.update = (parts.update or {}) | {"style-src": list(allowed)}
        return parts
