"""The hall's time: milliseconds that run evenly, a finer clock for short spans, and alarms."""

import asyncio
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ukumbi.core import Instant

if TYPE_CHECKING:
    from ukumbi.ledger.life import Life

MAX_STEP_BACK_NS: Final = 5_000_000
"""By which a clock that is ahead is put right at once."""


class HallClock:
    """Looks at the machine's calendar once, and counts on from there: that one may be set at any time.

    It does not begin before `latest`, when the ledger's last event happened. Should the calendar have been
    ahead then, so is the time at the tables: what was to come a minute after that event does so, and not a
    day later. What is kept for so many days goes by the calendar, which is not ahead for ever.
    """

    def __init__(self, latest: int = 0) -> None:
        calendar, counted = time.time_ns(), time.monotonic_ns()
        self._anchor = max(latest * 1_000_000, calendar) - counted
        self._calendar = calendar - counted
        self._loop = asyncio.get_running_loop()

    def now(self) -> Instant:
        return Instant((self._anchor + time.monotonic_ns()) // 1_000_000)

    def calendar(self) -> Instant:
        """For what lasts for days, such as cookies: not how much later than an event something is."""
        return Instant((self._calendar + time.monotonic_ns()) // 1_000_000)

    def moment(self) -> int:
        """Nanoseconds, good for telling how much later something is, and nothing else."""
        return time.monotonic_ns()

    def alarm(self, at: Instant, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        """Call `ring` at that moment, at once if it has passed."""
        return self._loop.call_later(max(0, at - self.now()) / 1000, ring, *args)

    def after(self, seconds: float, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        # The loop counts in milliseconds: rounded down, it would ring too early, again and again.
        return self._loop.call_later(math.ceil(max(0.0, seconds) * 1000) / 1000, ring, *args)


class SharedClock(HallClock):
    """PostgreSQL's time, which all nodes share: followed as it is told, and never backwards."""

    def __init__(self, life: "Life") -> None:
        super().__init__()
        self._least = Instant(0)
        self._anchor = life.now_ns
        life.on_time = self._told

    def now(self) -> Instant:
        return max(self._least, super().now())

    def calendar(self) -> Instant:
        return self.now()

    def _told(self, anchor: int) -> None:
        """PostgreSQL's time at the beginning of our count, in nanoseconds."""
        self._least = self.now()
        self._anchor = max(anchor, self._anchor - MAX_STEP_BACK_NS)


class Alarm:
    """One that can be set anew: one thing at a time is waited for."""

    def __init__(self, clock: HallClock) -> None:
        self._clock = clock
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: Instant, ring: Callable[..., None], *args: Any) -> None:
        """Call `ring` then; what was waited for before is forgotten."""
        self.cancel()
        self._timer = self._clock.alarm(at, ring, *args)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
