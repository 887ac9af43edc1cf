from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Who somebody is: the user, signing up and in, preferences, tokens. It knows nothing of games."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from . import signals  # noqa: F401 (connects the receivers)
