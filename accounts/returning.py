"""Deeds of pages for those who are signed in: who is not signs in first, and comes back to a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def sign_in_first(back_to: Callable[[HttpRequest, dict[str, Any]], str]) -> Callable[[View], View]:
    """Return a decorator like ``login_required`` for a view that is asked by POST alone.

    Whose session has ended meanwhile cannot come back to the address of the deed, which answers nothing to GET:
    *back_to* makes the path of a page from the request and the keywords of its address.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated:
                return view(request, *args, **kwargs)
            return redirect_to_login(back_to(request, kwargs))

        return answer

    return decorate
