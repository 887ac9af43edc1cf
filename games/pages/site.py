"""Pages that need no game: the front page, the rules, credits; and the pages of errors."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    return render(request, "games/front.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"current": "rules"})


@require_safe
def credits_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/credits.html")
