"""Looking at a finished game again: every moment without secrets, and what could be learnt from it."""

import asyncio
import logging
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from ukumbi.core import Instant, Record, Refused, Seat, codec, replay
from ukumbi.core.errors import Fact
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
MOMENTS: Final = 100
"""Moments on a page, at the most."""
LETTERS: Final = 250_000
"""Bytes after which a page ends, whatever its number of moments."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a finished game, and the table after it: nothing is hidden any more."""

    seq: int
    at: int
    actor: int | None
    """The seat that moved, -1 for the clock, null for the setup."""
    event: msgspec.Raw
    view: msgspec.Raw
    """From the side of who asks."""
    arrival: int | None = None
    """Where moves are put into fair order: when the move came in. It counts from `at`."""
    allowance: int | None = None
    """Where moves are put into fair order: the milliseconds that were granted for the mover's lag."""


class Remarked(msgspec.Struct, frozen=True):
    """Something worth pointing out, about the moment after event `seq`."""

    seq: int
    seat: int
    code: str
    facts: dict[str, Fact]


class Replays:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._reviews: WeakKeyDictionary[Table, asyncio.Task[tuple[Remarked, ...]]] = WeakKeyDictionary()
        """A game is reviewed once for all who ask, as long as its table is in memory."""

    async def page(self, table: Table, seat: Seat | None, after: int) -> tuple[Moment, ...]:
        """The moments after event `after`, folded in one go; the hall never waits for more than one."""
        _check_over(table)
        journal = await self._hall.folded(table.row, after)
        game, encode, read = journal.game, codec(journal.game).encode, codec(journal.game).event
        state, letters, moments = journal.state, 0, []
        for record in await self._hall.ledger.records(table.row.number, after, MOMENTS):
            state = game.evolve(state, read(record.event))
            view = msgspec.Raw(encode(game.reveal(state, seat)))
            moments.append(_moment(record, view))
            letters += len(view) + len(record.event)
            if letters > LETTERS:
                break
            await asyncio.sleep(0)
        return tuple(moments)

    async def remarks(self, table: Table) -> tuple[Remarked, ...]:
        _check_over(table)
        if table not in self._reviews:
            self._reviews[table] = asyncio.create_task(self._review(table))
        return await asyncio.shield(self._reviews[table])

    async def _review(self, table: Table) -> tuple[Remarked, ...]:
        game, moments, numbers = table.journal.game, [], []
        records = await self._hall.ledger.records(table.row.number, 0, table.journal.seq)
        for record, state in replay(game, records):
            moments.append((Instant(record.at), state))
            numbers.append(record.seq)
            await asyncio.sleep(0)
        try:
            # It may search as a bot does: in a thread, other tables go on meanwhile.
            remarks = await asyncio.to_thread(game.review, moments)
        except Exception:
            LOGGER.exception("table %s cannot be reviewed", table.id)
            return ()
        return tuple(
            Remarked(numbers[remark.moment], remark.seat, remark.code, remark.facts) for remark in remarks
        )


def _check_over(table: Table) -> None:
    if table.journal.outcome is None:
        raise Refused("still_playing")


def _moment(record: Record, view: msgspec.Raw) -> Moment:
    return Moment(record.seq, record.at, record.actor, record.event, view, record.arrival, record.allowance)
