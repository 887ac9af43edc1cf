"""The Celery application: ``celery -A polignac_site worker`` (see docs/running.md)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "polignac_site.settings")
app = Celery("polignac")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
