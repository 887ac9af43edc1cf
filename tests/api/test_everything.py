"""Everything a player can do on the pages a client can do by the API.

A new address of the pages has to be listed here: with what a client does instead, or why there is nothing of it to do.
"""

from __future__ import annotations

import re

from accounts.api.inputs import Preferences
from accounts.api.reference import schema
from accounts.api.time_off import RestInput
from accounts.forms import SettingsForm
from accounts.time_off_pages import RestForm
from tests.access.routes import all_routes

# By the name of the page's route: the operations that do the same, as the description of the API has them.
BY_API = {
    "games:learn": "GET lessons, GET lessons/{}",
    "games:lesson": "GET lessons/{}",
    "games:play_now": "POST guests, POST games",
    "games:lobby": "GET games",
    "games:profile": "GET players/{}, GET games",
    "games:invitation": "GET invitations/{}",
    "games:notices": "GET me/notices, PATCH me/notices",
    "games:push": "GET me/push, POST me/push, DELETE me/push/{}",
    "games:webhook": "GET me/webhook, PUT me/webhook, DELETE me/webhook, POST me/webhook/secret",
    "games:change_feeds": "GET me/feeds, POST me/feeds, DELETE me/feeds",
    "games:stop_mail": "PATCH me/notices, PUT games/{}/mute",
    "games:my_games": "GET games",
    "games:finished_games": "GET games",
    "games:new_table": "POST games",
    "games:game": "GET games/{}, GET games/{}/sittings",
    "games:table_fragment": "GET games/{}",
    "games:table_stream": "GET games/{}",
    "games:play": "POST games/{}/moves",
    "games:declare": "POST games/{}/moves",
    "games:hint": "GET games/{}/hint",
    "games:plan": "GET games/{}/plan, PUT games/{}/plan, DELETE games/{}/plan",
    "games:resign": "POST games/{}/resign",
    "games:take_seat_back": "POST games/{}/take-back",
    "games:join": "POST games/{}/join",
    "games:leave": "POST games/{}/leave",
    "games:start": "POST games/{}/start",
    "games:add_bot": "POST games/{}/bots",
    "games:remove_bot": "DELETE games/{}/bots/{}",
    "games:invite": "POST games/{}/invitations",
    "games:say": "POST games/{}/messages",
    "games:rematch": "POST games/{}/rematch",
    "games:mute": "PUT games/{}/mute, DELETE games/{}/mute",
    "games:record": "GET games/{}/record",
    "games:deals": "GET games/{}/deals",
    "games:deals_file": "GET games/{}/deals",
    "games:log_file": "GET games/{}/log",
    "games:score_sheet": "GET games/{}",
    "games:replay": "GET games/{}/hands/{}, GET games/{}/hands/{}/review",
    "games:replay_step": "GET games/{}/hands/{}",
    "accounts_time_off": "GET me/time-off, PATCH me/time-off",
    "accounts_start_holiday": "POST me/holiday",
    "accounts_end_holiday": "DELETE me/holiday",
    "accounts_settings": "GET me, PATCH me",
    "set_language": "PATCH me",
    "accounts_tokens": "GET tokens, POST tokens",
    "accounts_revoke_token": "DELETE tokens/{}",
    "accounts_mail_again": "POST me/email/again",
    "accounts_resend": "POST me/email/confirmation",
    "account_signup": "POST signup",
    "account_login": "POST tokens",
    "mfa_authenticate": "POST tokens",
    "account_logout": "DELETE tokens/current",
    "account_reset_password": "POST password/reset",
    "account_reset_password_from_key": "POST password",
    "account_confirm_email": "POST email/confirm",
    "account_email": "GET me/email, PUT me/email, DELETE me/email/new",
    "account_change_password": "POST me/password",
    "mfa_index": "GET me/second-factor",
    "mfa_activate_totp": "POST me/second-factor/key, POST me/second-factor/app",
    "mfa_deactivate_totp": "POST me/second-factor/app/off",
    "mfa_view_recovery_codes": "POST me/second-factor/recovery-codes",
    "mfa_generate_recovery_codes": "POST me/second-factor/recovery-codes",
    "mfa_download_recovery_codes": "POST me/second-factor/recovery-codes",
    "mfa_list_webauthn": "GET me/second-factor",
    "mfa_edit_webauthn": "PATCH me/second-factor/passkeys/{}",
    "mfa_remove_webauthn": "POST me/second-factor/passkeys/{}/off",
    "usersessions_list": "GET me/sessions, DELETE me/sessions",
    "accounts_end_session": "DELETE me/sessions/{}",
}
READ_ALONE = {"api-docs", "games:front", "games:rules", "games:credits", "games:health", "/account/"}
FILES = {"games:manifest", "games:service_worker", "games:offline", "games:picture", "games:hand_picture"}
WITHOUT_A_TOKEN = {"games:calendar", "games:atom", "bounces"}  # asked for by programs as they are
# What stands between two pages: a program sends the password with what it asks for, and hears at once what came of it.
BETWEEN = {"account_reauthenticate", "mfa_reauthenticate", "account_reset_password_done", "account_inactive"}
BETWEEN |= {"account_reset_password_from_key_done", "account_email_verification_sent"}
OF_A_BROWSER = {"mfa_add_webauthn", "mfa_login_webauthn", "mfa_reauthenticate_webauthn"}  # passkeys
# Of allauth, not offered here: codes by mail, and a first password, which every account has.
NOT_OFFERED = {"account_request_reauthentication_code", "account_confirm_reauthentication_code"}
NOT_OFFERED |= {"account_confirm_login_code", "account_set_password"}
NOTHING_TO_DO = READ_ALONE | FILES | WITHOUT_A_TOKEN | BETWEEN | OF_A_BROWSER | NOT_OFFERED


def operations():
    for path, methods in schema()["paths"].items():
        short = re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1/"))
        yield from (f"{method.upper()} {short}" for method in methods)


def test_every_address_of_the_pages_has_what_a_client_does_instead():
    pages = {route.name for route in all_routes() if not route.is_api}
    assert pages == set(BY_API) | NOTHING_TO_DO
    assert not set(BY_API) & NOTHING_TO_DO


def test_what_a_client_does_instead_is_there():
    named = {operation for said in BY_API.values() for operation in said.split(", ")}
    assert named - set(operations()) == set()


def test_every_setting_of_the_pages_is_one_of_the_api():
    assert set(Preferences().fields) == set(SettingsForm.Meta.fields)
    assert set(RestInput().fields) == set(RestForm.base_fields)
