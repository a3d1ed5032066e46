"""A life that is over, or does not own a table, writes nothing. Each clause of the fence goes once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from benchmarks.postgres import Postgres
from tests.kit.ledger_entries import ADA, BEN, append, created, new_row, record, seat_change, step
from ukumbi.core import Instant
from ukumbi.ledger import Conflict, InDoubt, appender, life, postgres, statements
from ukumbi.ledger.life import Life
from ukumbi.ledger.line import Line
from ukumbi.ledger.postgres import PostgresLedger

VERSIONS = {"rukuni": 2}


class Over(Exception):
    """A life noticed that it is over."""


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url(postgres.new_database())


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The nodes that noticed that their life is over; the test's process goes on."""
    noticed: list[str] = []

    def is_over(self: Life) -> None:
        noticed.append(self.name)
        raise Over

    monkeypatch.setattr(Life, "is_over", is_over)
    return noticed


class Nodes:
    """Two nodes of one hall, and a line of the test's own."""

    def __init__(self, url: str, a: PostgresLedger, b: PostgresLedger) -> None:
        self.a, self.b = a, b
        self.line = Line(url, "test")

    async def ask(self, statement: str, *values: Any) -> Any:
        return await self.line.run(statement, *values)

    async def bury(self, ledger: PostgresLedger) -> None:
        """What other nodes do to a life that has been silent for too long."""
        await self.ask(life.END, ledger.life.number)

    async def seqs(self, table: int) -> list[int]:
        return [found.seq for found in await self.b.records(table, 0, 99)]


@pytest.fixture
async def nodes(url: str, ends: list[str]) -> AsyncIterator[Nodes]:
    a, b = [await PostgresLedger.open(url, name, VERSIONS) for name in "ab"]
    for ledger in (a, b):
        ledger.life.stop_renewing()
    found = Nodes(url, a, b)
    yield found
    await found.line.close()
    for ledger in (a, b):
        await ledger.close()


def without(monkeypatch: pytest.MonkeyPatch, clause: str, instead: str, *names: str) -> None:
    """Take a clause out of the statements."""
    taken = 0
    for module in (statements, appender, life, postgres):
        for name in names:
            statement = getattr(module, name, None)
            if isinstance(statement, str) and clause in statement:
                monkeypatch.setattr(module, name, statement.replace(clause, instead))
                taken += 1
    assert taken, "the clause is not there"


# what holds


async def a_dead_life_writes_nothing(nodes: Nodes) -> None:
    row = await created(nodes.a)
    await nodes.bury(nodes.a)
    for work in (
        append(nodes.a, step(row.number, record(1))),
        nodes.a.change_seats(row.number, seat_change(2), (ADA, BEN), "open", None),
        nodes.a.create(new_row(), seat_change()),
        nodes.a.stop(row.number),
    ):
        with suppress(Over):
            await work
    assert await nodes.seqs(row.number) == []
    assert await nodes.b.seat_changes(row.number) == [seat_change()]
    assert [found["status"] for found in await nodes.ask("SELECT status FROM tables")] == ["open"]


async def a_burial_waits_for_an_append(nodes: Nodes) -> None:
    """So whoever takes over then sees all that was written."""
    row = await created(nodes.a)
    async with transaction(nodes) as append_in_flight:
        statement, values = appender._statement([step(row.number, record(1))])
        await append_in_flight.fetch(statement, nodes.a.life.number, *values)
        burial = asyncio.create_task(nodes.bury(nodes.a))
        await blocked_or_done(append_in_flight, burial)
        assert not burial.done(), "buried while an append was under way"
    await burial
    owner = await nodes.b.life.owner(row.id)
    assert owner is not None
    assert owner.name is None
    assert await nodes.seqs(row.number) == [1]


@asynccontextmanager
async def transaction(nodes: Nodes) -> AsyncIterator[asyncpg.Connection]:
    """One that stays open for a while."""
    connection = await asyncpg.connect(nodes.line._url)
    try:
        async with connection.transaction():
            yield connection
    finally:
        await connection.close()


