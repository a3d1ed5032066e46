"""A clock in nanoseconds that a test advances, without an event loop."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from ukumbi.core import Instant


class ExactTimer:
    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring = ring
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class ExactClock:
    """Its timers fire at exactly their time."""

    def __init__(self) -> None:
        self.moment_now = 0
        self._timers: list[tuple[int, int, ExactTimer]] = []
        self._numbers = count()

    def moment(self) -> int:
        return self.moment_now

    def now(self) -> Instant:
        return Instant(self.moment_now // 1_000_000)

    def after(self, seconds: float, ring: Callable[[], None]) -> ExactTimer:
        timer = ExactTimer(ring)
        heappush(self._timers, (self.moment_now + round(seconds * 1e9), next(self._numbers), timer))
        return timer

    def turn_to(self, moment: int | None) -> None:
        """Advance to this moment, or to the last timer if it is None."""
        while self._timers and (moment is None or self._timers[0][0] <= moment):
            due, _, timer = heappop(self._timers)
            self.moment_now = max(self.moment_now, due)
            if not timer.cancelled:
                timer.ring()
        self.moment_now = max(self.moment_now, moment or 0)
