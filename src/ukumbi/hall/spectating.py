"""Spectators of a race see it a little late, so that none of them can call out to a player what happens.

A player with a long line could have a friend with a short one look on: what the friend sees first, the player
would know first, and lag would be evened out as if it were news. Those who sit at the table are told at once,
over all their lines, and everybody is when the game is over.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ukumbi.core import Outcome, PlayClock, Seat
from ukumbi.hall.views import Broadcast
from ukumbi.hall.weak import PartOfTable

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LATE: Final = 2.0
"""Seconds: longer than anybody takes to react, and short enough to cheer."""


class Shown(NamedTuple):
    """How far a table has been shown."""

    seq: int
    view: msgspec.Raw | None
    awaited: frozenset[Seat]
    clock: PlayClock
    outcome: Outcome | None = None


class Spectating(PartOfTable):
    """What the spectators of one table are told, and when."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self._coming: deque[tuple[int, Broadcast, Shown]] = deque()
        """Steps that spectators have not been told of, and when they are due."""
        self._shown: Shown | None = None
        """What they know while something is coming."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def late(self) -> bool:
        return self._table.races and not self._table.row.watched_live

    def lateness(self, seat: Seat | None) -> float:
        """By how many seconds somebody is told later than it happens."""
        return LATE if seat is None and self.late else 0.0

    def shown(self) -> Shown:
        """What spectators may know of the table now."""
        return self._shown if self._coming and self._shown is not None else self._now()

    def _now(self) -> Shown:
        match = self._table.match
        view = self._table.views.view(None) if match.seq else None
        return Shown(match.seq, view, match.awaited, match.clock, match.outcome)

    def before_step(self) -> None:
        """Something is about to happen: keep the table as it is."""
        if self.late and not self._coming:
            self._shown = self._now()

    def after_step(self, broadcast: Broadcast) -> bool:
        """Whether spectators are to be told of this step now; else they will be."""
        if not self.late:
            return True
        if broadcast.step.outcome is not None:
            self.catch_up()
            return True
        now = self._now()
        broadcast.spectators_view = now.view
        self._coming.append((self._table.hall.clock.moment() + round(LATE * 1e9), broadcast, now))
        self._set_timer()
        return False

    def catch_up(self) -> None:
        """Tell all that is coming, at once."""
        while self._coming:
            self._tell_next()
        self.close()

    def _tell_next(self) -> None:
        _, broadcast, shown = self._coming.popleft()
        began = self._shown is not None and self._shown.seq == 0
        self._shown = shown
        for viewer, seat in self._table.viewers.items():
            if seat is None:
                viewer.tell_step(self._table, broadcast, None)
        if began:
            self._table.tell_presence()

    def _set_timer(self) -> None:
        if self._timer is None and self._coming:
            wait = self._coming[0][0] - self._table.hall.clock.moment()
            self._timer = self._table.hall.clock.after(wait / 1e9, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._table.hall.clock.moment()
        while self._coming and self._coming[0][0] <= now:
            self._tell_next()
        self._set_timer()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
