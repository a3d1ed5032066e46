"""Token buckets for each person and address, and the cap on connections by address."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

import msgspec

BUCKETS: Final = 20_000
"""Buckets that are kept; the one that was not used for the longest time goes first."""

Kind = Literal["messages", "requests", "keeps", "thought"]


class Rate(msgspec.Struct, frozen=True):
    per_second: float
    burst: float


UNLIMITED: Final = Rate(1e9, 1e9)


class Limits(msgspec.Struct, frozen=True):
    """What one person or one address may do. Rates count moves; what is more work costs more of them."""

    message_bytes: int = 16 * 1024
    """A message, or the body of a request."""
    request_bytes: int = 64 * 1024
    """A whole request, with its headers."""
    unsent_bytes: int = 1024 * 1024
    """What may wait for a slow reader; beyond it the connection is closed, and the client comes back."""
    first_request_seconds: float = 10
    connections: int = 256
    """Open connections of one address, of whatever kind."""
    open_tables: int = 30
    """Tables of one person that wait for others."""
    messages: Rate = Rate(40, 80)
    messages_of_address: Rate = Rate(200, 400)
    requests: Rate = Rate(10, 60)
    requests_of_address: Rate = Rate(30, 200)
    requests_at_once: int = 8
    """Of all together: more would get into each other's way, and into that of moves."""
    enter_at_once: int = 2
    """New sockets, and joins."""
    sockets_of_address: Rate = Rate(5, 60)
    """How fast sockets are opened."""
    keeps: Rate = Rate(120 / 3600, 60)
    """What the hall keeps for longer: tables, names, codes."""
    keeps_of_address: Rate = Rate(1200 / 3600, 300)
    thought: Rate = Rate(0.5, 120)
    """Seconds of analysis."""
    thought_of_address: Rate = Rate(2, 480)


NO_LIMITS: Final = Limits(
    first_request_seconds=600,
    connections=1_000_000,
    open_tables=1_000_000,
    messages=UNLIMITED,
    messages_of_address=UNLIMITED,
    requests=UNLIMITED,
    requests_of_address=UNLIMITED,
    sockets_of_address=UNLIMITED,
    keeps=UNLIMITED,
    keeps_of_address=UNLIMITED,
    thought=UNLIMITED,
    thought_of_address=UNLIMITED,
)
"""For load tests: sizes stay limited."""


class TokenBucket:
    __slots__ = ("_clock", "_rate", "_refilled", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._refilled = clock()
        self._tokens = rate.burst

    def wait(self, cost: float = 0) -> float:
        """Seconds until this much could be spent without debt."""
        return max(0.0, (cost - self._refill()) / self._rate.per_second)

    def spend(self, cost: float) -> float:
        """Take tokens, at most a burst of them on credit; seconds until the debt is paid."""
        tokens = self._tokens = max(self._refill() - cost, -self._rate.burst)
        return 0.0 if tokens >= 0 else -tokens / self._rate.per_second

    def _refill(self) -> float:
        now, rate = self._clock(), self._rate
        self._tokens = min(rate.burst, self._tokens + (now - self._refilled) * rate.per_second)
        self._refilled = now
        return self._tokens

    def give_back(self, cost: float) -> None:
        self._tokens += cost


class Budget:
    """What a person may spend: at their own rate, within that of their address."""

    __slots__ = ("_address", "_person")

    def __init__(self, person: TokenBucket, address: TokenBucket) -> None:
        self._person = person
        self._address = address

    def wait(self, cost: float = 0) -> float:
        return max(self._person.wait(cost), self._address.wait(cost))

    def spend(self, cost: float = 1) -> float:
        """Spend it in any case; seconds until the debt is paid."""
        return max(self._person.spend(cost), self._address.spend(cost))

    def try_spend(self, cost: float = 1) -> bool:
        """Spend it if it is there; what is refused costs nothing."""
        if self.wait(cost):
            return False
        self.spend(cost)
        return True

    def give_back(self, cost: float) -> None:
        self._person.give_back(cost)
        self._address.give_back(cost)


class Limiter:
    """The buckets of all people and addresses, and the open connections of each address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.at_once = asyncio.Semaphore(limits.requests_at_once)
        self.entering = asyncio.Semaphore(limits.enter_at_once)
        """For new sockets and for joins, which wait for no request."""
        self._people: dict[tuple[str, str], TokenBucket] = {}
        self._addresses: dict[tuple[str, str], TokenBucket] = {}
        """Apart, so that a flood of new people evicts no addresses."""
        self._transports: dict[asyncio.BaseTransport, str] = {}
        self._connections: Counter[str] = Counter()

    def budget(self, kind: Kind, person: str | None, address: str) -> Budget:
        """A person without a cookie gets a new bucket, which is not kept."""
        own: Rate = getattr(self.limits, kind)
        bucket = TokenBucket(own) if person is None else _bucket(self._people, kind, person, own)
        shared: Rate = getattr(self.limits, f"{kind}_of_address")
        return Budget(bucket, _bucket(self._addresses, kind, address, shared))

    def open_connection(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count one more connection of this address; False if it has too many."""
        if self._connections[address] >= self.limits.connections:
            return False
        self._connections[address] += 1
        self._transports[transport] = address
        return True

    def open_socket(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count a socket, unless its connection is counted: a proxy's connections are not."""
        rate = _bucket(self._addresses, "sockets", address, self.limits.sockets_of_address)
        if rate.wait(1):
            return False
        rate.spend(1)
        return transport in self._transports or self.open_connection(transport, address)

    def close_connection(self, transport: asyncio.BaseTransport) -> None:
        """A connection that was not counted does no harm."""
        address = self._transports.pop(transport, None)
        if address is not None:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]


def _bucket(known: dict[tuple[str, str], TokenBucket], kind: str, name: str, rate: Rate) -> TokenBucket:
    bucket = known.pop((kind, name)) if (kind, name) in known else TokenBucket(rate)
    known[kind, name] = bucket
    if len(known) > BUCKETS:
        del known[next(iter(known))]
    return bucket
