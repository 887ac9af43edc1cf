"""Addresses of the account half of the API, under ``api/v1/``. No slash at the end."""

from django.urls import path

from . import entrance, me, reference, time_off, tokens

urlpatterns = [
    path("signup", entrance.SignupView.as_view(), name="api-signup"),
    path("guests", entrance.GuestsView.as_view(), name="api-guests"),
    path("tokens", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/current", tokens.CurrentTokenView.as_view(), name="api-current-token"),
    path("tokens/<slug:id>", tokens.TokenView.as_view(), name="api-token"),
    path("me", me.MeView.as_view(), name="api-me"),
    path("me/time-off", time_off.TimeOffView.as_view(), name="api-time-off"),
    path("me/holiday", time_off.HolidayView.as_view(), name="api-holiday"),
    path("me/password", me.PasswordView.as_view(), name="api-password"),
    path("me/email/again", me.MailAgainView.as_view(), name="api-mail-again"),
    path("me/email/confirmation", me.ConfirmationView.as_view(), name="api-confirmation"),
    path("openapi.json", reference.openapi, name="api-openapi"),
]
