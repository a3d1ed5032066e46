"""What is written down of a step: its records, how the table stands after it, and a snapshot now and then."""

from typing import TYPE_CHECKING, Final

import msgspec

from ukumbi.core import Instant, Resigned, Step, TakenBack, codec
from ukumbi.hall.memories import memory_growth, personal_results
from ukumbi.ledger import Append, Snapshot, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

SNAPSHOT_EVERY: Final = 50
"""Events between snapshots: opening a table folds fewer than this."""


def append_of(table: "Table", step: Step) -> Append:
    """What goes to the ledger, as a whole or not at all."""
    row = row_after(table, step)
    return Append(
        table=row.number,
        records=step.records,
        status=row.status,
        wake=row.wake,
        row_changed=row.status != table.row.status or row.wake != table.row.wake,
        snapshot=_snapshot_after(table, step),
        memories=memory_growth(table, step),
        results=personal_results(table, step),
    )


def row_after(table: "Table", step: Step) -> TableRow:
    """How the table stands once the step is done."""
    status = "over" if step.outcome else "playing"
    return msgspec.structs.replace(table.row, status=status, wake=_wake_after(table, step))


def _wake_after(table: "Table", step: Step) -> Instant | None:
    if any(table.seating.occupants[seat].played_by_bot for seat in step.may_act):
        return step.clock.in_hall(step.records[0].at)
    return None if step.deadline is None else step.clock.in_hall(step.deadline)


def _snapshot_after(table: "Table", step: Step) -> Snapshot | None:
    """A snapshot, when one is due with this step."""
    # What was taken back cannot be folded from a later state, and that somebody has given up stands
    # in the last event alone.
    if isinstance(step.events[-1], Resigned):
        return None
    due = step.seq // SNAPSHOT_EVERY != table.match.seq // SNAPSHOT_EVERY
    if not due and not isinstance(step.events[-1], TakenBack):
        return None
    game, refs = table.match.game, table.refs.with_records(step.records)
    return Snapshot(step.seq, game.version, codec(game).encode(step.state), refs, step.clock)
