"""Addresses of the account half of the API, under ``api/v1/``. No slash at the end."""

from django.urls import path

from . import email, entrance, me, reference, reset, second_factor, sessions, time_off, tokens

urlpatterns = [
    path("signup", entrance.SignupView.as_view(), name="api-signup"),
    path("guests", entrance.GuestsView.as_view(), name="api-guests"),
    path("tokens", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/current", tokens.CurrentTokenView.as_view(), name="api-current-token"),
    path("tokens/<slug:id>", tokens.TokenView.as_view(), name="api-token"),
    path("password/reset", reset.ForgottenView.as_view(), name="api-forgotten"),
    path("password", reset.PasswordByLinkView.as_view(), name="api-password-by-link"),
    path("me", me.MeView.as_view(), name="api-me"),
    path("me/time-off", time_off.TimeOffView.as_view(), name="api-time-off"),
    path("me/holiday", time_off.HolidayView.as_view(), name="api-holiday"),
    path("me/password", me.PasswordView.as_view(), name="api-password"),
    path("me/email", email.EmailView.as_view(), name="api-email"),
    path("me/email/new", email.NewEmailView.as_view(), name="api-new-email"),
    path("me/email/again", email.MailAgainView.as_view(), name="api-mail-again"),
    path("me/email/confirmation", email.ConfirmationView.as_view(), name="api-confirmation"),
    path("email/confirm", email.ConfirmEmailView.as_view(), name="api-confirm-email"),
    path("me/sessions", sessions.SessionsView.as_view(), name="api-sessions"),
    path("me/sessions/<int:pk>", sessions.SessionView.as_view(), name="api-session"),
    path("me/second-factor", second_factor.SecondFactorView.as_view(), name="api-second-factor"),
    path("me/second-factor/key", second_factor.KeyView.as_view(), name="api-second-factor-key"),
    path("me/second-factor/app", second_factor.AppView.as_view(), name="api-second-factor-app"),
    path("me/second-factor/app/off", second_factor.AppOffView.as_view(), name="api-second-factor-app-off"),
    path("me/second-factor/passkeys/<int:pk>", second_factor.PasskeyView.as_view(), name="api-passkey"),
    path("me/second-factor/passkeys/<int:pk>/off", second_factor.PasskeyOffView.as_view(), name="api-passkey-off"),
    path("me/second-factor/recovery-codes", second_factor.RecoveryCodesView.as_view(), name="api-recovery-codes"),
    path("openapi.json", reference.openapi, name="api-openapi"),
]
