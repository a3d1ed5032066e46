"""Several nodes are one hall: each table has one owner, and nothing is true in one process alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from benchmarks.postgres import Postgres
from tests.kit.halls import Recorder, arrive, open_node, settle
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, ScriptedHall
from ukumbi.core import Instant, Seat
from ukumbi.hall.cluster import Cluster
from ukumbi.hall.hall import Hall
from ukumbi.hall.nodes import LivesElsewhere
from ukumbi.hall.requests import Accepted, AlreadyAccepted, Move, Moved
from ukumbi.hall.table import Table
from ukumbi.ledger import InDoubt
from ukumbi.ledger.life import Life
from ukumbi.ledger.postgres import PostgresLedger


class Nodes:
    """The nodes `a` and `b`, with people at each."""

    def __init__(self, halls: Sequence[Hall]) -> None:
        self.a, self.b = (ScriptedHall(hall) for hall in halls)

    async def table(self) -> Table:
        """At `a`, in play between ada and ben."""
        return await self.a.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)


@pytest.fixture
async def nodes(postgres: Postgres) -> AsyncIterator[Nodes]:
    url = postgres.url(postgres.new_database())
    async with AsyncExitStack() as stack:
        halls = [await stack.enter_async_context(open_node(url, name)) for name in "ab"]
        await life_of(halls[0]).next_renewal()  # it has heard of b
        yield Nodes(halls)


def ledger_of(hall: Hall) -> PostgresLedger:
    assert isinstance(hall.ledger, PostgresLedger)
    return hall.ledger


def life_of(hall: Hall) -> Life:
    return ledger_of(hall).life


async def until(met: Callable[[], object]) -> None:
    while not met():  # noqa: ASYNC110, nothing tells of it
        await asyncio.sleep(0.01)


# owners


async def test_a_table_is_open_at_its_owner_alone(nodes: Nodes) -> None:
    table = await nodes.table()
    with pytest.raises(LivesElsewhere) as there:
        await nodes.b.hall.table(table.id)
    assert there.value.node == "a"
    assert await nodes.a.hall.table(table.id) is table


async def test_a_table_of_a_dead_node_is_taken_over(nodes: Nodes) -> None:
    """By a node that is asked for it with the name of the silent one; all that was acknowledged is there."""
    table = await nodes.table()
    await nodes.a.play(table, *TURNS[:2])
    life_of(nodes.a.hall).stop_renewing()
    taken = await nodes.b.hall.table(table.id, ["a"])
    assert taken.match.seq == table.match.seq
    await nodes.b.play(taken, *TURNS[2:])


async def test_nobody_is_kept_from_a_node_that_lives(nodes: Nodes) -> None:
    """If only the way there is broken, the asked node says where the table is."""
    table = await nodes.table()
    with pytest.raises(LivesElsewhere) as there:
        await nodes.b.hall.table(table.id, ["a"])
    assert there.value.node == "a"


async def test_an_alarm_of_a_dead_node_rings_at_another(nodes: Nodes) -> None:
    table = await nodes.a.lobby.set_up("ada", "rukuni", ["1"], b'{"white":"second"}', "on")
    await nodes.a.come(table, "ada")
    life_of(nodes.a.hall).stop_renewing()
    table.bots_and_clock.close()
    await until(lambda: table.id in nodes.b.hall.tables)


async def test_an_alarm_rings_though_the_answer_to_its_claim_was_lost(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await nodes.a.lobby.set_up("ada", "rukuni", ["1"], b'{"white":"second"}', "on")
    await nodes.a.come(table, "ada")
    life = life_of(nodes.b.hall)
    claim = life.claim_due

    async def claim_unheard(now: Instant) -> list[str]:
        if await claim(now):
            raise InDoubt
        return []

    monkeypatch.setattr(life, "claim_due", claim_unheard)
    life_of(nodes.a.hall).stop_renewing()
    table.bots_and_clock.close()
    await until(lambda: table.id in nodes.b.hall.tables)


# leaving


async def test_a_leaving_node_hands_its_tables_over(nodes: Nodes) -> None:
    """Viewers are told where, what waits is not refused, and play goes on there."""
    table = await nodes.table()
    await nodes.a.play(table, TURNS[0])
    ben = nodes.a.people["ben"]
    await nodes.a.hall.nodes.leave()
    assert ben.elsewhere == ["b"]
    assert not ben.refusals
    assert await table.ask(Move(Seat(1), TURNS[1], "late")) == Moved("b")
    taken = await nodes.b.hall.table(table.id)
    await nodes.b.play(taken, *TURNS[1:])


async def test_a_table_in_doubt_is_not_handed_over(nodes: Nodes) -> None:
    """What is in doubt may be written as long as this life lasts."""
    table = await nodes.table()
    nodes.a.hall.nodes.doubt(table)
    await nodes.a.hall.nodes.leave()
    assert nodes.a.people["ben"].elsewhere == [""]
    assert (await nodes.b.hall.table(table.id)).match.seq == table.match.seq


async def test_nothing_is_handed_to_a_node_that_leaves_too(nodes: Nodes) -> None:
    table = await nodes.table()
    await life_of(nodes.b.hall).will_leave()
    await nodes.a.hall.nodes.leave()
    assert nodes.a.people["ben"].elsewhere == [""]
    assert table.id not in nodes.a.hall.tables


# in doubt


@pytest.mark.parametrize("written", [True, False])
async def test_a_player_whose_move_is_in_doubt_gets_the_right_answer(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """Once, from the log."""
    table = await nodes.table()
    drop_answers(monkeypatch, ledger_of(nodes.a.hall), written=written)
    reply = await table.ask(Move(Seat(0), TURNS[0], "mine"))
    assert isinstance(reply, Accepted | AlreadyAccepted)
    assert await refs(nodes.a.hall, table) == ["mine"]
    assert await table.ask(Move(Seat(0), TURNS[0], "mine")) == AlreadyAccepted()
    await nodes.a.play(table, *TURNS[1:])
    await nodes.a.hall.nodes.leave()
    assert nodes.a.people["ada"].elsewhere == [""], "it may not be handed over any more"


async def test_a_move_that_is_written_late_counts_once(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the log was looked at again, but before the move was tried again."""
    table = await nodes.table()
    late = drop_answers(monkeypatch, ledger_of(nodes.a.hall), written=False)
    read = nodes.a.hall.read

    async def read_then_written(table_id: str) -> Any:
        found = await read(table_id)
        while late:
            await late.pop()()
        return found

    monkeypatch.setattr(nodes.a.hall, "read", read_then_written)
    assert isinstance(await table.ask(Move(Seat(0), TURNS[0], "mine")), Accepted | AlreadyAccepted)
    assert await refs(nodes.a.hall, table) == ["mine"]
    await nodes.a.play(table, *TURNS[1:])


