"""Many moves share a commit, none is told before it is safe, and a move that clashes spoils no other."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Self

import msgspec

from tests.hall.scene import in_ledger, tamper, until
from tests.kit.halls import ADA, Recorder, arrive, new_row, open_hall, past_table
from tests.kit.loop import in_a_loop
from ukumbi.core import Instant, Record, Seat
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Append, NotWritten, Occupant
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.ledger.writer import OTHERS

TABLES = 40
STEP = '{"type":"stepped","seat":0}'


async def many_tables(hall: Hall, count: int) -> list[Table]:
    rows = [await past_table(hall.ledger, new_row("fragile"), 1) for _ in range(count)]
    return [await hall.table(row.id) for row, _ in rows]


class Pen:
    """Holds up the writing thread, so that what is submitted meanwhile goes into one commit."""

    def __init__(self, hall: Hall, *, in_line: bool = False) -> None:
        """It is down; `in_line` it will be when its turn has come."""
        assert isinstance(hall.ledger, SqliteLedger)
        self._down, self._up = Event(), Event()
        hall.ledger._writer.put(lambda _: self._stay(), lambda *_: None)
        if not in_line:
            self.comes_down()

    def comes_down(self) -> None:
        self._down.wait()

    def _stay(self) -> None:
        self._down.set()
        self._up.wait()

    def move(self) -> None:
        self._up.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.move()


def waiting_to_be_written(hall: Hall) -> Callable[[], int]:
    assert isinstance(hall.ledger, SqliteLedger)
    return hall.ledger._writer._queue.qsize


class Doubter(Recorder):
    """Looks into the ledger, past the hall, whenever it is told something."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self.safe: list[bool] = []

    def send(self, message: bytes) -> None:
        told = len(self.updates)
        super().send(message)
        question = (
            "SELECT seq FROM events JOIN tables ON tables.number = table_number WHERE id = ? AND seq = ?"
        )
        for update in self.updates[told:]:
            safe = in_ledger(self._folder, question, update.table, update.seq) == [(update.seq,)]
            self.safe.append(safe)


@in_a_loop
async def test_many_moves_share_one_commit_and_are_told_after_it(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    written: list[str] = []
    async with open_hall(tmp_path, ledger) as hall:
        tables, recorder = await many_tables(hall, TABLES), Doubter(tmp_path)
        await ledger._write(lambda connection: connection.connection.set_trace_callback(written.append))
        written.clear()
        with Pen(hall) as pen:
            for number, table in enumerate(tables):
                arrive(table, recorder, Seat(0))
                recorder.submit(table, 0, "step", f"r{number}")
            await asyncio.sleep(0)
            assert recorder.updates == [], "told before it was written"
            pen.move()
            await recorder.told(recorder.updates, TABLES)
    assert recorder.safe == [True] * TABLES
    assert recorder.accepted == [f"r{number}" for number in range(TABLES)]
    assert [said.startswith("INSERT INTO events") for said in written].count(True) == 1, "one for all moves"
    assert written.count("COMMIT") <= 1, "the pen's own"


@in_a_loop
async def test_moves_come_before_whatever_else_is_to_be_written(tmp_path: Path) -> None:
    """Also before what waited already, if it is more than a little."""
    async with open_hall(tmp_path) as hall:
        (table,), recorder = await many_tables(hall, 1), Doubter(tmp_path)
        arrive(table, recorder, Seat(0))
        with Pen(hall) as first, Pen(hall, in_line=True) as second:
            for _ in range(OTHERS - 1):
                Pen(hall, in_line=True).move()
            with Pen(hall, in_line=True):
                recorder.submit(table, 0, "step", "r1")
                first.move()
                await recorder.told(recorder.updates)
                second.comes_down()
                recorder.submit(table, 1, "step", "r2")
                await until(waiting_to_be_written(hall))
                second.move()
                await recorder.told(recorder.updates, 2)
    assert recorder.safe == [True] * 2


@in_a_loop
async def test_a_move_that_cannot_be_put_in_words_spoils_no_other(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        (spoilt, table), recorder = await many_tables(hall, 2), Recorder()
        arrive(table, recorder, Seat(0))
        faults: list[Exception | None] = []
        with Pen(hall):
            event = Record(2, Instant(0), 0, msgspec.Raw(b'"\xff"'))
            bad = Append(spoilt.row.number, [event], "playing", None, row_changed=False)
            hall.ledger.append(bad, faults.append)
            recorder.submit(table, 0, "step")
        await recorder.told(recorder.updates)
        assert [type(fault) for fault in faults] == [NotWritten]


@in_a_loop
async def test_a_clash_at_one_table_spoils_no_other_and_heals_itself(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tables = await many_tables(hall, 3)
        witnesses = [Recorder() for _ in tables]
        with Pen(hall):
            for table, recorder in zip(tables, witnesses, strict=True):
                arrive(table, recorder, Seat(0))
                recorder.submit(table, 0, "step")
            _write_behind_the_back(tmp_path, tables[1])
        for neighbour in (0, 2):
            await witnesses[neighbour].told(witnesses[neighbour].updates)
        await witnesses[1].told(witnesses[1].syncs, 2)
        assert [refusal.code for refusal in witnesses[1].refusals] == ["stale"]
        first, fresh = witnesses[1].syncs
        assert (first.seq, fresh.seq, tables[1].match.state.taken) == (1, 2, 1)
        witnesses[1].submit(tables[1], 1, "step")
        await witnesses[1].told(witnesses[1].updates)


def _write_behind_the_back(folder: Path, table: Table) -> None:
    tamper(
        folder,
        "INSERT INTO events (table_number, seq, at, actor, event) VALUES (?, 2, 0, 0, ?)",
        table.row.number,
        STEP,
    )


@in_a_loop
async def test_a_clash_with_a_bot_spoils_no_other(tmp_path: Path) -> None:
    """The bot's move is given up in the middle of being written."""
    async with open_hall(tmp_path) as hall:
        (neighbour,), recorder = await many_tables(hall, 1), Recorder()
        arrive(neighbour, recorder, Seat(0))
        row, _ = await past_table(hall.ledger, new_row("fragile", Occupant(bot="random"), ADA), 1)
        with Pen(hall):
            table, onlooker = await hall.table(row.id), Recorder()
            arrive(table, onlooker, None)
            await until(waiting_to_be_written(hall))
            recorder.submit(neighbour, 0, "step")
            _write_behind_the_back(tmp_path, table)
        await onlooker.told(onlooker.syncs, 2)
        await recorder.told(recorder.updates)


@in_a_loop
async def test_a_clash_with_a_log_that_cannot_be_folded_stops_the_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        (table,), recorder = await many_tables(hall, 1), Recorder()
        arrive(table, recorder, Seat(0))
        _write_behind_the_back(tmp_path, table)
        tamper(tmp_path, "UPDATE events SET event = '{}' WHERE seq = 2")
        recorder.submit(table, 0, "step")
        await recorder.told(recorder.stopped)
        assert [refusal.code for refusal in recorder.refusals] == ["stale"]
