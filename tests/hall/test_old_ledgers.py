"""Ledgers that an older Ukumbi has written."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from benchmarks.audit import audit
from tests.hall.club import WHITE_FIRST, Club, club
from tests.hall.scene import in_ledger
from tests.kit.halls import ADA, REGISTRY, Recorder, arrive, first_change, new_row, open_hall, past_table
from tests.kit.loop import in_a_loop
from ukumbi.core import Seat
from ukumbi.hall.requests import AnswerTakeBack, AskTakeBack, GetReady, Resign, Sit
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant, TableRow
from ukumbi.ledger.engine import open_engine
from ukumbi.ledger.migrations import migrate
from ukumbi.ledger.schema import METADATA
from ukumbi.ledger.sqlite import SqliteLedger

FORMER = {"occupants": "sitters", "rematch": "again"}
"""What tables and columns were called in the first revisions."""


async def as_of(folder: Path, revision: str, *tables: tuple[TableRow, int]) -> None:
    """These tables, each played for so many events, in a database as this revision had it."""
    ledger = SqliteLedger(folder / "new.sqlite")
    for row, events in tables:
        if events:
            await past_table(ledger, row, events)
        else:
            await ledger.create(row, first_change(row))
    await ledger.close()
    engine = open_engine(folder / "hall.sqlite")
    migrate(engine, revision)
    engine.dispose()
    with closing(sqlite3.connect(folder / "hall.sqlite")) as old, old:
        old.execute("ATTACH ? AS new", [str(folder / "new.sqlite")])
        for table in ("tables", "occupants", "events", "snapshots", "people", "seat_changes"):
            _copy(old, table)


async def as_before_fair_order(folder: Path) -> str:
    """A table of Pounce in play, in a database as revision 0001 had it."""
    row = new_row("pounce", options=b'{"rounds":100}')
    await as_of(folder, "0001", (row, 60))
    return row.id


def _copy(old: sqlite3.Connection, table: str) -> None:
    """All rows, with the columns that there were."""
    before = next((name for name in (table, FORMER.get(table)) if name and _columns(old, "main", name)), None)
    if before is None:
        return
    then = _columns(old, "main", before)
    kept = {
        name: former
        for name in _columns(old, "new", table)
        for former in (name, FORMER.get(name))
        if former in then
    }
    former, names = ", ".join(map(str, kept.values())), ", ".join(kept)
    old.execute(f"INSERT INTO {before} ({former}) SELECT {names} FROM new.{table}")


def _columns(old: sqlite3.Connection, schema: str, table: str) -> list[str]:
    return [name for _, name, *_ in old.execute(f"PRAGMA {schema}.table_info({table})")]


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
        await player.told(player.updates)
    rows = in_ledger(tmp_path, "SELECT arrival - at, allowance FROM events WHERE seq = ?", seq + 1)
    assert rows[0][1] == 20
    assert 0 <= rows[0][0] <= 20
    assert in_ledger(tmp_path, "SELECT * FROM hidden_tables") == []
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []


@pytest.mark.parametrize("revision", ["0001", "0003", "0005", "0006"])
@in_a_loop
async def test_a_game_in_play_and_a_table_that_waits_go_on(tmp_path: Path, revision: str) -> None:
    """Of a former Ukumbi, in which whoever had the link could sit down."""
    played, waiting = (
        new_row("rukuni", options=WHITE_FIRST),
        new_row("rukuni", ADA, Occupant(), status="open"),
    )
    await as_of(tmp_path, revision, (played, 8), (waiting, 0))
    async with club(tmp_path) as it:
        await _plays_on(it, await it.hall.table(played.id))
        await _begins(it, await it.hall.table(waiting.id))
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []


async def _plays_on(it: Club, table: Table) -> None:
    await it.come(table, "ada", "ben")
    assert (table.status, table.match.seq) == ("playing", 8)
    assert table.match.awaited == {1}
    before = table.match.state
    await it.play(table, table.match.game.format_move(table.match.legal(1)[0]))
    await it.hall.ask(table.id, AskTakeBack("ben"))
    await it.hall.ask(table.id, AnswerTakeBack("ada", True))
    assert (table.match.seq, table.match.state) == (10, before)
    await it.hall.ask(table.id, Resign("ben"))
    assert table.status == "over"


async def _begins(it: Club, table: Table) -> None:
    await it.hall.ask(table.id, Sit("ben"))
    await it.come(table, "ada", "ben")
    for person in ("ada", "ben"):
        await it.hall.ask(table.id, GetReady(person))
    await it.settle(table)
    assert (table.status, table.match.seq) == ("playing", 1)


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
