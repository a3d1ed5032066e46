"""Spectators of a race see it two seconds late, so that none of them can call out to a player what happens.

A player with a long connection could have a friend with a short one look on: what the friend sees first, the
player would know first, and lag would be evened out as if it were news. Those who sit at the table are told
at once, over all their connections, and everybody is when the game is over.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from ukumbi.core import Outcome, PlayClock, Seat
from ukumbi.hall.clock import HallClock

DELAY_SECONDS: Final = 2.0
"""Longer than anybody takes to react, and short enough to cheer."""


Tell = Callable[[bytes, bool], None]
"""Sends a message to all spectators; whether it is the first of the game."""


class Shown(NamedTuple):
    """How far a table has been shown."""

    seq: int
    view: msgspec.Raw | None
    awaited: frozenset[Seat]
    clock: PlayClock
    outcome: Outcome | None = None


class Delay:
    """What spectators will be told."""

    def __init__(self, clock: HallClock) -> None:
        self._clock = clock
        self._coming: list[tuple[int, bytes, Shown]] = []
        """When it is due, the message, and the table as they know it then."""
        self._timer: asyncio.TimerHandle | None = None
        self.shown: Shown | None = None
        """What they know while something is coming; else they know everything."""

    def add(self, before: Shown, message: bytes, after: Shown, tell: Tell) -> None:
        if not self._coming:
            self.shown = before
        self._coming.append((self._clock.moment() + round(DELAY_SECONDS * 1e9), message, after))
        self._set_timer(tell)

    def catch_up(self, tell: Tell) -> None:
        """Tell all that is coming, at once."""
        while self._coming:
            self._tell_next(tell)
        self.close()

    def _tell_next(self, tell: Tell) -> None:
        _, message, after = self._coming.pop(0)
        began = self.shown is not None and self.shown.seq == 0
        self.shown = after if self._coming else None
        tell(message, began)

    def _set_timer(self, tell: Tell) -> None:
        if self._timer is None and self._coming:
            wait = self._coming[0][0] - self._clock.moment()
            self._timer = self._clock.after(wait / 1e9, self._ring, tell)

    def _ring(self, tell: Tell) -> None:
        self._timer = None
        now = self._clock.moment()
        while self._coming and self._coming[0][0] <= now:
            self._tell_next(tell)
        self._set_timer(tell)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
