"""Writes moves to PostgreSQL: all that wait go in one statement, and only then are they acknowledged."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import asyncpg
import msgspec

from ukumbi.ledger.interface import Append, Conflict, Done, InDoubt, KnownRef, NotWritten
from ukumbi.ledger.life import Life
from ukumbi.ledger.line import RETRY_SECONDS, Line, NotReached
from ukumbi.ledger.moves import result_row, snapshot_row
from ukumbi.ledger.statements import APPEND_EVENTS, APPEND_WITH_ALL

LOGGER = logging.getLogger(__name__)
MAX_MOVES: Final = 500
"""In one statement."""
_BY_REF: Final = "events_by_ref"

Waiting = tuple[Append, Done]


class Appender:
    def __init__(self, url: str, life: Life) -> None:
        self._life = life
        self._line = Line(url, f"{life.name} appends")
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._closing = False

    def append(self, move: Append, done: Done) -> None:
        self._waiting.append((move, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what waits; not what a lost database has not taken."""
        self._closing = True
        if self._writing is not None:
            await self._writing
        await self._line.close()

    async def _write_on(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_MOVES], self._waiting[MAX_MOVES:]
                faults = await self._write([move for move, _ in batch])
                for (_, done), fault in zip(batch, faults, strict=True):
                    _answer(done, fault)
        finally:
            self._writing = None

    async def _write(self, moves: Sequence[Append]) -> Sequence[Exception | None]:
        """The fault of each; if the statement fails, each has one of its own, to see which failed."""
        try:
            written = await self._send(moves)
        except InDoubt as fault:
            return [fault] * len(moves)
        except Exception as fault:
            if len(moves) > 1:
                return [(await self._write([move]))[0] for move in moves]
            return [_explained(fault)]
        gone = Conflict("this life does not own the table, or the event before is missing")
        return [None if move.table in written else gone for move in moves]

    async def _send(self, moves: Sequence[Append]) -> set[int]:
        statement, values = _statement(moves)
        while True:
            try:
                (row,) = await self._line.run(statement, self._life.number, *values)
                break
            except NotReached:  # nothing was sent: it waits until the database is back
                if self._closing:
                    raise
                await asyncio.sleep(RETRY_SECONDS)
        if not row["alive"]:
            self._life.is_over()
        return set(row["written"])


def _statement(moves: Sequence[Append]) -> tuple[str, list[Any]]:
    """The statement for these moves, and its values after the life."""
    records = [(move.table, record) for move in moves for record in move.records]
    values = [
        [move.table for move in moves],
        [move.records[0].seq for move in moves],
        [table for table, _ in records],
        [record.seq for _, record in records],
        [record.at for _, record in records],
        [record.actor for _, record in records],
        [record.ref for _, record in records],
        [bytes(record.event).decode() for _, record in records],
        [record.arrival for _, record in records],
        [record.allowance for _, record in records],
        [record.version for _, record in records],
    ]
    if all(map(_is_events_only, moves)):
        return APPEND_EVENTS, values
    changed = [
        {"number": move.table, "status": move.status, "wake": move.wake} for move in moves if move.row_changed
    ]
    snapshots = [snapshot_row(move.table, move.snapshot) for move in moves if move.snapshot]
    memories = [
        {"number": move.table, "person": grown.person, "game": grown.game, "key": key, "times": times}
        for move in moves
        for grown in move.memories
        for key, times in grown.counts.items()
    ]
    results = [_best(move, result_row(move, result)) for move in moves for result in move.results]
    besides = (msgspec.json.encode(rows).decode() for rows in (changed, snapshots, memories, results))
    return APPEND_WITH_ALL, [*values, *besides]


def _best(move: Append, row: dict[str, Any]) -> dict[str, Any]:
    kind = "lowest" if row["lower_is_better"] else "highest" if row["higher_is_better"] else "first"
    return {**row, "number": move.table, "kind": kind}


def _is_events_only(move: Append) -> bool:
    return not (move.row_changed or move.snapshot or move.memories or move.results)


def _explained(fault: Exception) -> Exception:
    match fault:
        case asyncpg.UniqueViolationError(constraint_name=name):
            return KnownRef() if name == _BY_REF else Conflict(str(fault))
        case asyncpg.IntegrityConstraintViolationError():
            return Conflict(str(fault))
    LOGGER.error("cannot write", exc_info=fault)
    return NotWritten("not_written")


def _answer(done: Done, fault: Exception | None) -> None:
    try:
        done(fault)
    except Exception:  # the others have to be explained all the same
        LOGGER.exception("could not report what was written")
