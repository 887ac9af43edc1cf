"""The IANA time zones a player may choose from."""

from __future__ import annotations

import functools
import zoneinfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_REGIONS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@functools.cache
def known_zones() -> frozenset[str]:
    """Return the names of all zones; kept, because finding them reads some 600 files."""
    return frozenset(zoneinfo.available_timezones())


def validate_time_zone(name: str) -> None:
    """Refuse what is not the name of an IANA time zone.

    :raises ValidationError: with the code ``time_zone_unknown``.
    """
    if name not in known_zones():
        raise ValidationError(_("There is no such time zone."), code="time_zone_unknown")


def zone_or_utc(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone called *name*, or UTC if there is none (zones are renamed and dropped over the years)."""
    return zoneinfo.ZoneInfo(name if name in known_zones() else "UTC")


@functools.cache
def zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the choices for a select: per region, the zones' names and how to show them; UTC first."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(known_zones()):
        region, _slash, place = name.partition("/")
        if place and region in _REGIONS:
            regions.setdefault(region, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", [("UTC", "UTC")]), *regions.items()]