async def test_a_new_table_in_doubt_is_made_once(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ledger_of(nodes.a.hall)._lines.run
    lost = [True]

    async def run_unheard(statement: str, *values: Any) -> Any:
        rows = await run(statement, *values)
        if "INSERT INTO tables" in statement and lost.pop():
            lost.append(False)
            raise InDoubt
        return rows

    monkeypatch.setattr(ledger_of(nodes.a.hall)._lines, "run", run_unheard)
    table = await nodes.a.lobby.set_up("ada", "rukuni", ["open"], WHITE_FIRST, "on")
    assert [row.id for row in await nodes.b.hall.ledger.rows_of("ada", 9)] == [table.id]


def drop_answers(
    monkeypatch: pytest.MonkeyPatch, ledger: PostgresLedger, *, written: bool
) -> list[Callable[[], Awaitable[Any]]]:
    """Drop the answer to the next append; what was not carried out can still be."""
    line, dropped = ledger._appender._line, list[Callable[[], Awaitable[Any]]]()
    run: Any = line.run

    async def run_once_unheard(statement: str, *values: Any) -> Any:
        monkeypatch.setattr(line, "run", run)
        if written:
            await run(statement, *values)
        else:
            dropped.append(lambda: run(statement, *values))
        raise InDoubt

    monkeypatch.setattr(line, "run", run_once_unheard)
    return dropped


async def refs(hall: Hall, table: Table) -> list[str]:
    return [found.ref for found in await hall.ledger.records(table.row.number, 0, 99) if found.ref]


# cut off


async def test_a_node_that_is_not_sure_of_its_life_sends_its_viewers_away(nodes: Nodes) -> None:
    """And lets those wait who come, until it is sure."""
    table = await nodes.table()
    life = life_of(nodes.a.hall)
    life.stop_renewing()
    life._renewed_at -= 2
    life._doubt()
    assert nodes.a.people["ada"].elsewhere == [""]
    joining = asyncio.create_task(nodes.a.hall.table(table.id))
    await asyncio.sleep(0)
    assert not nodes.a.hall.nodes.sure
    assert not joining.done()
    await life._renew()
    assert await joining is table


# time


async def test_time_is_the_databases(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node whose own clock is ten minutes ahead notices nothing."""
    actual = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: actual + 600 * 10**9)
    async with open_node(ledger_of(nodes.a.hall)._appender._line._url, "c") as hall:
        assert abs(hall.clock.now() - nodes.a.hall.clock.now()) < 100
        assert abs(hall.clock.calendar() - nodes.a.hall.clock.now()) < 100


async def test_time_never_runs_back(nodes: Nodes) -> None:
    clock = nodes.a.hall.clock
    before = clock.now()
    life_of(nodes.a.hall).on_time(life_of(nodes.a.hall).now_ns - 5 * 10**9)
    assert before <= clock.now() < before + 1_000


# news


async def test_start_pages_at_other_nodes_hear_of_a_move(nodes: Nodes) -> None:
    table = await nodes.table()
    phone = nodes.b.person_named("ben")
    await nodes.a.play(table, TURNS[0])
    await phone.received(phone.table_news)
    brief = phone.table_news[-1].brief
    assert brief is not None
    assert (brief.table, brief.awaited) == (table.id, (1,))


async def test_a_call_reaches_other_nodes(nodes: Nodes) -> None:
    phone = nodes.b.person_named("ben")
    table = await nodes.table()
    nodes.a.hall.call_others(table, "ada")
    await phone.received(phone.calls)
    assert phone.calls[-1].table == table.id


async def test_a_name_is_known_everywhere(nodes: Nodes) -> None:
    table = await nodes.table()
    assert await nodes.b.hall.people.name("ben")
    await nodes.b.hall.rename("ben", "Benjamin")
    await until(lambda: table.names_here()["ben"] == "Benjamin")


async def test_who_signs_out_is_signed_out_everywhere(nodes: Nodes) -> None:
    """And the new token is known at a node that has not heard of it."""
    a, b = nodes.a.hall.people, nodes.b.hall.people
    phone = nodes.b.person_named("ada")
    old = a.tokens.issue("ada")
    new = await a.sign_out_others("ada")
    assert b.must_look_up(new)
    await b.look_up(new)
    assert b.tokens.recognise(old)
    assert a.tokens.recognise(new)
    await until(lambda: b.tokens.recognise(old) is None)
    assert phone.closed == ["signed_out"]
    assert b.tokens.recognise(new)


async def test_everybody_reads_again_after_a_lost_listener(nodes: Nodes) -> None:
    phone = nodes.b.person_named("ben")
    await nodes.b.hall.people.name("ben")
    cluster = nodes.b.hall.nodes
    assert isinstance(cluster, Cluster)
    await nodes.a.hall.ledger.name_person("ben", "Benjamin", nodes.a.hall.clock.now())
    cluster._hints._line.cut()
    await until(lambda: phone.greeted)
    assert await nodes.b.hall.people.name("ben") == "Benjamin"


async def test_the_nearest_of_a_persons_connections_counts(nodes: Nodes) -> None:
    """Also one to another node."""
    table = await nodes.a.set_up("pounce", "ada", "ben")
    far, near = nodes.a.people["ada"], nodes.b.person_named("ada")
    far.lag, near.lag = 0.2, 0.05
    assert table.allowances.by_seat()[Seat(0)].latency == 0.2
    cluster = nodes.a.hall.nodes
    assert isinstance(cluster, Cluster)
    cluster._ask_racing()
    await until(lambda: cluster.latency("ada"))
    assert table.allowances.by_seat()[Seat(0)].latency == 0.05


async def test_an_open_table_counts_for_its_host_everywhere(nodes: Nodes) -> None:
    await nodes.a.lobby.set_up("ada", "rukuni", ["open"], WHITE_FIRST, "on")
    assert await nodes.b.hall.ledger.open_tables("ada") == 1


async def test_a_viewer_moves_along(nodes: Nodes) -> None:
    """Joined anew, a viewer of a table that was handed over sees what it saw."""
    table = await nodes.table()
    await nodes.a.hall.nodes.leave()
    taken = await nodes.b.hall.table(table.id)
    viewer = Recorder("ada")
    arrive(taken, viewer, Seat(0))
    await settle(taken)
    assert viewer.syncs[-1].seq == table.match.seq
