"""What follows when something else changes: the copies that a user carries."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from .models import User


@receiver([post_save, post_delete], sender=EmailAddress)
def copy_email(instance: EmailAddress, **_kwargs: Any) -> None:
    """Keep ``email`` and ``email_confirmed`` of a user true to the user's addresses."""
    addresses = EmailAddress.objects.filter(user_id=instance.user_id)
    best = addresses.order_by("-verified", "-primary", "pk").first()
    users, email = User.objects.filter(pk=instance.user_id), best.email if best else ""
    users.exclude(email=email).update(mail_refused=None)  # what came back was sent to another address
    users.update(email=email, email_confirmed=bool(best and best.verified))
