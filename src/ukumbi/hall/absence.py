"""Who is away from a table, and since when; in real time, a bot sits in after a while."""

from typing import TYPE_CHECKING, Final

from ukumbi.core import Instant, Seat
from ukumbi.hall.alarm import Alarm
from ukumbi.hall.clock import HallClock
from ukumbi.hall.weak import PartOfTable

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

AWAY: Final = 30_000
"""Milliseconds after which somebody is taken to be away for longer: long enough to reload a page or to change
trains from one network to the next."""


class Absence(PartOfTable):
    """The people of one table who are not there."""

    def __init__(self, table: "Table", clock: HallClock, longer: int = AWAY) -> None:
        super().__init__(table)
        self._clock = clock
        self._longer = longer
        self._since: dict[Seat, Instant] = {}
        self._alarm = Alarm(clock)

    def since(self, seat: Seat) -> Instant | None:
        """Since when this seat's person has been away; None if they are here, or no person has it."""
        return self._since.get(seat)

    def longer_from(self, seat: Seat) -> Instant | None:
        """From when on this seat's person counts as away for longer."""
        since = self._since.get(seat)
        return None if since is None else Instant(since + self._longer)

    def for_longer(self, seat: Seat) -> bool:
        longer_from = self.longer_from(seat)
        return longer_from is not None and self._clock.now() >= longer_from

    def look(self) -> None:
        """Somebody came or went: note it, and see when a bot has to sit in."""
        table, now = self._table, self._clock.now()
        away = [seat for seat in table.seating.people() if not table.viewers.here(seat)]
        self._since = {seat: self._since.get(seat, now) for seat in away}
        self._alarm.cancel()
        if waiting := self._missed():
            due = min(self._since[seat] for seat in waiting) + self._longer
            self._alarm.set(Instant(max(due, now)), self._sit_in)

    def _missed(self) -> list[Seat]:
        """Those for whom a bot would sit in: in real time, while somebody else is there to play with."""
        table = self._table
        company = any(table.viewers.here(seat) for seat in table.seating.people())
        if not (table.status == "playing" and table.races and company):
            return []
        return [seat for seat in self._since if table.seating.occupants[seat].stand_in is None]

    def _sit_in(self) -> None:
        for seat in self._missed():
            if self.for_longer(seat):
                self._table.hall.stand_in(self._table, seat)

    def close(self) -> None:
        self._alarm.cancel()
