"""What one connection, one person or one address may do, and how often."""

import time
from collections.abc import Callable
from typing import Final

import msgspec


class Pace(msgspec.Struct, frozen=True):
    per_second: float
    burst: float


BOUNDLESS: Final = Pace(1e9, 1e9)


class Shares(msgspec.Struct, frozen=True):
    """Of the event loop's time, what may go to those who ask for much, in the long run. With a fifth for each
    whoever plays beside them waits up to twice as long as otherwise."""

    doors: float = 0.06
    """Letting connections in, and reading requests."""
    requests: float = 0.1
    messages: float = 0.1


class Limits(msgspec.Struct, frozen=True):
    """What one person or one address may do. Rates count in moves; what is more work costs more of them."""

    message_bytes: int = 16 * 1024
    messages: Pace = Pace(40, 80)
    """Of one person, on however many lines, one after the other or at once."""
    messages_of_address: Pace = Pace(200, 800)
    requests: Pace = Pace(20, 100)
    """Of one person, by HTTP."""
    requests_of_address: Pace = Pace(100, 500)
    sockets_of_address: Pace = Pace(10, 200)
    """How fast sockets are opened."""
    keeps: Pace = Pace(120 / 3600, 60)
    """Of one person: what the hall keeps for longer, such as tables, names and codes."""
    keeps_of_address: Pace = Pace(1200 / 3600, 300)
    thought: Pace = Pace(0.5, 120)
    """Of one person: seconds that an analyst thinks for them."""
    thought_of_address: Pace = Pace(2, 480)
    open_tables: int = 30
    """Tables of one person that wait for others."""
    connections: int = 256
    """Open connections of one address, of whatever kind."""
    all_connections: int = 8192
    """Of all addresses together; beyond it only those get one who have hardly any."""
    hardly_any: int = 16
    head_bytes: int = 16 * 1024
    """Of a request: its first line and headers."""
    request_bytes: int = 256 * 1024
    """Of a whole request. What it may carry is less, and refused in words: this is for whoever goes on."""
    request_seconds: float = 10
    """How long a request may take to come in, from the opening of a connection on."""
    write_seconds: float = 20
    """How long what waits to be sent may wait while the other side reads nothing."""
    shares: Shares = Shares()
    outgoing_bytes: int = 1024 * 1024
    """What may wait to be sent to a slow client before it is cut off; it comes back and catches up."""


NO_LIMITS: Final = Limits(
    messages=BOUNDLESS,
    messages_of_address=BOUNDLESS,
    requests=BOUNDLESS,
    requests_of_address=BOUNDLESS,
    sockets_of_address=BOUNDLESS,
    keeps=BOUNDLESS,
    keeps_of_address=BOUNDLESS,
    thought=BOUNDLESS,
    thought_of_address=BOUNDLESS,
    open_tables=1_000_000,
    connections=1_000_000,
    all_connections=1_000_000,
    request_seconds=600,
    shares=Shares(1, 1, 1),
)
"""For measuring: sizes stay limited."""


class TokenBucket:
    """Tokens that trickle in and are taken out: a rate with some room for bursts."""

    __slots__ = ("_burst", "_clock", "_rate", "_seen", "tokens")

    def __init__(self, pace: Pace, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = pace.per_second
        self._burst = pace.burst
        self._clock = clock
        self._seen = clock()
        self.tokens = pace.burst

    def take(self, cost: float = 1) -> bool:
        """Whether this is within the rate. Tokens go on falling, to a point, for those who do not listen."""
        self._refill()
        self.tokens = max(self.tokens - cost, -2 * self._burst)
        return self.tokens >= 0

    def take_if_enough(self, cost: float = 1) -> bool:
        """The same, but nothing is taken from those who share it for what is refused."""
        self._refill()
        enough = self.tokens >= cost
        self.tokens -= cost if enough else 0
        return enough

    def give_back(self, cost: float) -> None:
        self.tokens = min(self._burst, self.tokens + cost)

    def _refill(self) -> None:
        now = self._clock()
        self.tokens = min(self._burst, self.tokens + (now - self._seen) * self._rate)
        self._seen = now

    @property
    def owed(self) -> float:
        """Seconds until all that was taken is paid for."""
        return max(0.0, -self.tokens / self._rate)
