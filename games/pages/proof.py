"""Checking the deals and the log of a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services import looking, proof

from .refusals import explained
from .sheet import line_of_table


@never_cache
@require_safe
@explained
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    table = looking.see_table(slug=slug, user=request.user)
    return render(request, "games/deals.html", {"game": line_of_table(table), "table": table})


@never_cache
@require_safe
@explained
def deals_file(request: HttpRequest, slug: str) -> HttpResponse:
    return _file(proof.deals_of(slug=slug, user=request.user), f"polignac-{slug}-deals.json")


@never_cache
@require_safe
@explained
def log_file(request: HttpRequest, slug: str) -> HttpResponse:
    return _file(proof.log_of(slug=slug, user=request.user), f"polignac-{slug}-log.json")


def _file(data: object, name: str) -> JsonResponse:
    return JsonResponse(data, headers={"Content-Disposition": f'attachment; filename="{name}"'})
