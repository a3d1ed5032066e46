"""Something that is done at once, and then rests for a while, however often it is asked for."""

import asyncio
from collections.abc import Callable

from ukumbi.hall.clock import HallClock


class Coalesced:
    """Asked for while it rests, it is done once more at the end of the pause: the last state is told."""

    def __init__(self, clock: HallClock, pause: float, do: Callable[[], None]) -> None:
        self._clock = clock
        self._pause = pause
        """Seconds."""
        self._do = do
        self._asked = False
        self._resting: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        if self._resting is not None:
            self._asked = True
            return
        self._resting = self._clock.after(self._pause, self._rested)
        self._do()

    def _rested(self) -> None:
        self._resting = None
        if self._asked:
            self._asked = False
            self.ask()

    def close(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        self._asked = False
