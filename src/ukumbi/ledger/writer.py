"""The writing thread: all moves that wait go to disk in one commit, and only then are they told."""

import asyncio
import logging
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, bindparam, false, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError, OperationalError

from ukumbi.core import Performance
from ukumbi.ledger.interface import Append, Conflict, KnownRef, NoRoom, NotWritten
from ukumbi.ledger.prepared import Prepared
from ukumbi.ledger.rows import Keep, Takeaway
from ukumbi.ledger.schema import EVENTS, MEMORIES, PERSONAL_BESTS, SNAPSHOTS, TABLES

LOGGER = logging.getLogger(__name__)

_NO_ROOM: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
"""What SQLite says when the disk is the reason."""
EXIT_CODE: Final = 70
"""Of a process whose writing thread has died: `EX_SOFTWARE`."""
GROUP: Final = 500
"""The most moves that one commit carries."""
OTHERS: Final = 8
"""The most that is written besides, such as new tables, before moves that have come meanwhile."""
BUSY: Final = 4
"""So many waiting at once mean that there will be more in a moment."""
GATHER: Final = 0.002
"""Seconds that a busy writer waits for more: a commit costs the same for one move and for fifty."""

Work = Append | Callable[[Connection], Any]
Callback = Callable[[Exception | None, Any], None]
Waiting = tuple[Work, Callback]

# One statement for all rows of a batch: executemany would give up and take back the interpreter
# lock for every row, and wait for the event loop each time.
_INSERT_EVENTS: Final = (
    "INSERT INTO events (table_number, seq, at, actor, ref, event, arrival, allowance, version)"
    " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
    " json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),"
    " json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]')"
    " FROM json_each(?)"
)
UPDATE_TABLE: Final = Prepared(
    update(TABLES)
    .where(TABLES.c.number == bindparam("table"))
    .values(status=bindparam("new_status"), wake=bindparam("new_wake"))
)
_INSERT_SNAPSHOT: Final = Prepared(insert(SNAPSHOTS))


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._others: deque[Waiting] = deque()
        """What is no move, and waits until the moves are written."""
        self._busy = self._ending = False
        self._thread = Thread(target=self._run, name="ledger-writer", daemon=True)
        self._thread.start()

    def put(self, work: Work, done: Callback) -> None:
        """Do this soon; `done` is called in the event loop when it is safe or has failed."""
        self._queue.put((work, done))

    async def close(self) -> None:
        """Write what waits, then end."""
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        try:
            self._write_on()
        except BaseException:
            # Without it every move would wait for ever: whoever watches the process starts another.
            LOGGER.critical("the ledger's writing thread has died, and the hall with it", exc_info=True)
            logging.shutdown()
            os._exit(EXIT_CODE)

    def _write_on(self) -> None:
        with self._engine.connect() as connection:
            while self._write_batch(connection):
                pass  # and nothing is kept of a batch while the next one is waited for

    def _write_batch(self, connection: Connection) -> bool:
        """Wait for something to write, and write it with all moves that came meanwhile; False at the end.

        Moves first: nobody at a table waits for all that others set up.
        """
        moves = self._moves()
        self._busy = len(moves) > BUSY
        self._write_down(connection, moves)
        some = min(OTHERS, len(self._others))
        self._write_down(connection, [self._others.popleft() for _ in range(some)])
        return not self._ending or bool(self._others)

    def _write_down(self, connection: Connection, batch: Sequence[Waiting]) -> None:
        if batch:
            results = write_together(connection, [work for work, _ in batch])
            answers = [(done, *result) for (_, done), result in zip(batch, results, strict=True)]
            self._loop.call_soon_threadsafe(_answer, answers)

    def _moves(self) -> list[Waiting]:
        """Those that wait; what else waits is put aside. While there is nothing, something is waited for."""
        moves: list[Waiting] = []
        if not self._others:
            self._sort(self._queue.get(), moves)
            if self._busy:
                time.sleep(GATHER)
        with suppress(Empty):
            while len(moves) < GROUP:
                self._sort(self._queue.get_nowait(), moves)
        return moves

    def _sort(self, waiting: Waiting | None, moves: list[Waiting]) -> None:
        if waiting is None:
            self._ending = True
        elif isinstance(waiting[0], Append):
            moves.append(waiting)
        else:
            self._others.append(waiting)


Result = tuple[Exception | None, Any]


def write_together(connection: Connection, batch: Sequence[Work]) -> list[Result]:
    """Do all of it in one transaction; if something fails, each in its own, to see what."""
    if _insert_only(connection, batch):
        return [(None, None)] * len(batch)
    try:
        with connection.begin():
            results = _write(connection, batch)
    except Exception as fault:
        told = _plain(fault)
        if len(batch) > 1 and not isinstance(told, NoRoom):
            return [write_together(connection, [work])[0] for work in batch]
        if isinstance(told, NotWritten):
            LOGGER.error("cannot write", exc_info=fault)
        return [(told, None)] * len(batch)
    return results


