"""The site as an app of one's own: the manifest, the service worker, and the page for what was never opened."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

SHELL = (
    "games/trust.js", "games/site.js", "games/offline.js", "games/hand.js", "games/table.js", "games/movement.js",
    "games/retell.js", "games/live.js", "games/keep.js", "games/drag.js", "games/sounds.js",
    "django_htmx/htmx-2.min.js", "games/icons.svg", "games/felt-mark.svg", "games/favicon.svg",
    "games/cards/en.svg", "games/cards/fr.svg",
)  # fmt: skip
IN_THE_PAGE = ("games/tokens.css", "games/site.css")  # of the page for no network
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Describe the site to a browser that would install it, in the reader's language."""
    icons = [
        {
            "src": static(f"games/icons/{'maskable-' if purpose == 'maskable' else ''}{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    described = {
        "id": "/",
        "name": _("Polignac by correspondence"),
        "short_name": "Polignac",
        "description": _("The French card game of the four jacks, a card or two a day."),
        "lang": get_language(),
        "start_url": reverse("games:my_games"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3ecdd",
        "theme_color": "#1f5a47",
        "icons": icons,
        "shortcuts": [
            {"name": _("My games"), "url": reverse("games:my_games")},
            {"name": _("New table"), "url": reverse("games:new_table")},
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the shell, and what its reader has opened, for when there is no network."""
    shell = [static(name) for name in SHELL]
    all_names = " ".join([*shell, *map(static, IN_THE_PAGE)])
    words = {
        "shell": shell,
        "version": hashlib.sha256(all_names.encode()).hexdigest()[:12],
        "static_root": settings.STATIC_URL,
        "icon": static(f"games/icons/{ICONS[0][0]}.png"),
        "is_for_good": not settings.DEBUG,  # the name of a file then has its digest in it
    }
    script = render_to_string("games/service_worker.js", words)
    return HttpResponse(script, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network in place of a page that was never opened; it knows nobody."""
    return render(request, "games/offline.html")
