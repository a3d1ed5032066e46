"""What one connection or one address may do, and how often."""

import time
from collections.abc import Callable
from typing import Final

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """What one connection or one address may do."""

    message_bytes: int = 16 * 1024
    messages_per_second: float = 40
    message_burst: float = 80
    requests_per_second: float = 20
    """Of one address, by HTTP."""
    request_burst: float = 100
    connections: int = 256
    """Open connections of one address, of whatever kind."""
    connecting_per_second: float = 20
    """New connections of one address."""
    connecting_burst: float = 200
    head_bytes: int = 16 * 1024
    """Of a request: its first line and headers."""
    request_seconds: float = 10
    """How long a request may take to come in, from the opening of a connection on."""
    write_seconds: float = 20
    """How long what waits to be sent may wait while the other side reads nothing."""
    outgoing_bytes: int = 1024 * 1024
    """What may wait to be sent to a slow client before it is cut off; it comes back and catches up."""


NO_LIMITS: Final = Limits(
    messages_per_second=1e9,
    message_burst=1e9,
    requests_per_second=1e9,
    request_burst=1e9,
    connections=1_000_000,
    connecting_per_second=1e9,
    connecting_burst=1e9,
    request_seconds=600,
)
"""For measuring: message sizes stay limited."""


class TokenBucket:
    """Tokens that trickle in and are taken out: a rate with some room for bursts."""

    __slots__ = ("_burst", "_clock", "_rate", "_seen", "tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._seen = clock()
        self.tokens = burst

    def take(self) -> bool:
        """Whether one more is within the rate. Tokens go on falling for those who do not listen."""
        now = self._clock()
        self.tokens = min(self._burst, self.tokens + (now - self._seen) * self._rate) - 1
        self._seen = now
        return self.tokens >= 0

    @property
    def deaf(self) -> bool:
        """Whether somebody has gone on and on after being told to slow down."""
        return self.tokens < -self._burst

    def refill_in(self) -> float:
        """Seconds until it is full again, when it can be forgotten."""
        return (self._burst - self.tokens) / self._rate


class RateLimiter:
    """A bucket of tokens for every address that has called lately, and a count of its open sockets."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[str, TokenBucket] = {}
        self._sockets: dict[str, int] = {}

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

    def open_socket(self, address: str) -> bool:
        """Count one more socket of this address, if it may have one."""
        sockets = self._sockets.get(address, 0)
        if sockets >= self._limits.connections:
            return False
        self._sockets[address] = sockets + 1
        return True

    def close_socket(self, address: str) -> None:
        sockets = self._sockets[address] - 1
        if sockets:
            self._sockets[address] = sockets
        else:
            del self._sockets[address]
