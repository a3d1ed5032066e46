"""Counts what every address does: its open connections, and how fast it asks."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ukumbi.hall.recent import Recent
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.limits import Limits, TokenBucket

REMEMBERED: Final = 10_000
"""Callers whose pace is known: whoever has been quiet for the longest time is forgotten first."""


class RateLimiter:
    """A bucket of tokens for every caller of late, and a count of the connections that each has open."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self._limits = limits
        self._proxies = proxies
        self._buckets: Recent[str, TokenBucket] = Recent(REMEMBERED)
        self._callers: dict[asyncio.BaseTransport, str] = {}
        """Every open connection that is counted, and whose it is."""
        self._connections: Counter[str] = Counter()

    def admits(self, address: str) -> bool:
        caller = caller_of(address)
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = TokenBucket(self._limits.requests_per_second, self._limits.request_burst)
            self._buckets[caller] = bucket
        return bucket.take()

    # connections

    def open_connection(self, transport: asyncio.BaseTransport) -> bool:
        """Count one more connection of whoever is at its other end, if they may have one.

        A proxy has as many as it likes: it calls for others, and they are counted.
        """
        peer = peer_of(transport)
        return self._proxies.believes(peer) or self._count(transport, peer)

    def open_socket(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Whether this address may have one more socket; where a proxy calls for it, it is counted here."""
        return transport in self._callers or self._count(transport, address)

    def _count(self, transport: asyncio.BaseTransport, address: str) -> bool:
        caller = caller_of(address)
        if not self._begin(caller):
            return False
        self._callers[transport] = caller
        return True

    def close_connection(self, transport: asyncio.BaseTransport) -> None:
        """It is gone; whether it was counted or refused."""
        caller = self._callers.pop(transport, None)
        if caller is not None:
            self._end(caller)

    @contextmanager
    def forwarded_request(self, address: str) -> Iterator[bool]:
        """A request that a proxy brings counts like a connection, for as long as it takes."""
        caller = caller_of(address)
        begun = self._begin(caller)
        try:
            yield begun
        finally:
            if begun:
                self._end(caller)

    def _begin(self, caller: str) -> bool:
        if self._connections[caller] >= self._limits.connections:
            return False
        self._connections[caller] += 1
        return True

    def _end(self, caller: str) -> None:
        self._connections[caller] -= 1
        if not self._connections[caller]:
            del self._connections[caller]


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
