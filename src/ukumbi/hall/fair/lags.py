"""How far away everybody at a table is, and when everybody is told of it."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

from ukumbi.core import Seat
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair.order import allowance_for

TELL_EVERY: Final = 2.0
"""Seconds at least before everybody is told again because of lag."""
LEAST: Final = 0.015
"""A smaller change, in seconds, nobody feels."""
SHARE: Final = 0.2
"""Nor one that is a smaller part of the whole."""


class Distant(Protocol):
    """Somebody at the other end of a line."""

    @property
    def lag(self) -> float | None:
        """The round trip to them in seconds, as we have measured it; None before that."""
        ...


def noticeable(before: float | None, now: float | None) -> bool:
    if before is None or now is None:
        return before is not now
    return abs(now - before) >= max(LEAST, SHARE * before)


class LagBoard:
    """The lags at one table. Somebody with several lines is as far away as the longest of them."""

    def __init__(
        self,
        clock: HallClock,
        viewers: Callable[[], Iterable[tuple[Distant, Seat | None]]],
        evened_out: bool,
        tell: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._viewers = viewers
        self._evened_out = evened_out
        self._tell = tell
        self._told: dict[Seat, float] = {}
        self._told_at = clock.moment()
        self._timer: asyncio.TimerHandle | None = None

    def by_seat(self) -> dict[Seat, float]:
        lags: dict[Seat, float] = {}
        for viewer, seat in self._viewers():
            if seat is not None and viewer.lag is not None:
                lags[seat] = max(viewer.lag, lags.get(seat, 0.0))
        return lags

    def allowance(self, lag: float | None) -> int:
        """How much of a lag is evened out, in nanoseconds."""
        return allowance_for(lag) if self._evened_out else 0

    def widest(self, seats: Collection[Seat]) -> int:
        """The widest allowance of these."""
        return self.allowance(
            max((lag for seat, lag in self.by_seat().items() if seat in seats), default=None)
        )

    # telling

    def note_told(self) -> None:
        """Everybody has been told all lags as they are now."""
        self.close()
        self._told, self._told_at = self.by_seat(), self._clock.moment()

    def measured(self) -> None:
        """A line was measured: tell, now or when it may be."""
        if self._timer is None and self._changed():
            passed = (self._clock.moment() - self._told_at) / 1e9
            self._timer = self._clock.after(TELL_EVERY - passed, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._changed():
            self._tell()

    def _changed(self) -> bool:
        now = self.by_seat()
        return any(noticeable(self._told.get(seat), now.get(seat)) for seat in {*now, *self._told})

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
