"""Addresses of the account pages that are ours; allauth has the others, under the same "account/"."""

from django.urls import path, re_path
from django.views.generic import RedirectView

from . import bounces, time_off_pages, views

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="accounts_settings")),
    path("time-off/", time_off_pages.rest, name="accounts_time_off"),
    path("time-off/start", time_off_pages.start_holiday, name="accounts_start_holiday"),
    path("time-off/end", time_off_pages.end_holiday, name="accounts_end_holiday"),
    path("settings/", views.SettingsView.as_view(), name="accounts_settings"),
    path("tokens/", views.TokensView.as_view(), name="accounts_tokens"),
    path("tokens/<slug:token_key>/revoke/", views.revoke_token, name="accounts_revoke_token"),
    path("sessions/<int:pk>/end/", views.end_session, name="accounts_end_session"),
    path("language/", views.choose_language, name="set_language"),
    path("bounces/", bounces.hook, name="bounces"),
    path("email/again/", views.mail_again, name="accounts_mail_again"),
    path("email/resend/", views.resend_confirmation, name="accounts_resend"),
    # In place of allauth's at the same addresses.
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.ConfirmEmailView.as_view(), name="account_confirm_email"),
]
