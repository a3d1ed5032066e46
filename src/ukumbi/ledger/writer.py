"""The writing thread: all moves that wait go to disk in one commit, and only then are they acknowledged."""

import asyncio
import logging
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

from ukumbi.ledger.interface import Append, Done, NoRoom, NotWritten

LOGGER = logging.getLogger(__name__)

EXIT_CODE: Final = 70
"""Of a process whose writing thread has died: `EX_SOFTWARE`."""
MAX_MOVES: Final = 500
"""In one commit."""
MAX_OTHERS: Final = 8
"""Other work, such as new tables, in one commit: moves that come meanwhile wait for it."""

Work = Append | Callable[[Connection], Any]
Callback = Callable[[Exception | None, Any], None]
Waiting = tuple[Work, Callback]
Result = tuple[Exception | None, Any]
T = TypeVar("T")


class Writer(ABC):
    """The writing side of a ledger. A database says how it inserts, and what its errors mean."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._others: deque[Waiting] = deque()
        """What is no move, and waits until the moves are written."""
        self._ending = False
        self._thread = Thread(target=self._run, name="ledger-writer", daemon=True)
        self._thread.start()

    @abstractmethod
    def insert_events(self, connection: Connection, moves: Sequence[Append]) -> None:
        """One statement for all: outside a transaction it is one of its own."""

    @abstractmethod
    def write_moves(self, connection: Connection, moves: Sequence[Append]) -> None:
        """All that these moves write, in the transaction that there is."""

    @abstractmethod
    def explain(self, fault: Exception) -> Exception:
        """The fault in the ledger's own terms."""

    def append(self, move: Append, done: Done) -> None:
        """Write the move; `done` is called in the event loop once it is safe, or has failed."""
        self._queue.put((move, lambda fault, _: done(fault)))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """Do this in a transaction; returns when it is safe."""
        future: asyncio.Future[T] = self._loop.create_future()

        def done(fault: Exception | None, result: T) -> None:
            if future.done():
                return
            if fault is None:
                future.set_result(result)
            else:
                future.set_exception(fault)

        self._queue.put((work, done))
        return await future

    async def close(self) -> None:
        """Write what waits, then end."""
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        try:
            with self._engine.connect() as connection:
                while self._write_batch(connection):
                    pass  # and nothing is kept of a batch while the next one is waited for
        except BaseException:
            # Without it every move would wait for ever: the supervisor starts another.
            LOGGER.critical("the ledger's writing thread has died, and the hall with it", exc_info=True)
            logging.shutdown()
            os._exit(EXIT_CODE)

    def _write_batch(self, connection: Connection) -> bool:
        """Wait for something to write, and write it with all moves that came meanwhile; False at the end.

        All moves, and a little else: no player waits for all the tables that others set up.
        """
        batch = self._moves()
        some = min(MAX_OTHERS, len(self._others))
        batch += [self._others.popleft() for _ in range(some)]
        if batch:
            results = self._write_together(connection, [work for work, _ in batch])
            answers = [(done, *result) for (_, done), result in zip(batch, results, strict=True)]
            self._loop.call_soon_threadsafe(_answer, answers)
        return not self._ending or bool(self._others)

    def _moves(self) -> list[Waiting]:
        """Those that wait; what else waits is put aside. While there is nothing, something is waited for."""
        moves: list[Waiting] = []
        if not self._others:
            self._sort(self._queue.get(), moves)
        with suppress(Empty):
            while len(moves) < MAX_MOVES:
                self._sort(self._queue.get_nowait(), moves)
        return moves

    def _sort(self, waiting: Waiting | None, moves: list[Waiting]) -> None:
        if waiting is None:
            self._ending = True
        elif isinstance(waiting[0], Append):
            moves.append(waiting)
        else:
            self._others.append(waiting)

    def _write_together(self, connection: Connection, batch: Sequence[Work]) -> list[Result]:
        """Do all of it in one transaction; if something fails, each in its own, to see what."""
        try:
            return self._in_one_transaction(connection, batch)
        except Exception as fault:
            explained = self.explain(fault)
            if len(batch) > 1 and not isinstance(explained, NoRoom):
                return [self._write_together(connection, [work])[0] for work in batch]
            if isinstance(explained, NotWritten):
                LOGGER.error("cannot write", exc_info=fault)
            return [(explained, None)] * len(batch)

    def _in_one_transaction(self, connection: Connection, batch: Sequence[Work]) -> list[Result]:
        moves = [work for work in batch if isinstance(work, Append)]
        if len(moves) == len(batch) and all(map(_is_events_only, moves)):
            # Most batches: the statement is the transaction, and the interpreter lock is given up once.
            self.insert_events(connection, moves)
            return [(None, None)] * len(batch)
        with connection.begin():
            results: list[Result] = [
                (None, None if isinstance(work, Append) else work(connection)) for work in batch
            ]
            if moves:
                self.write_moves(connection, moves)
        return results


def _is_events_only(move: Append) -> bool:
    return not (move.row_changed or move.snapshot or move.memories or move.results)


def _answer(results: Sequence[tuple[Callback, Exception | None, Any]]) -> None:
    for done, fault, result in results:
        try:
            done(fault, result)
        except Exception:  # the others have to be explained all the same
            LOGGER.exception("could not report what was written")
