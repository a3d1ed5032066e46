"""An alarm that can be set anew: one thing at a time is waited for."""

import asyncio
from collections.abc import Callable
from typing import Any

from ukumbi.core import Instant
from ukumbi.hall.clock import HallClock


class Alarm:
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
