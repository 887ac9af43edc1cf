"""The feeds of one's turns: deadlines for a calendar (iCalendar), turns for a feed reader (Atom)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from icalendar import Calendar, Event

from accounts.mail import absolute
from accounts.models import User
from games.models import Game
from games.services import feeds
from games.words import listed

from .refusals import account_of, explained, signed_in

SHOWN_FOR = timedelta(minutes=30)  # before a deadline: an event of no length is hidden by some calendars
ASKED_AGAIN = timedelta(minutes=30)  # by a calendar that heeds what it is told


@signed_in
@require_POST
@explained
def change_feeds(request: HttpRequest) -> HttpResponse:
    """Make the addresses, make new ones, or take them away."""
    user = account_of(request)
    if request.POST.get("feeds") == "off":
        feeds.turn_off(user)
        messages.success(request, _("The addresses lead nowhere any more."))
    else:
        feeds.renew(user)
        messages.success(request, _("Here are your addresses. Earlier ones lead nowhere any more."))
    return redirect(reverse("games:notices") + "#feeds")


@never_cache
@require_safe
def calendar(request: HttpRequest, feed: str) -> HttpResponse:
    """The deadlines of one's turns."""
    user, games = _turns_at(feed)
    with translation.override(user.language or settings.LANGUAGE_CODE):
        body = _calendar(games, user).to_ical()
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers={"X-Robots-Tag": "noindex"})


@never_cache
@require_safe
def atom(request: HttpRequest, feed: str) -> HttpResponse:
    """One's turns."""
    user, games = _turns_at(feed)
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
        body = _atom(games, user, absolute(request.path)).writeString("utf-8")
    return HttpResponse(body, content_type="application/atom+xml; charset=utf-8", headers={"X-Robots-Tag": "noindex"})


def feed_urls(feed: str | None) -> dict[str, str]:
    """Return the whole address of each feed, by name; none where there is no secret."""
    if not feed:
        return {}
    return {name: absolute(reverse(f"games:{name}", args=[feed])) for name in ("calendar", "atom")}


def _turns_at(feed: str) -> tuple[User, list[Game]]:
    user = feeds.reader_of(feed)
    if user is None:
        raise Http404
    return user, feeds.turns_of(user)


def _calendar(games: list[Game], user: User) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", "-//Polignac//Polignac by correspondence//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("Polignac: my deadlines"))
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", f"PT{ASKED_AGAIN // timedelta(minutes=1)}M")
    for game in games:
        calendar.add_component(_event(game, user))
    return calendar


def _event(game: Game, user: User) -> Event:
    assert game.deadline is not None  # it is somebody's turn
    event = Event()
    event.add("uid", _name_of_turn(game))
    event.add("dtstamp", game.turn_began)
    event.add("dtstart", game.deadline - SHOWN_FOR)
    event.add("dtend", game.deadline)
    event.add("summary", _("Play by now: Polignac with %(others)s") % {"others": _others(game, user)})
    event.add("description", absolute(reverse("games:game", args=[game.slug])))
    event.add("url", absolute(reverse("games:game", args=[game.slug])))
    event.add("transp", "TRANSPARENT")
    return event


def _atom(games: list[Game], user: User, url: str) -> Atom1Feed:
    newest = max((game.turn_began for game in games if game.turn_began), default=timezone.now())
    feed = Atom1Feed(
        title=_("Polignac: my turns"),
        link=absolute(reverse("games:my_games")),
        description="",
        feed_url=url,
        language=translation.get_language(),
        feed_guid=f"tag:{_host()},2026:turns-of-{user.pk}",
    )
    feed.latest_post_date = lambda: newest  # type: ignore[method-assign]
    for game in games:
        feed.add_item(**_item(game, user))
    return feed


def _item(game: Game, user: User) -> dict[str, Any]:
    when = timezone.localtime(game.deadline)
    return {
        "title": _("Your turn in hand %(number)s with %(others)s")
        % {"number": game.hand_number, "others": _others(game, user)},
        "link": absolute(reverse("games:game", args=[game.slug])),
        "description": _("Your time is up on %(date)s at %(time)s (%(zone)s).")
        % {"date": f"{when:%Y-%m-%d}", "time": f"{when:%H:%M}", "zone": f"{when:%Z}"},
        "unique_id": f"tag:{_host()},2026:{_name_of_turn(game)}",
        "updateddate": game.turn_began,
        "pubdate": game.turn_began,
    }


def _name_of_turn(game: Game) -> str:
    """Name a turn, the same however often it is asked for: a new deadline moves its event and adds none."""
    return f"{game.slug}-{game.hand_number}-{game.ply}@{_host()}"


def _others(game: Game, user: User) -> str:
    return listed([seat.name for seat in game.seats.all() if seat.user_id != user.pk])


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
