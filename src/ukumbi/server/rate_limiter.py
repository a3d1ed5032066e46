"""Counts what people and addresses do: their open connections, and how fast they ask."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ukumbi.hall.recent import Recent
from ukumbi.server.budget import Budget
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.limits import Limits, Pace, TokenBucket

REMEMBERED: Final = 20_000
"""Paces that are known: whoever has been quiet for the longest time is forgotten first."""
Buckets = Recent[tuple[str, str], TokenBucket]
"""By what is done, and who does it."""


class RateLimiter:
    """A bucket of tokens for every caller of late, and a count of the connections that each has open."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self._limits = limits
        self._proxies = proxies
        self._people: Buckets = Recent(REMEMBERED)
        self._addresses: Buckets = Recent(REMEMBERED)
        """Apart, so that nobody drives out addresses by being one new person after the other."""
        self._callers: dict[object, str] = {}
        """Every open connection that is counted, and whose it is."""
        self._connections: Counter[str] = Counter()
        self._open = 0
        """Connections of all together."""

    # paces

    def messages(self, person: str, address: str) -> Budget:
        limits = self._limits
        return self._budget("message", person, address, limits.messages, limits.messages_of_address)

    def extras(self, person: str, address: str) -> Budget:
        """Pings of the protocol, and messages in pieces: as much again as messages."""
        limits = self._limits
        return self._budget("extra", person, address, limits.messages, limits.messages_of_address)

    def requests(self, person: str | None, address: str) -> Budget:
        """Somebody who has no cookie yet has no pace of their own: nobody remembers it."""
        limits = self._limits
        return self._budget("request", person, address, limits.requests, limits.requests_of_address)

    def keeps(self, person: str | None, address: str) -> Budget:
        limits = self._limits
        return self._budget("keep", person, address, limits.keeps, limits.keeps_of_address)

    def thought(self, person: str | None, address: str) -> Budget:
        limits = self._limits
        return self._budget("thought", person, address, limits.thought, limits.thought_of_address)

    def _budget(self, what: str, person: str | None, address: str, own: Pace, shared: Pace) -> Budget:
        bucket = TokenBucket(own) if person is None else self._bucket(self._people, what, person, own)
        return Budget(bucket, self._bucket(self._addresses, what, caller_of(address), shared))

    def _bucket(self, known: Buckets, what: str, whose: str, pace: Pace) -> TokenBucket:
        bucket = known.get((what, whose))
        if bucket is None:
            bucket = known[what, whose] = TokenBucket(pace)
        return bucket

    # connections

    def open_connection(self, line: object, peer: str) -> bool:
        """Count one more connection of whoever is at its other end, if they may have one.

        A proxy has as many as it likes: it calls for others, and they are counted.
        """
        return self._proxies.believes(peer) or self._count(line, peer)

    def hand_over(self, line: object, transport: asyncio.BaseTransport) -> None:
        """From now on the connection goes by its transport."""
        caller = self._callers.pop(line, None)
        if caller is not None:
            self._callers[transport] = caller

    def open_socket(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Whether this address may have one more socket; where a proxy calls for it, it is counted here."""
        pace = self._bucket(self._addresses, "socket", caller_of(address), self._limits.sockets_of_address)
        return pace.take_if_enough() and (transport in self._callers or self._count(transport, address))

    def _count(self, connection: object, address: str) -> bool:
        caller = caller_of(address)
        if not self._begin(caller):
            return False
        self._callers[connection] = caller
        return True

    def close_connection(self, connection: object) -> None:
        """It is gone; whether it was counted or refused."""
        caller = self._callers.pop(connection, None)
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
        own, limits = self._connections[caller], self._limits
        if own >= limits.connections or (self._open >= limits.all_connections and own >= limits.hardly_any):
            return False
        self._connections[caller] += 1
        self._open += 1
        return True

    def _end(self, caller: str) -> None:
        self._open -= 1
        self._connections[caller] -= 1
        if not self._connections[caller]:
            del self._connections[caller]


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
