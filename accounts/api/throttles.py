"""How often one network address may do what costs or what guessers want."""

from __future__ import annotations

import ipaddress
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle


class AddressThrottle(ScopedRateThrottle):
    """Counts per address and the view's ``throttle_scope``, whoever is signed in; an IPv6 customer counts as one."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": _network(self.get_ident(request) or "")}


def _network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
