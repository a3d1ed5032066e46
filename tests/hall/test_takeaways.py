"""What people take along from game to game: what they have met, and their personal bests."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.kit.halls import (
    ADA,
    BEN,
    REGISTRY,
    Recorder,
    act,
    arrive,
    first_change,
    new_row,
    open_hall,
    settle,
)
from tests.kit.loop import in_a_loop
from ukumbi.core import Instant, Match, Performance, Seat
from ukumbi.games.ubongo.boards import Task
from ukumbi.games.ubongo.events import Remembered
from ukumbi.games.ubongo.moves import format_move, put
from ukumbi.games.ubongo.state import State
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Append, PersonalBest, Takeaway
from ukumbi.ledger.sqlite import SqliteLedger

ALONE = Seat(0)


async def sit_alone(hall: Hall, options: bytes, level: str = "level 1") -> Table:
    """Ada at a table of her own; the time runs."""
    row = new_row("ubongo", ADA, status="open", options=options)
    await hall.ledger.create(row, first_change(row))
    table, ada = await hall.table(row.id), Recorder("ada")
    arrive(table, ada, ALONE)
    await ada.told(ada.updates)
    assert await act(table, ALONE, level) is None
    return table


def task_of(table: Table) -> Task:
    """The task that lies there."""
    state: State = table.match.state
    board, die = state.sides[0].board, state.die
    assert board is not None
    assert die is not None
    return board.task_at(die)


def moves_to_solve(table: Table) -> list[str]:
    now = table.match.state.round
    return [format_move(put(now, piece, cubes)) for piece, cubes in task_of(table).solution.items()]


async def solve(table: Table) -> int:
    """Solve the task that lies there; its number."""
    number = task_of(table).number
    for move in moves_to_solve(table):
        assert await act(table, ALONE, move) is None
    return number


@in_a_loop
async def test_tasks_that_were_met_do_not_come_again_in_the_next_game(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        first = await sit_alone(hall, b'{"solo": "tasks"}')
        met = [await solve(first) for _ in range(5)]
        assert first.match.outcome is not None
        second = await sit_alone(hall, b'{"solo": "tasks"}')
        [reminded] = [event for _, event in second.match.history if isinstance(event, Remembered)]
        assert reminded == Remembered(ALONE, {1: tuple(met)})
        again = [await solve(second) for _ in range(5)]
        assert not set(met) & set(again)


@in_a_loop
async def test_two_tables_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    """What was met is kept while the games go on, and the end of the older one erases nothing."""
    async with open_hall(tmp_path) as hall:
        older = await sit_alone(hall, b'{"solo": "tasks"}')
        met = [await solve(older), await solve(older), task_of(older).number]
        newer = await sit_alone(hall, b'{"solo": "tasks"}')
        assert newer.match.state.sides[0].met[1][:3] == tuple(met)
        met += [await solve(newer), await solve(newer), task_of(newer).number]
        assert len(set(met)) == 6, "what lies at the one table does not come at the other"
        await sit_alone(hall, b'{"solo": "tasks"}', "level 2")
        met += [await solve(older) for _ in range(3)]
        assert older.match.outcome is not None
        kept = msgspec.json.decode((await hall.ledger.memories("ubongo", ["ada"]))["ada"])
        assert set(kept["1"]) == set(met)
        assert len(kept["2"]) == 1


@in_a_loop
async def test_the_puzzle_of_the_day_is_a_record_once(tmp_path: Path) -> None:
    """Of two tables the one that was begun first, and of two that were set up at once the first to end."""
    async with open_hall(tmp_path) as hall:
        begun = await sit_alone(hall, b'{"solo": "daily"}', "ready")
        later = await sit_alone(hall, b'{"solo": "daily"}', "ready")
        await solve(later)
        assert later.match.outcome is not None
        assert await hall.ledger.personal_bests("ada", "ubongo") == []
        await solve(begun)
        [best] = await hall.ledger.personal_bests("ada", "ubongo")
        assert best.table == begun.id


@in_a_loop
async def test_a_memory_that_makes_no_sense_holds_up_no_move(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await sit_alone(hall, b'{"solo": "tasks"}')
        with sqlite3.connect(tmp_path / "hall.sqlite") as other:
            other.execute("UPDATE memories SET memory = 'torn {'")
        other.close()
        met = [await solve(table), task_of(table).number]
        kept = msgspec.json.decode((await hall.ledger.memories("ubongo", ["ada"]))["ada"])
        assert kept == {"1": met}


@in_a_loop
async def test_a_game_alone_makes_a_personal_best(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await sit_alone(hall, b'{"solo": "tasks"}')
        for _ in range(5):
            assert await hall.ledger.personal_bests("ada", "ubongo") == []
            await solve(table)
        [best] = await hall.ledger.personal_bests("ada", "ubongo")
        assert best == PersonalBest("tasks 5 1", table.match.state.spent, table.id, best.at)
        assert await hall.ledger.personal_bests("ben", "ubongo") == []
        assert await hall.ledger.personal_bests("ada", "rukuni") == []


@in_a_loop
async def test_a_mistake_in_what_is_taken_along_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing of the last move is written."""

    def fail(*_: object) -> None:
        raise KeyError("category")

    async with open_hall(tmp_path) as hall:
        table = await sit_alone(hall, b'{"solo": "daily"}', "ready")
        monkeypatch.setattr(type(table.match.game), "performance", fail)
        *pieces, last = moves_to_solve(table)
        for move in pieces:
            assert await act(table, ALONE, move) is None
        refusal = await act(table, ALONE, last)
        assert refusal is not None
        assert (refusal.code, table.status) == ("table_stopped", "stopped")
        assert table.match.outcome is None


