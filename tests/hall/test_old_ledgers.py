"""Ledgers that an older Ukumbi has written."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import inspect

from tests.hall.scene import in_ledger
from tests.kit.halls import REGISTRY, Recorder, arrive, new_row, open_hall, past_table
from tests.kit.loop import in_a_loop
from ukumbi.core import Seat
from ukumbi.lab.bench.audit import audit
from ukumbi.ledger.engine import open_engine
from ukumbi.ledger.migrations import migrate
from ukumbi.ledger.schema import METADATA
from ukumbi.ledger.sqlite import SqliteLedger

BEFORE = {
    "occupants": "table_number, seat, person, bot",
    "snapshots": "table_number, seq, state, refs",
    "events": "number, table_number, seq, at, actor, ref, event",
}
"""The columns that these had in the first revision."""


async def as_before_fair_order(folder: Path) -> str:
    """A table of Pounce in play, in a database as revision 0001 had it."""
    ledger = SqliteLedger(folder / "new.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=b'{"rounds":100}'), 60)
    await ledger.close()
    engine = open_engine(folder / "hall.sqlite")
    migrate(engine, "0001")
    engine.dispose()
    with closing(sqlite3.connect(folder / "hall.sqlite")) as old, old:
        old.execute("ATTACH ? AS new", [str(folder / "new.sqlite")])
        for table in ("tables", "people"):
            former, later = [
                [name for _, name, *_ in old.execute(f"PRAGMA {schema}.table_info({table})")]
                for schema in ("main", "new")
            ]
            kept = ", ".join(later[: len(former)])  # some have other names now, and some have come
            old.execute(f"INSERT INTO {table} SELECT {kept} FROM new.{table}")
        for table, columns in BEFORE.items():
            then = {"occupants": "sitters"}.get(table, table)
            old.execute(f"INSERT INTO {then} SELECT {columns} FROM new.{table}")
    return row.id


@in_a_loop
async def test_a_game_from_before_fair_order_goes_on(tmp_path: Path) -> None:
    table_id = await as_before_fair_order(tmp_path)
    async with open_hall(tmp_path) as hall:
        table = await hall.table(table_id)
        seq, seat = table.match.seq, min(table.match.may_act)
        assert {record.arrival for record, _ in table.match.history} == {None}
        player = Recorder("ada", lag=0.02)
        arrive(table, player, seat)
        move = next(iter(table.match.game.legal_moves(table.match.state, seat)))
        player.submit(table, Seat(seat), table.match.game.format_move(move), "next")
        await player.told(player.changes)
    rows = in_ledger(tmp_path, "SELECT arrival - at, allowance FROM events WHERE seq = ?", seq + 1)
    assert rows[0][1] == 20
    assert 0 <= rows[0][0] <= 20
    assert in_ledger(tmp_path, "SELECT * FROM hidden_tables") == []
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []


def test_migrations_build_what_the_schema_says(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "hall.sqlite")
    migrate(engine)
    built = inspect(engine)
    for table in METADATA.sorted_tables:
        columns = {column["name"] for column in built.get_columns(table.name)}
        assert columns == set(table.columns.keys()), table.name
        assert {index["name"] for index in built.get_indexes(table.name)} == {
            index.name for index in table.indexes
        }, table.name
    engine.dispose()
