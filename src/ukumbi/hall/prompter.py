"""Those who play without a connection: the clock, when a deadline has come, and bots, when they may act."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from ukumbi.core import Instant, Refused, Seat
from ukumbi.hall.alarm import Alarm
from ukumbi.hall.queue import Answer, tick_request
from ukumbi.hall.weak import PartOfTable
from ukumbi.ledger import NotWritten

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
RETRY: Final = 1000
"""Milliseconds after which it is tried again when the ledger had no room."""


class Prompter(PartOfTable):
    """Tells the clock and the bots of one table when it is theirs to act."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self._alarm = Alarm(table.hall.clock)
        self._closed = False
        self._ticking = False
        """Whether the clock's move is on its way."""
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        """The bots that have been asked."""
        self._idle: dict[Seat, int] = {}
        """Bots that had nothing to do after an event; they are asked again after the next."""

    def prompt(self) -> None:
        """Set the alarm for the next deadline and ask the bots who may act."""
        table, match = self._table, self._table.match
        self._alarm.cancel()
        # What was still being written when the table was closed must not wake its bots again.
        if self._closed or table.status != "playing" or table.pausing.under_way:
            return
        if match.paused:
            self._drop(list(self.thinking))
        if table.hall.clock.now() < match.clock.starts:  # the player counts down
            self._alarm.set(match.clock.starts, self.prompt)
            return
        if (due := self._due()) is not None:
            self._alarm.set(due, self._ring)
        for seat in match.may_act:
            asked = seat in self.thinking or self._idle.get(seat) == match.seq
            if table.seating.occupants[seat].played_by_bot and not asked:
                self.thinking[seat] = asyncio.create_task(self._play_bot(seat))

    def try_again(self, ring: Callable[[], None]) -> None:
        """There was no room in the ledger: do this a little later, unless something else comes first."""
        if not self._closed:
            self._alarm.set(Instant(self._table.hall.clock.now() + RETRY), ring)

    def reseated(self) -> None:
        """Seats have changed hands: who is no bot's any more is not thought for, and all bots look again."""
        occupants = self._table.seating.occupants
        self._drop([seat for seat in self.thinking if not occupants[seat].played_by_bot])
        self._idle.clear()

    def _drop(self, seats: list[Seat]) -> None:
        """These are not thought for any more."""
        for seat in seats:
            self.thinking.pop(seat).cancel()

    def close(self) -> None:
        """Do nothing more."""
        self._closed = True
        self._alarm.cancel()
        for task in self.thinking.values():
            task.cancel()

    def _due(self) -> Instant | None:
        """The next deadline, in the hall's time."""
        match = self._table.match
        return None if match.deadline is None else match.clock.in_hall(match.deadline)

    def _ring(self) -> None:
        table, due = self._table, self._due()
        if due is None or table.status != "playing" or self._ticking:
            return
        if table.hall.clock.now() < due:
            self._alarm.set(due, self._ring)
        else:
            self._ticking = True
            table.submit(tick_request(due, partial(self._ticked, due)))

    def _ticked(self, due: Instant, answer: Answer) -> None:
        self._ticking = False
        if isinstance(answer, NotWritten):
            self.try_again(self._ring)
        elif isinstance(answer, Refused):
            if self._due() != due:  # somebody moved, or paused, just before it rang
                self.prompt()
            elif self._table.status == "playing":
                LOGGER.error("table %s: the clock was refused: %s", self._table.id, answer)

    async def _play_bot(self, seat: Seat) -> None:
        table = self._table
        looked_at = table.match.seq
        try:
            if not await table.hall.bots.play(table, seat):
                self._idle[seat] = looked_at
        finally:
            self.thinking.pop(seat, None)
        self.prompt()
        table.hall.idle(table)
