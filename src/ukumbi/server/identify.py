"""Who calls: the same check of host name, origin, address and cookie for requests and sockets."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final, NamedTuple

from starlette.requests import cookie_parser
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ukumbi.core import Refused
from ukumbi.hall.people import People
from ukumbi.hall.tokens import TOKEN_LIFE_SECONDS

LOGGER = logging.getLogger(__name__)
COOKIE: Final = "ukumbi"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Under HTTPS: browsers accept it from this very host alone, and send it nowhere else."""
OWN_MACHINE: Final = "127.0.0.1, ::1"
FORWARDING: Final = ("x-forwarded-for", "x-forwarded-proto", "forwarded", "x-real-ip", "via")
"""Headers that proxies add."""


class Caller(NamedTuple):
    address: str
    """An IPv4 address, or the /64 that one household or machine has of IPv6."""
    secure: bool
    """Whether they came by HTTPS."""
    forwarded: bool
    """Whether a trusted proxy stands between."""
    person: str
    known: bool
    """Whether they brought a cookie that is good."""
    token: str | None
    """For a cookie that the answer should set."""


class Identify:
    """The check for both doors. What a request says of its way is believed of a trusted proxy alone."""

    def __init__(
        self, names: Collection[str] = (), behind_proxy: bool = False, proxies: str = OWN_MACHINE
    ) -> None:
        self._names = names
        # Uvicorn reads such a list, and goes through chains of proxies, better than we would.
        self._trusted: Any = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts if behind_proxy else ()
        self._warned = False

    def __call__(
        self, people: People, peer: str, headers: Mapping[str, str], *, reads_only: bool = False
    ) -> Caller:
        """Raises Refused for another host name, and where another page asks for more than to read."""
        if not is_called(headers.get("host", ""), self._names):
            raise Refused("not_our_name")
        if not reads_only and not same_origin(headers):
            raise Refused("from_elsewhere")
        secure = self._is_secure(peer, headers)
        known = people.tokens.recognise(self.token(peer, headers))
        address, forwarded = network_of(self.address(peer, headers)), self.forwards(peer, headers)
        if known is None:
            person, token = people.newcomer()
            return Caller(address, secure, forwarded, person, known=False, token=token)
        renewed = people.tokens.issue(known.person) if known.renew else None
        return Caller(address, secure, forwarded, known.person, known=True, token=renewed)

    def _is_secure(self, peer: str, headers: Mapping[str, str]) -> bool:
        return self.trusts(peer) and headers.get("x-forwarded-proto", "").strip().lower() == "https"

    def token(self, peer: str, headers: Mapping[str, str]) -> str | None:
        """What the cookie carries."""
        name = SECURE_COOKIE if self._is_secure(peer, headers) else COOKIE
        cookie = cookie_parser(headers.get("cookie", "")).get(name)
        return cookie if cookie and cookie.isascii() else None

    def trusts(self, peer: str) -> bool:
        """Whether this is the proxy."""
        return plain(peer) in self._trusted

    def forwards(self, peer: str, headers: Mapping[str, str]) -> bool:
        """Whether the proxy calls for another client."""
        return self.trusts(peer) and any(name in headers for name in FORWARDING[:2])

    def address(self, peer: str, headers: Mapping[str, str]) -> str:
        """Where a request comes from: behind a proxy, the last address in its header that is not trusted."""
        named = headers.get("x-forwarded-for", "")
        if named and self.trusts(peer):
            return plain(str(self._trusted.get_trusted_client_address(named)[0])) or peer
        if named and is_loopback(plain(peer)) and not self._warned:
            self._warned = True
            LOGGER.warning("a proxy seems to stand in front of the hall: start it with --behind-proxy")
        return plain(peer)


async def _nothing(*_: object) -> None:
    await asyncio.sleep(0)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one address: IPv4 as it is, of IPv6 the /64."""
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


def is_loopback(host: str) -> bool:
    """Whether this name leads every machine to itself."""
    host = host.strip("[]")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def was_forwarded(headers: Mapping[str, str]) -> bool:
    """Whether a request says, truly or not, that it came through a proxy."""
    return any(name in headers for name in FORWARDING)


def is_called(host: str, names: Collection[str]) -> bool:
    """Whether the hall goes by the name in a Host header; on its own machine by any loopback name."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return not names or name.lower().rstrip(".") in names or is_loopback(name)


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from our own page. Other programs send no origin; browsers always do."""
    origin = headers.get("origin")
    if origin is None:
        return True
    _, _, host = origin.partition("://")
    return host != "" and host == headers.get("host")


def cookie_header(token: str, secure: bool) -> str:
    flags = f"Path=/; Max-Age={TOKEN_LIFE_SECONDS}; HttpOnly; SameSite=Lax"
    return f"{SECURE_COOKIE}={token}; {flags}; Secure" if secure else f"{COOKIE}={token}; {flags}"
