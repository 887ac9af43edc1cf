from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The game: rules, log, services, pages, API, notices."""

    name = "games"
    verbose_name = _("Games")
