"""How tables stand, for those who look at none of them: whose turn it is, the score, how it ended.

Everything is read off the log, so a table that nobody has opened for a year needs nothing written about it.
"""

import logging
from typing import TYPE_CHECKING, Final

import msgspec

from ukumbi.core import Instant, Match, Outcome, Refused, Seat
from ukumbi.hall.recent import Recent
from ukumbi.ledger import TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
REMEMBERED: Final = 10_000
"""Standings of tables that are not in memory, so that a start page loaded again folds nothing."""


class Standing(msgspec.Struct, frozen=True):
    """How a table stands after event `seq`."""

    seq: int
    changed: Instant
    """When something last happened in the game, or when the table was set up."""
    awaited: tuple[Seat, ...] = ()
    score: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def needs(self, seat: Seat | None, after: int) -> bool:
        """Whether something has happened after event `after` that this seat has to answer."""
        return self.seq > after and seat in self.awaited


def standing_of(match: Match, changed: Instant) -> Standing:
    if match.seq == 0:
        return Standing(0, changed)
    changed = match.clock.in_hall(changed)
    return Standing(match.seq, changed, tuple(sorted(match.awaited)), _score(match), match.outcome)


def _score(match: Match) -> tuple[int, ...]:
    try:
        return match.game.score(match.state)
    except Exception:  # a fault in a rule must not reach those who look at other tables
        LOGGER.exception("%s cannot be counted", match)
        return ()


class Standings:
    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._known: Recent[str, Standing] = Recent(REMEMBERED)

    def of(self, table: "Table") -> Standing:
        """How a table in memory stands."""
        history = table.match.history
        return standing_of(table.match, history[-1][0].at if history else table.row.created)

    async def tables(self, person: str, limit: int) -> list[tuple[TableRow, Standing]]:
        """The person's latest tables and how they stand, without those that they have hidden."""
        hall = self._hall
        rows = await hall.ledger.rows_of(person, limit)
        latest = await hall.ledger.latest([row.number for row in rows])
        hidden = await hall.ledger.hidden_by(person)
        shown = []
        for old in rows:
            row, standing = await self._look(old, latest.get(old.number))
            after = hidden.get(row.number)
            if after is None or standing.needs(row.seat_of(person), after):
                await hall.learn_names(row)
                shown.append((row, standing))
        return shown

    async def _look(self, row: TableRow, latest: tuple[int, Instant] | None) -> tuple[TableRow, Standing]:
        live = self._hall.tables.get(row.id)
        if live is not None:
            return live.row, self.of(live)
        seq, at = latest or (0, row.created)
        known = self._known.get(row.id)
        if known is None or known.seq != seq:
            known = self._known[row.id] = await self._fold(row, seq, at)
        return row, known

    async def _fold(self, row: TableRow, seq: int, at: Instant) -> Standing:
        if seq == 0:
            return Standing(0, at)
        try:
            return standing_of((await self._hall.folded(row, seq)).match, at)
        except Refused:  # written by newer rules, or broken: it is listed all the same
            return Standing(seq, at)
