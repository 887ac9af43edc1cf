from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Row(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ply = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)

    objects: ClassVar[models.Manager[Row]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.ply}: {self.card}"
