"""Deletes tables whose game never began, and names of people without a seat."""

import logging
from typing import TYPE_CHECKING, Final

from ukumbi.core import Instant

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall

LOGGER = logging.getLogger(__name__)
DAY_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds."""
OPEN_TABLE_LIFE_MS: Final = 7 * DAY_MS
"""How long a table waits for its game to begin, after the last change at its seats."""
UNSEATED_LIFE_MS: Final = 365 * DAY_MS
"""How long a person who sits nowhere is remembered: as long as their cookie lives."""
BATCH_TABLES: Final = 200
"""Tables that go in one transaction: moves must not wait for it."""


class Expiry:
    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def start(self) -> None:
        """Do it now and once a day."""
        hall = self._hall
        hall.in_background(self.run())
        hall.clock.alarm(Instant(hall.clock.now() + DAY_MS), self.start)

    async def run(self) -> None:
        hall, now = self._hall, self._hall.clock.calendar()
        while gone := await hall.ledger.expire_tables(
            Instant(now - OPEN_TABLE_LIFE_MS), self._in_use(), BATCH_TABLES
        ):
            for table in gone:
                hall.expired_here(table)
        for person in await hall.ledger.expire_people(Instant(now - UNSEATED_LIFE_MS)):
            hall.people.tokens.stamps.pop(person, None)

    def _in_use(self) -> list[str]:
        return [table.id for table in self._hall.tables.values() if table.needed]
