"""Makes the ledger's entry for a step: records, the row, at times a snapshot, memories and results."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from ukumbi.core import Instant, Match, Resigned, Seat, Step, TakenBack, codec
from ukumbi.ledger import (
    Append,
    Ledger,
    MemoryGrowth,
    Occupant,
    PersonalResult,
    Snapshot,
    Status,
    TableRow,
)

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
SNAPSHOT_EVERY: Final = 50
"""Events between snapshots: opening a table folds fewer than this."""
AT_ONCE: Final = Instant(0)
"""When a table wakes at which it is a bot's turn."""


async def written(ledger: Ledger, entry: Append) -> None:
    """Returns when the entry is on disk. Raises NotWritten, Conflict or KnownRef."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    ledger.append(entry, partial(_settle, done))
    await done


def _settle(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.done():  # the hall has closed
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def append_of(table: "Table", step: Step, row: TableRow) -> Append:
    """What goes to the ledger, as a whole or not at all; `row` is the table's after the step."""
    return Append(
        table=row.number,
        records=step.records,
        status=row.status,
        wake=row.wake,
        row_changed=row is not table.row,
        snapshot=_snapshot_after(table, step),
        memories=_memory_growth(table, step),
        results=_personal_results(table, step),
    )


def row_after(table: "Table", step: Step) -> TableRow:
    """How the table stands once the step is done."""
    row = table.row
    status: Status = "over" if step.outcome else "playing"
    wake = wake_after(step, row.occupants)
    if status == row.status and wake == row.wake:
        return row
    return msgspec.structs.replace(row, status=status, wake=wake)


def wake_after(game: Step | Match, occupants: Sequence[Occupant]) -> Instant | None:
    """When the table must be open even without viewers: a bot's turn, or a deadline."""
    if any(occupants[seat].played_by_bot for seat in game.may_act):
        return AT_ONCE
    return None if game.deadline is None else game.clock.in_hall(game.deadline)


def _snapshot_after(table: "Table", step: Step) -> Snapshot | None:
    """A snapshot, when one is due with this step."""
    # What was taken back cannot be folded from a later state, and a resignation stands
    # in the last event alone.
    if isinstance(step.events[-1], Resigned):
        return None
    due = step.seq // SNAPSHOT_EVERY != table.match.seq // SNAPSHOT_EVERY
    if not due and not isinstance(step.events[-1], TakenBack):
        return None
    game, refs = table.match.game, table.refs.with_records(step.records)
    return Snapshot(step.seq, game.version, codec(game).encode(step.state), refs, step.clock)


# what players take along


def _memory_growth(table: "Table", step: Step) -> tuple[MemoryGrowth, ...]:
    """What is new with a step to every person at the table."""
    game, state = table.match.game, table.match.state
    if not game.remembers or not table.match.seq:  # what the setup brings in was known before
        return ()
    grown = []
    for seat in table.seating.people():
        counts = _growth(game.memory(state, seat), game.memory(step.state, seat))
        person = table.seating.occupants[seat].person
        if counts and person is not None:
            grown.append(MemoryGrowth(person, game.name, counts))
    return tuple(grown)


def _growth(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    if before is after:
        return {}
    return {key: more for key, times in after.items() if (more := times - before.get(key, 0))}


def _personal_results(table: "Table", step: Step) -> tuple[PersonalResult, ...]:
    """With the last step of a game, how well every person at the table did."""
    game, results = table.match.game, []
    if step.outcome is None:
        return ()
    for number, who in enumerate(table.seating.occupants):
        # What a stand-in did does not count for the player.
        if who.person is not None and who.stand_in is None:
            performance = game.performance(step.state, Seat(number))
            if performance is not None:
                results.append(PersonalResult(who.person, game.name, performance))
    return tuple(results)


async def read_memories(table: "Table") -> Mapping[str, Mapping[str, int]]:
    """The memories of the people at the table; empty if they cannot be read."""
    people = [who.person for who in table.seating.occupants if who.person is not None]
    try:
        return await table.hall.ledger.memories(table.row.game, people)
    except Exception:
        LOGGER.exception("table %s: memories could not be read", table.id)
        return {}
