"""A deed that is refused on a page: say why and show the table as it stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.returning import sign_in_first
from games.services.errors import AccountNeeded, GameBroken, GameError, NoSuchGame

View = Callable[..., HttpResponse]


def explained(view: View) -> View:
    """Turn the refusals of the services into answers: 404, the way to sign up, or the game's page with a message."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NoSuchGame:
            raise Http404 from None
        except GameBroken as error:
            if request.headers.get("HX-Request"):  # a part of a page: have the whole of it asked for, and told
                return HttpResponse(headers={"HX-Refresh": "true"})
            return render(request, "games/broken.html", {"error": error}, status=503)
        except AccountNeeded as error:
            messages.info(request, str(error))
            return redirect(f"{reverse('account_signup')}?{urlencode({'next': way_back(request, kwargs)})}")
        except GameError as error:
            messages.error(request, str(error))
            slug = kwargs.get("slug")
            return redirect("games:game", slug) if slug else redirect("games:lobby")

    return answer


def account_of(request: HttpRequest) -> User:
    """Return who asks, on a page for those who are signed in.

    :raises AccountNeeded: if that is a visitor.
    """
    user = request.user
    assert isinstance(user, User)  # `login_required` has seen to it
    if user.is_guest:
        raise AccountNeeded(_("That is for accounts: sign up first. Your games come along."))
    return user


def way_back(request: HttpRequest, kwargs: dict[str, Any]) -> str:
    """Return the page to come back to after signing up or in: of the invitation or the game, never the deed itself."""
    token = request.POST.get("token", "")
    if token.isascii() and token.replace("-", "").replace("_", "").isalnum():
        return reverse("games:invitation", args=[token])
    slug = kwargs.get("slug")
    if slug:
        return reverse("games:game", args=[slug])
    notices = reverse("games:notices")
    return notices if request.path.startswith(notices) else reverse("games:new_table")


signed_in = sign_in_first(way_back)  # for deeds; pages have `login_required`
