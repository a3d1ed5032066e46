"""What one connection, one person or one address may do, and how often."""

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
    head_bytes: int = 16 * 1024
    """Of a request: its first line and headers."""
    request_bytes: int = 256 * 1024
    """Of a whole request. What it may carry is less, and refused in words: this is for whoever goes on."""
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
    request_seconds=600,
)
"""For measuring: sizes stay limited."""


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
