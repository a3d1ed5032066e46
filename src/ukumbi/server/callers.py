"""Who calls: what counts as one caller, and whose word for another's address is taken."""

import asyncio
import logging
import os
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ukumbi.server.addresses import is_loopback

LOGGER = logging.getLogger(__name__)
OWN_MACHINE: Final = "127.0.0.1, ::1"
FORWARDING: Final = ("x-forwarded-for", "x-forwarded-proto", "forwarded", "x-real-ip", "via")
"""Headers by which a proxy gives itself away."""


@lru_cache(maxsize=4096)
def caller_of(address: str) -> str:
    """What counts as one caller: an IPv4 address, or the /64 that one household or machine has of IPv6."""
    try:
        ip = ip_address(address[:64].partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, 64), strict=False))


def plain(address: str) -> str:
    """An IPv4 address as such, also where a listener for both kinds has wrapped it up."""
    return address.removeprefix("::ffff:") if "." in address else address


class Proxies:
    """The proxies that call for others. Without any, nothing that a request says of its way is believed."""

    def __init__(self, behind_proxy: bool, trusted: str | None = None) -> None:
        self._warned = False
        self._trusted: Any = ()
        if behind_proxy:
            trusted = trusted or os.environ.get("FORWARDED_ALLOW_IPS") or OWN_MACHINE
            # Uvicorn reads such a list, and goes through chains of proxies, better than we would.
            self._trusted = ProxyHeadersMiddleware(lambda *_: asyncio.sleep(0), trusted).trusted_hosts

    def believes(self, peer: str) -> bool:
        return plain(peer) in self._trusted

    def forwards(self, peer: str, headers: Mapping[str, str]) -> bool:
        """Whether a proxy that we believe says that it calls for somebody else."""
        return self.believes(peer) and any(name in headers for name in FORWARDING[:2])

    def address(self, peer: str, headers: Mapping[str, str]) -> str:
        """Where it calls from: behind a proxy, what that says last."""
        named = headers.get("x-forwarded-for", "")
        if named and self.believes(peer):
            return plain(str(self._trusted.get_trusted_client_address(named)[0])) or peer
        if named and is_loopback(plain(peer)):
            self._warn()
        return plain(peer)

    def scheme(self, peer: str, headers: Mapping[str, str], otherwise: str) -> str:
        named = headers.get("x-forwarded-proto", "").strip().lower()
        return named if self.believes(peer) and named in ("http", "https") else otherwise

    def _warn(self) -> None:
        if not self._warned:
            self._warned = True
            LOGGER.warning("a proxy seems to stand in front of the hall: start it with --behind-proxy")


def was_forwarded(headers: Mapping[str, str]) -> bool:
    """Whether a request says, truly or not, that it came through a proxy."""
    return any(name in headers for name in FORWARDING)
