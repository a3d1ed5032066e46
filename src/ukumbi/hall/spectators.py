"""Spectators see a race two seconds late, so that they cannot call out news to a player.

Otherwise a far player could hear from a near friend what has just happened, and be granted their lag as
well. Players get updates at once on all their connections; at the end of the game all viewers do.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from ukumbi.core import Outcome, PlayClock, Seat
from ukumbi.hall.clock import HallClock

DELAY_SECONDS: Final = 2.0
"""Longer than a reaction takes, and short enough to cheer."""


Send = Callable[[bytes, bool], None]
"""Sends a message to all spectators; the flag says whether it is the first of the game."""


class Shown(NamedTuple):
    """A table up to the latest event that a viewer knows."""

    seq: int
    view: msgspec.Raw | None
    awaited: frozenset[Seat]
    clock: PlayClock
    outcome: Outcome | None = None


class Delay:
    """Updates that wait until their delay has passed."""

    def __init__(self, clock: HallClock) -> None:
        self._clock = clock
        self._coming: list[tuple[int, bytes, Shown]] = []
        """When it is due, the message, and the table as they know it then."""
        self._timer: asyncio.TimerHandle | None = None
        self.shown: Shown | None = None
        """The table as spectators know it while updates wait; None if they know everything."""

    def add(self, before: Shown, message: bytes, after: Shown, send: Send) -> None:
        if not self._coming:
            self.shown = before
        self._coming.append((self._clock.moment() + round(DELAY_SECONDS * 1e9), message, after))
        self._set_timer(send)

    def catch_up(self, send: Send) -> None:
        """Send all waiting updates at once."""
        while self._coming:
            self._send_next(send)
        self.close()

    def _send_next(self, send: Send) -> None:
        _, message, after = self._coming.pop(0)
        began = self.shown is not None and self.shown.seq == 0
        self.shown = after if self._coming else None
        send(message, began)

    def _set_timer(self, send: Send) -> None:
        if self._timer is None and self._coming:
            wait = self._coming[0][0] - self._clock.moment()
            self._timer = self._clock.after(wait / 1e9, self._ring, send)

    def _ring(self, send: Send) -> None:
        self._timer = None
        now = self._clock.moment()
        while self._coming and self._coming[0][0] <= now:
            self._send_next(send)
        self._set_timer(send)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
