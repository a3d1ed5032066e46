"""Replays of finished games: every moment without secrets, and remarks."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from cachetools import LRUCache

from ukumbi.core import HouseEvent, Instant, Record, Refused, Seat, codec
from ukumbi.core.errors import Fact
from ukumbi.core.log import DamagedLog, moments
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
PAGE_MOMENTS: Final = 100
"""Moments on a page, at the most."""
PAGE_BYTES: Final = 250_000
"""Bytes after which a page ends, whatever its number of moments."""


CACHED_REVIEWS: Final = 200
"""Games whose reviews are kept in memory."""


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
        self._reviews: LRUCache[str, asyncio.Task[tuple[Remarked, ...]]] = LRUCache(CACHED_REVIEWS)
        """A game is reviewed once for all who ask."""

    async def page(self, table: Table, seat: Seat | None, after: int) -> tuple[Moment, ...]:
        """The moments after event `after`, folded in one go; the hall never waits for more than one."""
        _check_over(table)
        game, size, page = table.match.game, 0, []
        encode = codec(game).encode
        for record, event, state in await self._moments(table, after):
            view = msgspec.Raw(encode(game.reveal(state, seat)))
            page.append(_moment(record, msgspec.Raw(encode(event)), view))
            size += len(view) + len(record.event)
            if size > PAGE_BYTES:
                break
            await asyncio.sleep(0)
        return tuple(page)

    async def _moments(self, table: Table, after: int) -> Iterator[tuple[Record, Any, Any]]:
        """Records with their events and states, from the one after `after` on."""
        game, version = table.match.game, table.match.version
        # What was taken back may lead to before the page: such games are short, and folded from the start.
        start = 0 if game.can_take_back else after
        state = (await self._hall.folded(table.row, start)).match.state if start else None
        records = await self._hall.ledger.records(table.row.number, start, after - start + PAGE_MOMENTS)
        walked = _walked(table, moments(game, records, version, state))
        return (moment for moment in walked if moment[0].seq > after)

    async def remarks(self, table: Table) -> tuple[Remarked, ...]:
        _check_over(table)
        if table.id not in self._reviews:
            self._reviews[table.id] = asyncio.create_task(self._review(table))
        return await asyncio.shield(self._reviews[table.id])

    async def _review(self, table: Table) -> tuple[Remarked, ...]:
        game, seen, numbers = table.match.game, [], []
        records = await self._hall.ledger.records(table.row.number, 0, table.match.seq)
        for record, event, state in _walked(table, moments(game, records, table.match.version)):
            if not isinstance(event, HouseEvent):
                seen.append((Instant(record.at), state))
                numbers.append(record.seq)
            await asyncio.sleep(0)
        try:
            # It may search as a bot does: in a thread, other tables go on meanwhile.
            remarks = await asyncio.to_thread(game.review, seen)
        except Exception:
            LOGGER.exception("table %s cannot be reviewed", table.id)
            return ()
        return tuple(
            Remarked(numbers[remark.moment], remark.seat, remark.code, remark.facts) for remark in remarks
        )


def _walked(table: Table, walk: Iterator[tuple[Record, Any, Any]]) -> Iterator[tuple[Record, Any, Any]]:
    """The same, with a damaged log as a refusal."""
    try:
        yield from walk
    except DamagedLog as fault:
        LOGGER.exception("table %s cannot be looked at again", table.id)
        raise Refused("table_stopped") from fault


def _check_over(table: Table) -> None:
    if table.match.outcome is None:
        raise Refused("still_playing")


def _moment(record: Record, event: msgspec.Raw, view: msgspec.Raw) -> Moment:
    return Moment(record.seq, record.at, record.actor, event, view, record.arrival, record.allowance)
