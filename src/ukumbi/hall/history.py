"""The records of a table's game: the latest are kept in memory, the others stand in the ledger."""

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ukumbi.core import Match, Record, codec
from ukumbi.ledger import Ledger

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
ALL: Final = 2**53
PAGE: Final = 500
"""Records told at once to somebody who has missed many."""

Recorded = tuple[Record, Any]
"""A record with its event."""


async def recall(ledger: Ledger, number: int, match: Match) -> None:
    """Remember what was remembered before the table was put away: more than what came after its snapshot."""
    keep, known = match.keep or ALL, _first(match)
    since = max(0, match.seq - keep)
    if known <= since + 1:
        return
    try:
        older = _read(match, await ledger.records(number, since, known - 1 - since))
    except Exception:  # a snapshot spares us what an event before it may be
        LOGGER.exception("what came before event %d cannot be read", known)
        return
    match.history[:0] = older


async def records_since(ledger: Ledger, table: "Table", since: int, at_most: int = ALL) -> list[Recorded]:
    """The records after `since`, up to so many."""
    match, older = table.match, []
    if not reaches(match, since):
        records = await ledger.records(table.row.number, since, at_most)
        # The ledger may be ahead of the table by what was written but not yet told.
        older = _read(match, (record for record in records if record.seq <= match.seq))
    last = older[-1][0].seq if older else since
    return older + [pair for pair in match.history if pair[0].seq > last][: at_most - len(older)]


def reaches(match: Match, since: int) -> bool:
    """Whether everything after this event is remembered."""
    return since + 1 >= _first(match)


def _first(match: Match) -> int:
    return match.history[0][0].seq if match.history else match.seq + 1


def _read(match: Match, records: Iterable[Record]) -> list[Recorded]:
    read = codec(match.game).read_event
    return [(record, read(record.event, record.rules(match.version))) for record in records]
