"""When Python looks for objects that only hold each other: not in the middle of a game, if it can wait."""

import asyncio
import gc
from typing import Final

from ukumbi.server.scheduler import FairScheduler

YOUNG: Final = 10_000
"""New objects after which Python looks through these: few enough that nobody notices."""
NEVER: Final = 1_000_000
EVERY: Final = 60.0
"""Seconds between two decisions."""
WORTH: Final = 400
"""How often that was done before it is worth while to look through all."""
LONGEST: Final = 10
"""Decisions after which it is done though others wait for it."""


class Collector:
    """To look through all takes the longer the more there is, and everybody waits: done when nobody does."""

    def __init__(self, scheduler: FairScheduler) -> None:
        self._scheduler = scheduler
        self._put_off = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """What is there from the start stays, and is never looked through again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._wait()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._decide)

    def _decide(self) -> None:
        self._wait()
        if gc.get_count()[1] < WORTH:
            return
        self._put_off += 1
        if not self._scheduler.waiting or self._put_off > LONGEST:
            self._put_off = 0
            gc.collect()
