"""What allauth says on our pages and in our mail, in our words."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "account_inactive": _("This account has been closed."),
    "cannot_remove_primary_email": _("You cannot remove your only email address."),
    "duplicate_email": _("This is your email address already."),
    "email_taken": _("There is an account with this email address: sign in to it, or reset its password."),
    "email_password_mismatch": _("No account has this email address and this password."),
    "username_password_mismatch": _("No account has this name and this password."),
    "enter_current_password": _("This is not your present password."),
    "incorrect_code": _("This code is not right. Codes change every half minute: try the newest."),
    "incorrect_password": _("This is not your password."),
    "invalid_or_expired_key": _("This link is not valid any more."),
    "invalid_login": _("No account has this name and this password."),
    "invalid_password_reset": _("This link is not valid any more."),
    "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
    "rate_limited": _("Too many attempts. Wait five minutes, then try again."),
    "username_taken": _("This name is taken. Choose another."),
    "unverified_primary_email": _("Confirm your email address first."),
}

SECOND_FACTOR_ERRORS = {
    "add_email_blocked": _("Turn the second factor off before you change your email address."),
    "cannot_delete_authenticator": _("This cannot be turned off."),
    "cannot_generate_recovery_codes": _("Recovery codes come with a second factor: set one up first."),
    "incorrect_code": ERRORS["incorrect_code"],
    "unverified_email": _("Confirm your email address first: it is the way back in when you lose your phone."),
}

# What a page says once, after a deed. An empty sentence says nothing.
MESSAGES = {
    "account/messages/cannot_delete_primary_email.txt": _("You cannot remove your only email address."),
    "account/messages/email_confirmation_failed.txt": _("%(email)s belongs to another account."),
    "account/messages/email_confirmation_sent.txt": _("We are sending a link to %(email)s. Follow it to confirm."),
    "account/messages/email_confirmed.txt": _("%(email)s is confirmed."),
    "account/messages/email_deleted.txt": _("%(email)s is forgotten."),
    "account/messages/logged_in.txt": _("Welcome, %(user)s."),
    "account/messages/logged_out.txt": _("You have signed out."),
    "account/messages/password_changed.txt": _("Your password is changed. You are signed out everywhere else."),
    "account/messages/password_set.txt": _("Your password is set."),
    "account/messages/primary_email_set.txt": _("Your email address is changed."),
    "account/messages/unverified_primary_email.txt": _("Confirm your email address first."),
    "mfa/messages/recovery_codes_generated.txt": _("Here are new recovery codes. Keep them where you find them again."),
    "mfa/messages/totp_activated.txt": _("Your authenticator app is set up."),
    "mfa/messages/totp_deactivated.txt": _("Your authenticator app is no longer asked for."),
    "mfa/messages/webauthn_added.txt": _("The passkey is added."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
    "usersessions/messages/sessions_logged_out.txt": _("You are signed out everywhere else."),
}

# How one may show again who one is.
WAYS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}

LETTERS = {
    "account/email/email_confirmation": "mail/account/confirm",
    "account/email/email_confirmation_signup": "mail/account/confirm",
    "account/email/password_reset_key": "mail/account/reset",
    "account/email/unknown_account": "mail/account/unknown",
}

# What a letter about a change to an account tells: all of them are "mail/account/change".
CHANGES = {
    "account/email/email_changed": _("The address of your account was changed from %(from_email)s to %(to_email)s."),
    "account/email/email_confirm": _("The email address of your account was confirmed."),
    "account/email/email_deleted": _("The email address %(deleted_email)s was removed from your account."),
    "account/email/password_changed": _("The password of your account was changed."),
    "account/email/password_reset": _("The password of your account was reset."),
    "account/email/password_set": _("A password was set for your account."),
    "mfa/email/recovery_codes_generated": _("New recovery codes were made for your account. The old ones are void."),
    "mfa/email/totp_activated": _("An authenticator app was set up for your account."),
    "mfa/email/totp_deactivated": _("The authenticator app of your account was turned off."),
    "mfa/email/webauthn_added": _("A passkey was added to your account."),
    "mfa/email/webauthn_removed": _("A passkey was removed from your account."),
}
