"""The outbox of account mail: requests write letters into it, and the worker sends them."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction

from .models import Letter

logger = logging.getLogger(__name__)

FIRST_WAIT = timedelta(minutes=2)  # longer than a mail server may take: nobody else tries before that
LONGEST_WAIT = timedelta(hours=4)
GIVE_UP = timedelta(days=2)
BATCH = 200  # letters in one run


def deliver_letters(now: datetime) -> int:
    """Send the letters that are due and return how many the mail server took.

    Each is claimed in a transaction of its own before it is sent, and deleted after: who dies in between leaves it to
    be sent again. When the server cannot be reached the others wait, too.
    """
    sent = 0
    if not Letter.objects.due(now).exists():  # asked without a lock, because mostly there is nothing to do
        return sent
    for _number in range(BATCH):
        letter = _claim(now)
        if letter is None:
            break
        try:
            _message(letter).send()
        except smtplib.SMTPRecipientsRefused as error:
            _put_back(letter, error, now, for_good=_is_for_good(error))
        except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError, ValueError) as error:  # this letter's own trouble
            _put_back(letter, error, now)
        except (smtplib.SMTPException, OSError) as error:
            _put_back(letter, error, now)
            break
        else:
            letter.delete()
            sent += 1
    return sent


def wait_after(attempts: int) -> timedelta:
    """Return how long to wait after that many attempts: 2, 4, 8 … minutes, at most 4 hours."""
    return min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)


@transaction.atomic
def _claim(now: datetime) -> Letter | None:
    """Take the next letter that is due, so that nobody else does before `wait_after` is over."""
    skip_locked = connection.features.has_select_for_update_skip_locked
    letter = Letter.objects.due(now).select_for_update(skip_locked=skip_locked).first()
    if letter is not None:
        letter.attempts += 1
        letter.next_try = now + wait_after(letter.attempts)
        letter.save(update_fields=["attempts", "next_try"])
    return letter


def _message(letter: Letter) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(letter.subject, letter.text, to=[letter.to], headers=letter.headers)
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    return message


def _is_for_good(error: smtplib.SMTPRecipientsRefused) -> bool:
    """Tell whether the server will never take mail for this address (5xx), or only not now (4xx)."""
    refusals: Mapping[str, tuple[int, bytes]] = error.recipients
    return all(code >= 500 for code, _reason in refusals.values())


def _put_back(letter: Letter, error: Exception, now: datetime, *, for_good: bool = False) -> None:
    """Note why *letter* was not sent; give it up, with the secrets in it, when there is no hope left."""
    letter.last_error = f"{type(error).__name__}: {error}"[:1000]
    fields = ["last_error"]
    if for_good or letter.next_try > letter.created + GIVE_UP:
        letter.failed, letter.text, letter.html = now, "", ""
        fields += ["failed", "text", "html"]
        logger.error("Letter %s to %s given up: %s", letter.pk, letter.to, letter.last_error)
    else:
        logger.warning("Letter %s to %s not sent yet: %s", letter.pk, letter.to, letter.last_error)
    letter.save(update_fields=fields)
