"""What a move writes besides its events, in the same transaction."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Boolean, Connection, Table, and_, bindparam, insert, or_, update

from ukumbi.ledger.interface import Append, Conflict, MemoryGrowth, PersonalResult, Snapshot
from ukumbi.ledger.schema import MEMORIES, PERSONAL_BESTS, SNAPSHOTS, TABLES

UPDATE_TABLE: Final = update(TABLES).where(TABLES.c.number == bindparam("table"))
_INSERT_SNAPSHOT: Final = insert(SNAPSHOTS)

Upsert = Callable[[Table], Any]
"""The dialect's INSERT, which knows ON CONFLICT."""


def write_besides(connection: Connection, moves: Sequence[Append], upsert: Upsert) -> None:
    changed = [
        {"table": move.table, "status": move.status, "wake": move.wake} for move in moves if move.row_changed
    ]
    if changed and connection.execute(UPDATE_TABLE, changed).rowcount != len(changed):
        raise Conflict("a table is gone")
    snapshots = [snapshot_row(move.table, move.snapshot) for move in moves if move.snapshot]
    if snapshots:
        connection.execute(_INSERT_SNAPSHOT, snapshots)
    add_to_memories(connection, [grown for move in moves for grown in move.memories], upsert)
    results = [result_row(move, result) for move in moves for result in move.results]
    if results:
        connection.execute(_keep_if_better(upsert), results)


def add_to_memories(connection: Connection, growth: Sequence[MemoryGrowth], upsert: Upsert) -> None:
    rows = [
        {"person": grown.person, "game": grown.game, "key": key, "times": times}
        for grown in growth
        for key, times in grown.counts.items()
    ]
    if rows:
        connection.execute(_add_to_memories(upsert), rows)


def _add_to_memories(upsert: Upsert) -> Any:
    """What other tables have added stays."""
    new = upsert(MEMORIES)
    sum_of_both = {"times": MEMORIES.c.times + new.excluded.times}
    return new.on_conflict_do_update(index_elements=MEMORIES.primary_key.columns, set_=sum_of_both)


def _keep_if_better(upsert: Upsert) -> Any:
    new = upsert(PERSONAL_BESTS)
    known, value = PERSONAL_BESTS.c.value, new.excluded.value
    better = or_(
        and_(bindparam("lower_is_better", type_=Boolean), value < known),
        and_(bindparam("higher_is_better", type_=Boolean), value > known),
    )
    best = {name: new.excluded[name] for name in ("value", "table_number", "at")} | {"beaten": known}
    return new.on_conflict_do_update(
        index_elements=PERSONAL_BESTS.primary_key.columns, set_=best, where=better
    )


def snapshot_row(table: int, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "table_number": table,
        "seq": snapshot.seq,
        "version": snapshot.version,
        "state": snapshot.state.decode(),
        "refs": msgspec.json.encode(snapshot.refs).decode(),
        "checksum": snapshot.checksum(table),
        "clock": msgspec.json.encode(snapshot.clock).decode(),
    }


def result_row(move: Append, result: PersonalResult) -> dict[str, Any]:
    done = result.performance
    return {
        "person": result.person,
        "game": result.game,
        "category": done.category,
        "value": done.value,
        "table_number": move.table,
        "at": move.records[-1].at,
        "lower_is_better": done.lower_is_better and not done.only_first,
        "higher_is_better": not done.lower_is_better and not done.only_first,
    }