async def blocked_or_done(line: asyncpg.Connection, task: "asyncio.Task[Any]") -> None:
    """Wait until the task waits for a lock of the database, or is done."""
    while not task.done() and not await line.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def a_table_of_another_life_is_not_written(nodes: Nodes) -> None:
    row = await created(nodes.a)
    assert isinstance(await append(nodes.b, step(row.number, record(1))), Conflict)
    with pytest.raises(Conflict):
        await nodes.b.change_seats(row.number, seat_change(2), (ADA, BEN), "open", None)
    await nodes.b.stop(row.number)
    assert await nodes.a.row(row.id) == row
    assert await nodes.seqs(row.number) == []


async def a_log_has_no_gaps(nodes: Nodes) -> None:
    row = await created(nodes.a)
    assert await append(nodes.a, step(row.number, record(1))) is None
    assert isinstance(await append(nodes.a, step(row.number, record(3))), Conflict)
    assert await nodes.seqs(row.number) == [1]
    with pytest.raises(Conflict):
        await nodes.a.change_seats(row.number, seat_change(3), (ADA, BEN), "open", None)


async def a_living_owner_keeps_its_tables(nodes: Nodes) -> None:
    row = await created(nodes.a, wake=Instant(1))
    owner = await nodes.b.life.owner(row.id)
    assert owner is not None
    assert owner.name == "a"
    await nodes.b._lines.run(life.CLAIM, nodes.b.life.number, '{"rukuni":2}', row.id)
    assert await nodes.b.life.claim_due(Instant(10_000)) == []
    assert await _owner_of(nodes, row.number) == nodes.a.life.number


async def a_late_claim_takes_nothing(nodes: Nodes) -> None:
    """Of two claims the second finds another owner than the one it saw."""
    row = await created(nodes.a)
    await nodes.bury(nodes.a)
    (third,) = await nodes.ask(life.BEGIN, "c", "{}")
    async with transaction(nodes) as first:
        await first.fetch(life.CLAIM, nodes.b.life.number, '{"rukuni":2}', row.id)
        late = asyncio.create_task(nodes.ask(life.CLAIM, third["number"], '{"rukuni":2}', row.id))
        await blocked_or_done(first, late)
    assert await late == []
    assert await _owner_of(nodes, row.number) == nodes.b.life.number


async def a_dead_life_claims_nothing(nodes: Nodes) -> None:
    row = await created(nodes.a)
    await nodes.bury(nodes.a)
    await nodes.bury(nodes.b)
    await nodes.ask(life.CLAIM, nodes.b.life.number, '{"rukuni":2}', row.id)
    assert await _owner_of(nodes, row.number) == nodes.a.life.number


async def only_rules_that_can_be_read_are_claimed(nodes: Nodes) -> None:
    row = await created(nodes.a)
    await nodes.bury(nodes.a)
    assert not await nodes.ask(life.CLAIM, nodes.b.life.number, '{"rukuni":1}', row.id)
    assert await nodes.ask(life.CLAIM, nodes.b.life.number, '{"rukuni":2}', row.id)


async def nobody_is_declared_dead_after_an_outage(nodes: Nodes) -> None:
    """Not before 2 s of own unbroken renewals."""
    for away in (1.2, 5):  # the other had not renewed for a little longer
        ago = f"CASE name WHEN 'a' THEN {away} + 0.5 ELSE {away} END * interval '1 s'"
        await nodes.ask(f"UPDATE nodes SET seen = clock_timestamp() - {ago}, since = since - interval '9 s'")
        await nodes.b.life._renew()
        assert len(await nodes.ask("SELECT FROM nodes")) == 2
    await nodes.a.life._renew()
    await nodes.ask("UPDATE nodes SET since = since - interval '9 s' WHERE name = 'b'")
    await nodes.b.life._renew()
    assert len(await nodes.ask("SELECT FROM nodes")) == 2, "it is back"
    await nodes.ask("UPDATE nodes SET seen = seen - interval '5 s' WHERE name = 'a'")
    await nodes.b.life._renew()
    assert len(await nodes.ask("SELECT FROM nodes")) == 1, "it is not"