@in_a_loop
async def test_who_gets_up_while_memories_are_read_is_not_begun_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(tmp_path) as hall:
        read, asked, answered = hall.ledger.memories, asyncio.Event(), asyncio.Event()

        async def slowly(game: str, people: Sequence[str]) -> dict[str, bytes]:
            asked.set()
            await answered.wait()
            return await read(game, people)

        monkeypatch.setattr(hall.ledger, "memories", slowly)
        table = await hall.create(new_row("ubongo", ADA, BEN, status="open"))
        ada, ben = Recorder("ada"), Recorder("ben")
        arrive(table, ada, Seat(0))
        arrive(table, ben, Seat(1))
        await asked.wait()
        table.leave(ben)
        answered.set()
        await settle(table)
        assert table.match.seq == 0
        arrive(table, ben, Seat(1))
        await ada.told(ada.updates)
        assert table.match.seq == 1


@in_a_loop
async def test_better_is_kept_and_equal_is_not(tmp_path: Path) -> None:
    """Also over several tables; each is written with the last event of its game."""
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    for category, lower, values, best in (
        ("most", False, (3, 3, 2, 5, 4), (5, 3, 3)),
        ("least", True, (30, 30, 40, 20, 25), (20, 3, 30)),
        ("only first", True, (30, 30, 40, 20, 25), (30, 0, None)),
    ):
        only = category == "only first"
        tables = [await _finish(ledger, Performance(category, value, lower, only)) for value in values]
        kept = {each.category: each for each in await ledger.personal_bests("ada", "rukuni")}
        value, place, beaten = best
        found = kept[category]
        assert (found.value, found.table, found.beaten) == (value, tables[place], beaten)
    await ledger.close()


async def _finish(ledger: SqliteLedger, performance: Performance) -> str:
    """A table whose only step is the last; its id."""
    row = new_row("rukuni")
    number = await ledger.create(row, first_change(row))
    match = Match(REGISTRY["rukuni"].game, 2, REGISTRY["rukuni"].game.options(), rng=Random(1))
    step = match.decide_setup(Instant(1))
    written = asyncio.get_running_loop().create_future()
    takeaway = Takeaway("ada", "rukuni", lambda _: b"[1]", performance)
    ledger.append(Append(number, step.records, "over", None, True, None, [takeaway]), written.set_result)
    assert await written is None
    assert await ledger.memories("rukuni", ["ada", "ben"]) == {"ada": b"[1]"}
    return row.id
