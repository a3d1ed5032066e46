"""What a table does when the ledger is not as it thought, or may not be: it folds its log again."""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ukumbi.core import Refused
from ukumbi.hall import seats
from ukumbi.hall.nodes import LivesElsewhere
from ukumbi.hall.requests import AlreadyAccepted, Moved, Reply
from ukumbi.ledger import KnownRef

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


async def explain(table: "Table", surprise: Exception, again: Callable[[], Awaitable[Reply]]) -> Reply:
    """The ledger is not as this table thought, or may not be."""
    doubtful = table.hall.nodes.shared
    if isinstance(surprise, KnownRef) and not doubtful:
        return AlreadyAccepted()
    stale = Refused("stale", seq=table.match.seq)
    if doubtful:
        # What was not answered may have been written, or may be yet: the log knows.
        LOGGER.warning("table %s looks at its log again: %r", table.id, surprise)
        table.hall.nodes.doubt(table)
    else:
        LOGGER.error("table %s was written by another process: %s", table.id, surprise)
        table.queue.refuse_all(stale)
    try:
        await _look_again(table)
    except LivesElsewhere as there:
        table.moved(there.node)
        return Moved(there.node)
    except Refused:
        table.publisher.stopped(table)
        table.hall.forget(table)
        return stale
    if not doubtful:
        return stale
    return AlreadyAccepted() if isinstance(surprise, KnownRef) else await again()


async def _look_again(table: "Table") -> None:
    """Fold the log again."""
    row, folded, changes = await table.hall.read_again(table.id)
    table.row, (table.match, table.refs), table.changes = row, folded, changes
    table.seating = seats.fold(row.occupants, changes)
    table.seats_changed()
    with table.publishing():
        table.publisher.reseat(table)
        table.publisher.replaced(table)
        table.bots_and_clock.reseated(table)
        table.bots_and_clock.prompt(table)
