"""Sending what is in the outbox."""

from __future__ import annotations


def deliver_notices() -> None:
    """Send the notices that are due."""
