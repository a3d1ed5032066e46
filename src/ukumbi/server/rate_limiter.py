"""Counts what every address does: its open connections, and how fast it asks."""

import asyncio
from collections import Counter

from ukumbi.server.limits import Limits, TokenBucket


class RateLimiter:
    """A bucket of tokens for every address that has called lately, and a count of its open connections."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[str, TokenBucket] = {}
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        """Every open connection, and whose it is."""
        self._connections: Counter[str] = Counter()

    def admits(self, address: str) -> bool:
        if address not in self._buckets:
            self._forget_some()
            self._buckets[address] = TokenBucket(self._limits.requests_per_second, self._limits.request_burst)
        return self._buckets[address].take()

    def _forget_some(self) -> None:
        if len(self._buckets) >= 10_000:
            quiet = [a for a, bucket in self._buckets.items() if bucket.refill_in() <= 0]
            for address in quiet or list(self._buckets)[:1000]:
                del self._buckets[address]

    def open_connection(self, transport: asyncio.BaseTransport) -> bool:
        """Count one more connection of whoever is at its other end, if they may have one."""
        address = peer_of(transport)
        if self._connections[address] >= self._limits.connections:
            return False
        self._connections[address] += 1
        self._addresses[transport] = address
        return True

    def close_connection(self, transport: asyncio.BaseTransport) -> None:
        """It is gone; whether it was counted or refused."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
