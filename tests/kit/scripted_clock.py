"""A hall's clock that a test advances. Timers that become due fire on the way."""

import asyncio
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

from ukumbi.core import Instant
from ukumbi.hall.clock import HallClock

START: Final = Instant(1_000_000_000_000)


class _Ring(asyncio.TimerHandle):
    def cancel(self) -> None:
        asyncio.Handle.cancel(self)  # the loop does not know this handle


class ScriptedClock(HallClock):
    def __init__(self) -> None:
        super().__init__()
        self.ms = 0.0
        """Milliseconds since the start of the script."""
        self._rings: list[tuple[float, int, _Ring]] = []
        self._order = count()

    def now(self) -> Instant:
        return Instant(START + int(self.ms))

    def calendar(self) -> Instant:
        return self.now()

    def moment(self) -> int:
        return round(self.ms * 1e6)

    def alarm(self, at: Instant, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        return self.after((at - self.now()) / 1000, ring, *args)

    def after(self, seconds: float, ring: Callable[..., None], *args: Any) -> asyncio.TimerHandle:
        due = self.ms + max(0.0, seconds * 1000)
        handle = _Ring(due, ring, args, self._loop)
        heappush(self._rings, (due, next(self._order), handle))
        return handle

    async def turn_to(self, ms: float, settle: Callable[[], Awaitable[None]]) -> None:
        """Advance the time. After each timer, all its consequences happen before the time goes on."""
        await settle()
        while self._rings and self._rings[0][0] <= ms:
            due, _, handle = heappop(self._rings)
            self.ms = max(self.ms, due)
            if not handle.cancelled():
                handle._run()
                await settle()
        self.ms = ms
