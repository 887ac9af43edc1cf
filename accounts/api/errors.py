"""Every refusal of the API in one shape: ``{"code": …, "detail": …}``, with ``fields`` where an input is at fault."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response

logger = logging.getLogger(__name__)

BUSY = 2  # seconds after which to try again when the database did not answer
_statuses: dict[type[Exception], int] = {}


class ApiProblem(exceptions.APIException):
    """A refusal with a stable *code* and a sentence; *extra* fields go beside them in the answer.

    Subclasses set ``status_code``, ``default_code`` and ``default_detail``, and may set ``wait`` (seconds).
    """

    status_code: int = status.HTTP_400_BAD_REQUEST
    wait: float | None = None

    def __init__(self, detail: Any = None, code: str | None = None, *, extra: dict[str, Any] | None = None) -> None:
        super().__init__(detail, code)
        self.extra = extra or {}


class AccountNeeded(ApiProblem):
    status_code = status.HTTP_403_FORBIDDEN
    default_code = "account_needed"
    default_detail = gettext_lazy("Visitors cannot do this: sign up first.")


class TooManyAttempts(ApiProblem):
    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "throttled"
    default_detail = gettext_lazy("Too many attempts. Wait five minutes, then try again.")
    wait = 300


class BadLink(ApiProblem):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "bad_link"
    default_detail = gettext_lazy("This link is not valid any more.")


class ProblemShape(serializers.Serializer[Any]):
    """What a refusal looks like, for the description of the API."""

    code = serializers.CharField(help_text="Which refusal it is; it does not change.")
    detail = serializers.CharField(help_text="A sentence for people, in the language of `Accept-Language`.")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.DictField(child=serializers.CharField())),
        required=False,
        help_text="Per field at fault, a list of `code` and `detail`.",
    )


def register(kind: type[Exception], status_code: int) -> None:
    """Have errors of this *kind* answered with *status_code*, their own ``code`` and their own words."""
    _statuses[kind] = status_code


def refusals(*statuses: int) -> dict[int, Any]:
    """Describe the answers of these *statuses*."""
    return dict.fromkeys(statuses, ProblemShape)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to *error*, or ``None`` for a mistake of ours."""
    problem = _as_problem(error)
    if problem is None:
        return None
    response = Response(_body(problem), status=problem.status_code)
    if problem.status_code == status.HTTP_401_UNAUTHORIZED:
        response["WWW-Authenticate"] = "Token"
    if wait := getattr(problem, "wait", None):
        response["Retry-After"] = str(int(wait) + 1)
    return response


def _as_problem(error: Exception) -> exceptions.APIException | None:
    if isinstance(error, exceptions.Throttled):
        wait = int(getattr(error, "wait", None) or 0) + 1
        error.detail = exceptions.ErrorDetail(_("Too often. Try again in %d seconds.") % wait, "throttled")
    if isinstance(error, exceptions.APIException):
        return error
    for kind, status_code in _statuses.items():
        if isinstance(error, kind):
            return _problem(status_code, getattr(error, "code", kind.__name__), str(error))
    if isinstance(error, Http404):
        return exceptions.NotFound(_("There is nothing at this address, or you may not see it."))
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(error, RequestDataTooBig):
        return _problem(413, "too_large", _("That is too large."))
    if isinstance(error, SuspiciousOperation):
        return _problem(400, "bad_request", _("This request cannot be read."))
    if isinstance(error, OperationalError | InterfaceError):
        logger.warning("the database did not answer: %s", error)
        busy = _problem(503, "try_again", _("The site is busy. Try again in a moment."))
        busy.wait = BUSY
        return busy
    return None


def _problem(status_code: int, code: str, detail: str) -> ApiProblem:
    problem = ApiProblem(detail, code)
    problem.status_code = status_code
    return problem


def _body(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error.get_full_details())
    return {"code": error.get_codes(), "detail": str(error.detail), **getattr(error, "extra", {})}


def _invalid(details: Any) -> dict[str, Any]:
    """Put the errors of an input into words: one about the whole of it at the top, others per field."""
    fields: dict[str, list[dict[str, str]]] = {}
    for path, code, message in _flat(details):
        fields.setdefault(".".join(path), []).append({"code": code, "detail": message})
    whole = fields.pop("non_field_errors", []) + fields.pop("", [])
    if whole and not fields:
        return whole[0]
    return {"code": "invalid", "detail": _("Some fields are not as they should be."), "fields": fields}


def _flat(details: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield each error in a nest of lists and dicts: where it is, its code, its words."""
    if isinstance(details, dict) and set(details) == {"message", "code"} and isinstance(details["code"], str):
        yield path, details["code"], str(details["message"])
    elif isinstance(details, dict):
        for key, inner in details.items():
            yield from _flat(inner, (*path, str(key)))
    else:
        for number, inner in enumerate(details):
            is_error = isinstance(inner, dict) and "message" in inner
            yield from _flat(inner, path if is_error else (*path, str(number)))
