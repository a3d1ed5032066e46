"""The hall's time: milliseconds that never run backwards, a finer clock for short spans, and alarms."""

import asyncio
import math
import time
from collections.abc import Callable

from ukumbi.core import Instant


class HallClock:
    def __init__(self) -> None:
        self._latest = Instant(0)
        self._loop = asyncio.get_running_loop()

    def now(self) -> Instant:
        self._latest = max(self._latest, Instant(time.time_ns() // 1_000_000))
        return self._latest

    def moment(self) -> int:
        """Nanoseconds, good for telling how much later something is, and nothing else."""
        return time.monotonic_ns()

    def alarm(self, at: Instant, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """Call `ring` at that moment, at once if it has passed."""
        return self._loop.call_later(max(0, at - self.now()) / 1000, ring)

    def after(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        # The loop counts in milliseconds: rounded down, it would ring too early, again and again.
        return self._loop.call_later(math.ceil(max(0.0, seconds) * 1000) / 1000, ring)
