"""What a player may be called."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

NAME_PATTERN = r"^[A-Za-z0-9_-]{3,20}\Z"
GUEST_PREFIX = "Visitor-"

# Nobody may be taken for the site itself, for a bot or for a visitor. Compared in lower case.
# fmt: off
RESERVED_NAMES = frozenset({
    "abuse", "account", "accounts", "admin", "administrator", "all", "anonymous", "api", "bot", "bots",
    "club", "everyone", "help", "host", "info", "join", "mail", "master", "me", "moderator", "news", "nobody",
    "noreply", "no-reply", "null", "polignac", "postmaster", "root", "rules", "security", "signup", "staff",
    "stand-in", "support", "system", "undefined", "user", "visitor", "visitors", "webmaster", "www", "you",
})
# fmt: on

validate_spelling = RegexValidator(
    NAME_PATTERN, _("A name has 3 to 20 letters (A to Z), digits, “_” or “-”."), code="name_spelling"
)


def validate_not_reserved(name: str) -> None:
    """Refuse a reserved name.

    :raises ValidationError: with the code ``name_reserved``.
    """
    if name.lower() in RESERVED_NAMES or name.lower().startswith(GUEST_PREFIX.lower()):
        raise ValidationError(_("This name is reserved. Choose another."), code="name_reserved")