async def _owner_of(nodes: Nodes, table: int) -> UUID:
    (row,) = await nodes.ask("SELECT owner FROM tables WHERE number = $1", table)
    return UUID(str(row["owner"]))


HOLDS = (
    a_dead_life_writes_nothing,
    a_burial_waits_for_an_append,
    a_table_of_another_life_is_not_written,
    a_log_has_no_gaps,
    a_living_owner_keeps_its_tables,
    a_late_claim_takes_nothing,
    a_dead_life_claims_nothing,
    only_rules_that_can_be_read_are_claimed,
    nobody_is_declared_dead_after_an_outage,
)
WRITES = ("APPEND_EVENTS", "CREATE", "CHANGE_SEATS", "STOP")
NOBODYS = "NOT EXISTS (SELECT FROM nodes n WHERE n.number = c.owner)"
OWNED = "(SELECT t.owner FROM tables t WHERE t.number = m.number) = $1"
OUT = (
    (a_dead_life_writes_nothing, statements.ME, "me AS (SELECT $1::uuid AS number)", WRITES),
    (a_burial_waits_for_an_append, "FOR KEY SHARE", "", ("APPEND_EVENTS",)),
    (a_log_has_no_gaps, "e.seq = m.seq - 1", "e.seq < m.seq", ("APPEND_EVENTS",)),
    (a_log_has_no_gaps, "c.seq = $3::int - 1", "c.seq > 0", ("CHANGE_SEATS",)),
    (a_living_owner_keeps_its_tables, NOBODYS, "true", ("CLAIM",)),
    (a_living_owner_keeps_its_tables, NOBODYS, "true", ("CLAIM_DUE",)),
    (a_late_claim_takes_nothing, "AND t.owner IS NOT DISTINCT FROM c.owner", "", ("CLAIM",)),
    (a_dead_life_claims_nothing, "AND EXISTS (SELECT FROM nodes WHERE number = $1)", "", ("CLAIM",)),
    (only_rules_that_can_be_read_are_claimed, "c.rules <= (($2::jsonb)->>c.game)::int", "true", ("CLAIM",)),
    (nobody_is_declared_dead_after_an_outage, "AND me.seen - me.since > '2.0 s'", "", ("RENEW",)),
    (a_table_of_another_life_is_not_written, OWNED, "true", ("APPEND_EVENTS",)),
    (a_table_of_another_life_is_not_written, "AND t.owner = $1", "", ("CHANGE_SEATS",)),
    (a_table_of_another_life_is_not_written, "AND t.owner = $1", "", ("STOP",)),
)


@pytest.mark.parametrize("holds", HOLDS, ids=lambda holds: holds.__name__)
async def test_the_fence_holds(nodes: Nodes, holds: Any) -> None:
    await holds(nodes)


@pytest.mark.parametrize("out", OUT, ids=lambda out: f"{out[0].__name__}-{out[3][-1]}")
async def test_the_fence_falls_without_any_clause(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, out: Any
) -> None:
    holds, clause, instead, names = out
    without(monkeypatch, clause, instead, *names)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await holds(nodes)


async def test_a_life_notices_that_it_is_over(nodes: Nodes, ends: list[str]) -> None:
    """With its next renewal, and with its next write."""
    row = await created(nodes.a)
    await nodes.bury(nodes.a)
    with pytest.raises(Over):
        await nodes.a.life._renew()
    with pytest.raises(Over):
        await nodes.a.stop(row.number)
    assert ends == ["a", "a"]


async def test_a_lost_answer_is_in_doubt(nodes: Nodes) -> None:
    """It says neither that the move was written nor that it was not."""
    row = await created(nodes.a)
    async with transaction(nodes) as locker:
        await locker.fetch("SELECT FROM nodes WHERE name = 'a' FOR UPDATE")
        written = asyncio.create_task(append(nodes.a, step(row.number, record(1))))
        while not nodes.a._appender._line._turn.locked():  # noqa: ASYNC110
            await asyncio.sleep(0)
        while nodes.a._appender._line.closed:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        nodes.a._appender._line._connection.terminate()  # type: ignore[union-attr]
        assert isinstance(await written, InDoubt)
