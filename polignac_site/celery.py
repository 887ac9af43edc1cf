"""The Celery application: ``celery -A polignac_site worker`` (see docs/running.md)."""

import os

from celery import Celery
from celery.signals import beat_embedded_init, celeryd_init

from .processes import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "polignac_site.settings")
app = Celery("polignac")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

_worker: int | None = None  # the process number of the worker that this process is, or was forked from


@celeryd_init.connect
def _note_worker(**kwargs: object) -> None:
    global _worker
    _worker = os.getpid()


@beat_embedded_init.connect
def _end_beat_with_its_worker(**kwargs: object) -> None:
    """``worker -B`` keeps beat in a process of its own, which would outlive a worker killed by SIGKILL."""
    end_with_parent(parent=_worker)
