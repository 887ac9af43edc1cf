"""The account pages that are ours, or differ from allauth's in more than their looks."""

from __future__ import annotations

from copy import copy
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST
from django.views.generic import FormView, UpdateView

from . import time_off
from .addresses import NO_LINK_SENT, unconfirmed_address
from .bounces import try_again
from .forms import SettingsForm, SignupForm, TokenForm
from .models import ApiToken, TooManyTokens, User
from .registration import NameTaken, NoLongerGuest
from .resetting import in_the_same_time
from .returning import sign_in_first

signed_in = sign_in_first(lambda request, kwargs: reverse("accounts_settings"))


class SignupView(allauth_views.SignupView):
    """Sign up; a visitor's row becomes the account (`AccountPagesMiddleware` has put it in ``request.guest``)."""

    @method_decorator(sensitive_variables("form"))
    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameTaken:
            return self.form_invalid(form)
        except NoLongerGuest:
            messages.info(self.request, _("You have signed up already: sign in."))
            return redirect("account_login")


class PasswordResetView(allauth_views.PasswordResetView):
    """Send a link for a new password, if there is such an account; neither words nor time tell whether there is."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with in_the_same_time():
            return super().post(request, *args, **kwargs)


class ConfirmEmailView(allauth_views.ConfirmEmailView):
    """Confirm an address by POST. Whoever else is signed in here stays so."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Following a link is no reason to end a session."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().post(*args, **kwargs)
        except IntegrityError:  # two accounts confirmed one address at the same moment
            messages.error(self.request, _("This address belongs to another account."))
            return redirect("account_login")


class SettingsView(LoginRequiredMixin, UpdateView):
    """Time zone and language, and the way to everything else about the account."""

    form_class = SettingsForm
    template_name = "accounts/settings.html"
    success_url = reverse_lazy("accounts_settings")

    def get_object(self, queryset: Any = None) -> User:
        assert isinstance(self.request.user, User)
        return copy(self.request.user)  # so that a refused form does not change what the page shows

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        if "time_zone" in form.changed_data:  # rest hours are told in it
            time_off.changed.send(User, user=form.instance, is_rest=True)
        with translation.override(form.instance.language or translation.get_language()):
            messages.success(self.request, _("Saved."))
        return response


class TokensView(LoginRequiredMixin, FormView):
    """The tokens of a user: list them, make one (after the password again), and show it this once."""

    form_class = TokenForm
    template_name = "accounts/tokens.html"

    @method_decorator(reauthentication_required(app="allauth.mfa"))
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: TokenForm) -> HttpResponse:
        try:
            assert isinstance(self.request.user, User)
            token, secret = ApiToken.objects.issue(self.request.user, form.cleaned_data["name"])
        except TooManyTokens:
            form.add_error(None, _("You have as many tokens as one may have. Revoke one first."))
            return self.form_invalid(form)
        return self.render_to_response(self.get_context_data(form=TokenForm(), new_token=token, secret=secret))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        tokens = ApiToken.objects.live(timezone.now()).filter(user=self.request.user)
        return super().get_context_data(tokens=tokens, **kwargs)


@require_POST
@signed_in
def revoke_token(request: HttpRequest, token_key: str) -> HttpResponse:
    get_object_or_404(ApiToken, user=request.user, token_key=token_key).delete()
    messages.success(request, _("The token is revoked: nothing opens with it any more."))
    return redirect("accounts_tokens")


@require_POST
@signed_in
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out in one browser, which may be this one."""
    end_sessions(request, [get_object_or_404(UserSession, pk=pk, user=request.user)])
    messages.success(request, _("That browser is signed out."))
    return redirect("usersessions_list")


@require_POST
@signed_in
def resend_confirmation(request: HttpRequest) -> HttpResponse:
    """Send the link that confirms an address once more, at most every three minutes, and say whether it was sent."""
    assert isinstance(request.user, User)
    address = unconfirmed_address(request.user)
    if address is None:
        messages.info(request, _("Your email address is confirmed already."))
    elif not send_verification_email_to_address(request, address):  # which says so where it does send
        messages.info(request, str(NO_LINK_SENT))
    return HttpResponseRedirect(_next(request) or str(reverse_lazy("account_email")))


@require_POST
@signed_in
def mail_again(request: HttpRequest) -> HttpResponse:
    """Send mail again to an address from which some came back."""
    assert isinstance(request.user, User)
    try_again(request.user)
    messages.success(request, _("Mail is sent to you again."))
    return HttpResponseRedirect(_next(request) or str(reverse_lazy("account_email")))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Show the site in another language from now on: in this browser, and for an account everywhere."""
    response = HttpResponseRedirect(_next(request) or "/")
    language = request.POST.get("language")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.IS_HTTPS,
            httponly=True,
            samesite="Lax",
        )
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=language)
    return response


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Say that it was too often, and when to come back (allauth asks for this as ``handler429``)."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def _next(request: HttpRequest) -> str:
    url = request.POST.get("next", "")
    return url if get_adapter().is_safe_url(url) else ""
