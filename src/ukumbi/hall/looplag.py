"""How late the event loop is: while it is busy with one thing, all others wait."""

import asyncio
from typing import Final

from prometheus_client import Histogram

from ukumbi.hall.fair_order import DELAY_BUCKETS_SECONDS

PERIOD_SECONDS: Final = 0.1
"""Seconds between two looks."""


class LoopLag:
    """Sets itself an alarm, again and again, and counts by how much each rings too late."""

    def __init__(self) -> None:
        self.lateness = Histogram(
            "ukumbi_loop_lag_seconds",
            "How late the loop was, looked at ten times a second",
            buckets=DELAY_BUCKETS_SECONDS,
            registry=None,
        )
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PERIOD_SECONDS, self._ring, loop.time() + PERIOD_SECONDS)

    def _ring(self, due: float) -> None:
        self.lateness.observe(max(0.0, asyncio.get_running_loop().time() - due))
        self.start()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
