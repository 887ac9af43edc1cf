from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The game: rules, log, services, pages, API, notices."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from accounts import time_off as accounts_time_off

        from . import triggers
        from .services.time_off import recompute_deadlines, tell_of_end

        accounts_time_off.changed.connect(recompute_deadlines, dispatch_uid="games: deadlines")
        accounts_time_off.changed.connect(tell_of_end, dispatch_uid="games: end of a holiday")
        post_migrate.connect(triggers.reinstall_after_migrate, sender=self)
        register(triggers.check_triggers, Tags.database)
