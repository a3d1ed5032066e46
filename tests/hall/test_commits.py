"""A move that clashes with what somebody else has written spoils no other, and its table heals itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from tests.kit.entries import Pen
from tests.kit.halls import ADA, Recorder, arrive, new_row, open_hall, past_table
from tests.kit.scene import tamper, until
from ukumbi.core import Seat
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant

STEP = '{"type":"stepped","seat":0}'


async def many_tables(hall: Hall, count: int) -> list[Table]:
    rows = [await past_table(hall.ledger, new_row("fragile"), 1) for _ in range(count)]
    return [await hall.table(row.id) for row, _ in rows]


def waiting_to_be_written(hall: Hall) -> Callable[[], int]:
    ledger: Any = hall.ledger
    return cast(Callable[[], int], ledger._writer._queue.qsize)


async def test_a_clash_at_one_table_spoils_no_other_and_heals_itself(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tables = await many_tables(hall, 3)
        witnesses = [Recorder() for _ in tables]
        with Pen(hall.ledger):
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


async def test_a_clash_with_a_bot_spoils_no_other(tmp_path: Path) -> None:
    """The bot's move is given up in the middle of being written."""
    async with open_hall(tmp_path) as hall:
        (neighbour,), recorder = await many_tables(hall, 1), Recorder()
        arrive(neighbour, recorder, Seat(0))
        row, _ = await past_table(hall.ledger, new_row("fragile", Occupant(bot="random"), ADA), 1)
        with Pen(hall.ledger):
            table, onlooker = await hall.table(row.id), Recorder()
            arrive(table, onlooker, None)
            await until(waiting_to_be_written(hall))
            recorder.submit(neighbour, 0, "step")
            _write_behind_the_back(tmp_path, table)
        await onlooker.told(onlooker.syncs, 2)
        await recorder.told(recorder.updates)


async def test_a_clash_with_a_log_that_cannot_be_folded_stops_the_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        (table,), recorder = await many_tables(hall, 1), Recorder()
        arrive(table, recorder, Seat(0))
        _write_behind_the_back(tmp_path, table)
        tamper(tmp_path, "UPDATE events SET event = '{}' WHERE seq = 2")
        recorder.submit(table, 0, "step")
        await recorder.told(recorder.stopped)
        assert [refusal.code for refusal in recorder.refusals] == ["stale"]