def _insert_only(connection: Connection, batch: Sequence[Work]) -> bool:
    """Most batches are events and nothing else. Then a single statement is the whole transaction, and the
    interpreter lock is given up once; False if there is more to do, or if it failed."""
    moves = [work for work in batch if isinstance(work, Append) and work.is_events_only]
    if len(moves) < len(batch):
        return False
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    try:
        driver.execute(_INSERT_EVENTS, (_event_rows(moves),))
    except Exception:  # what was wrong is found out in a transaction for each
        return False
    return True


def _write(connection: Connection, batch: Sequence[Work]) -> list[Result]:
    moves = [work for work in batch if isinstance(work, Append)]
    results: list[Result] = [(None, None if isinstance(work, Append) else work(connection)) for work in batch]
    if moves:
        connection.exec_driver_sql(_INSERT_EVENTS, (_event_rows(moves),))
    changed = [
        {"table": move.table, "new_status": move.status, "new_wake": move.wake}
        for move in moves
        if move.row_changed
    ]
    if changed and UPDATE_TABLE.run(connection, *changed).rowcount != len(changed):
        raise Conflict("a table is gone")
    snapshots = [_snapshot_row(move) for move in moves if move.snapshot]
    if snapshots:
        _INSERT_SNAPSHOT.run(connection, *snapshots)
    for move in moves:
        for takeaway in move.takeaways:
            _take_along(connection, move, takeaway)
    return results


def _take_along(connection: Connection, move: Append, takeaway: Takeaway) -> None:
    whose = {"person": takeaway.person, "game": takeaway.game}
    if takeaway.keep is not None:
        _keep(connection, whose, takeaway.keep)
    if takeaway.performance is not None:
        _compare(connection, whose, takeaway.performance, move)


def _keep(connection: Connection, whose: dict[str, str], keep: Keep) -> None:
    """Read and written in one transaction: what other tables have added stays."""
    asked = select(MEMORIES.c.memory).where(*(MEMORIES.c[name] == own for name, own in whose.items()))
    kept: str | None = connection.execute(asked).scalar_one_or_none()
    memory = {"memory": keep(None if kept is None else kept.encode()).decode()}
    note = upsert(MEMORIES).values(**whose, **memory)
    connection.execute(note.on_conflict_do_update(index_elements=list(whose), set_=memory))


def _compare(connection: Connection, whose: dict[str, str], done: Performance, move: Append) -> None:
    """Note it if it is the best so far."""
    key = {**whose, "category": done.category}
    best = {"value": done.value, "table_number": move.table, "at": move.records[-1].at}
    note = upsert(PERSONAL_BESTS).values(**key, **best)
    known, new = PERSONAL_BESTS.c.value, note.excluded.value
    better_than = {**best, "beaten": known}
    better = new < known if done.lower_is_better else new > known
    if done.only_first:
        better = false()
    connection.execute(note.on_conflict_do_update(index_elements=list(key), set_=better_than, where=better))


def _event_rows(moves: Sequence[Append]) -> str:
    rows = [
        (
            move.table,
            record.seq,
            record.at,
            record.actor,
            record.ref,
            bytes(record.event).decode(),
            record.arrival,
            record.allowance,
            record.version,
        )
        for move in moves
        for record in move.records
    ]
    return msgspec.json.encode(rows).decode()


def _snapshot_row(move: Append) -> dict[str, Any]:
    assert move.snapshot is not None
    return {
        "table_number": move.table,
        "seq": move.snapshot.seq,
        "version": move.snapshot.version,
        "state": move.snapshot.state.decode(),
        "refs": msgspec.json.encode(move.snapshot.refs).decode(),
        "checksum": move.snapshot.checksum(move.table),
        "clock": msgspec.json.encode(move.snapshot.clock).decode(),
    }


def _plain(fault: Exception) -> Exception:
    """The fault in the hall's own words."""
    match fault:
        case Conflict():
            return fault
        case IntegrityError():
            reason = str(fault.orig)
            return KnownRef() if EVENTS.c.ref.name in reason.split(".") else Conflict(reason)
        case OperationalError(orig=sqlite3.OperationalError(sqlite_errorcode=code)):
            # The lowest byte is the kind of error; the others tell more of it.
            return NoRoom("no_room") if code & 0xFF in _NO_ROOM else NotWritten("not_written")
    return NotWritten("not_written")


def _answer(results: Sequence[tuple[Callback, Exception | None, Any]]) -> None:
    for done, fault, result in results:
        try:
            done(fault, result)
        except Exception:  # the others have to be told all the same
            LOGGER.exception("could not tell what was written")
