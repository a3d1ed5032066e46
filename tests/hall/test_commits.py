"""A move that clashes with what somebody else has written spoils no other, and its table heals itself."""

from pathlib import Path

from tests.hall.scene import tamper, until
from tests.kit.entries import Pen
from tests.kit.halls import ADA, Recorder, arrive, new_row, open_hall, past_table
from tests.kit.loop import in_a_loop
from ukumbi.core import Seat
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant

STEP = '{"type":"stepped","seat":0}'


async def many_tables(hall: Hall, count: int) -> list[Table]:
    rows = [await past_table(hall.ledger, new_row("fragile"), 1) for _ in range(count)]
    return [await hall.table(row.id) for row, _ in rows]


@in_a_loop
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
            await witnesses[neighbour].told(witnesses[neighbour].changes)
        await witnesses[1].told(witnesses[1].known)
        assert [refusal.code for refusal in witnesses[1].refusals] == ["stale"]
        (fresh,) = witnesses[1].known
        assert fresh is not tables[1]
        assert (fresh.match.seq, fresh.match.state.taken) == (2, 1)
        witnesses[1].submit(fresh, 1, "step")
        await witnesses[1].told(witnesses[1].changes)


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
        neighbour.join(recorder, Seat(0))
        row, _ = await past_table(hall.ledger, new_row("fragile", Occupant(bot="random"), ADA), 1)
        with Pen(hall.ledger):
            table, onlooker = await hall.table(row.id), Recorder()
            arrive(table, onlooker, None)
            await until(lambda: table.writing)
            recorder.submit(neighbour, 0, "step")
            _write_behind_the_back(tmp_path, table)
        await onlooker.told(onlooker.known)
        await recorder.told(recorder.changes)


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
