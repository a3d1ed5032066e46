"""When Python looks for objects that only hold each other: not in the middle of a game, if it can wait."""

import asyncio
import gc
import sys
import time
from typing import Final

from ukumbi.server.scheduler import FairScheduler

YOUNG: Final = 0.02
"""Seconds between two looks through what is new: so little that nobody notices. Python's own count of what is
new is no measure: it falls with everything that goes, however old, while the new goes on piling up."""
NEVER: Final = 10_000_000
EVERY: Final = 20.0
"""Seconds between two decisions to look through all."""
WORTH: Final = 200_000
"""More objects than after the last time make it worth while: with so few it takes a tenth of a second. All
that we know of lets go of itself when it is over; this is for what we do not know of."""
QUIET: Final = 1.0
"""Seconds without any work after which it may be done, and after which that is looked at again."""
TOO_MANY: Final = 1_000_000
"""More objects than after the last time are looked through though it is never quiet, and everybody waits for
some tenths of a second: a hall must not grow without bounds."""


class Collector:
    """To look through all takes the longer the more there is, and everybody waits: done when nobody does."""

    def __init__(self, scheduler: FairScheduler) -> None:
        self._scheduler = scheduler
        self._objects = 0
        """How many there were after the last time."""
        self._timers: dict[float, asyncio.TimerHandle] = {}

    def start(self) -> None:
        gc.set_threshold(NEVER)
        self._look_through()
        self._look_through_new()
        self._decide()

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()

    def _look_through_new(self) -> None:
        gc.collect(0)
        self._timers[YOUNG] = asyncio.get_running_loop().call_later(YOUNG, self._look_through_new)

    def _decide(self) -> None:
        more = sys.getallocatedblocks() - self._objects
        worth = more >= WORTH
        if (worth and self._is_quiet()) or more >= TOO_MANY:
            self._look_through()
            worth = False
        pause = QUIET if worth else EVERY
        self._timers[EVERY] = asyncio.get_running_loop().call_later(pause, self._decide)

    def _look_through(self) -> None:
        """What is left is not looked through again before the next time."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._objects = sys.getallocatedblocks()

    def _is_quiet(self) -> bool:
        return time.perf_counter() - self._scheduler.worked_at > QUIET
