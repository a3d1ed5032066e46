"""What people take along from game to game: what they have met, and their personal bests."""

import asyncio
from pathlib import Path
from random import Random

from tests.kit.halls import ADA, REGISTRY, Recorder, arrive, first_change, new_row, open_hall
from tests.kit.loop import in_a_loop
from ukumbi.core import Instant, Match, Performance, Seat
from ukumbi.games.ubongo.boards import read_filling
from ukumbi.games.ubongo.events import Remembered
from ukumbi.games.ubongo.moves import format_move, put
from ukumbi.games.ubongo.state import State
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Append, PersonalBest, Takeaway
from ukumbi.ledger.sqlite import SqliteLedger

ALONE = Seat(0)


async def sit_alone(hall: Hall, options: bytes) -> Table:
    """Ada at a table of her own, on the first level; the time runs."""
    row = new_row("ubongo", ADA, status="open", options=options)
    await hall.ledger.create(row, first_change(row))
    table, ada = await hall.table(row.id), Recorder("ada")
    arrive(table, ada, ALONE)
    await ada.told(ada.changes)
    assert await table.act(ALONE, "level 1") is None
    return table


async def solve(table: Table) -> int:
    """Solve the task that lies there; its number."""
    state: State = table.match.state
    board, die = state.sides[0].board, state.die
    assert board is not None
    assert die is not None
    task = board.task_at(die)
    for piece, cubes in read_filling(task.outline, task.fillings[0]).items():
        assert await table.act(ALONE, format_move(put(state.round, piece, cubes))) is None
    return task.number


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
async def test_better_is_kept_and_equal_is_not(tmp_path: Path) -> None:
    """Also over several tables; each is written with the last event of its game."""
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    for category, lower, values, best in (
        ("most", False, (3, 3, 2, 5, 4), (5, 3)),
        ("least", True, (30, 30, 40, 20, 25), (20, 3)),
    ):
        tables = [await _finish(ledger, Performance(category, value, lower)) for value in values]
        kept = {each.category: each for each in await ledger.personal_bests("ada", "rukuni")}
        value, place = best
        assert (kept[category].value, kept[category].table) == (value, tables[place])
    await ledger.close()


async def _finish(ledger: SqliteLedger, performance: Performance) -> str:
    """A table whose only step is the last; its id."""
    row = new_row("rukuni")
    number = await ledger.create(row, first_change(row))
    match = Match(REGISTRY["rukuni"].game, 2, REGISTRY["rukuni"].game.options(), rng=Random(1))
    step = match.decide_setup(Instant(1))
    written = asyncio.get_running_loop().create_future()
    takeaway = Takeaway("ada", "rukuni", b"[1]", performance)
    ledger.append(Append(number, step.records, "over", None, True, None, [takeaway]), written.set_result)
    assert await written is None
    assert await ledger.memories("rukuni", ["ada", "ben"]) == {"ada": b"[1]"}
    return row.id
