"""What a step writes: a long log costs nothing (counted, not timed), and players' memories are kept."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import tamper
from tests.kit.client import Client
from tests.kit.fragile.rules import Fragile
from tests.kit.halls import (
    ADA,
    BEN,
    Recorder,
    act,
    arrive,
    first_change,
    new_row,
    open_hall,
    past_table,
    settle,
)
from tests.kit.people import guest_at, joined, set_up
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, scripted_hall
from ukumbi.core import Record, Seat
from ukumbi.games.ubongo.boards import Task
from ukumbi.games.ubongo.events import Remembered
from ukumbi.games.ubongo.moves import format_move, put
from ukumbi.games.ubongo.state import State
from ukumbi.hall import appending
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.hall import KEPT_RECORDS as KEPT
from ukumbi.hall.hall import Hall
from ukumbi.hall.requests import AnswerTakeBack, AskTakeBack
from ukumbi.hall.table import Table
from ukumbi.ledger import PersonalBest
from ukumbi.ledger.sqlite import SqliteLedger

SHORT, LONG = 10, 10_010
BOUND = 2 * SNAPSHOT_EVERY


class CountingLedger(SqliteLedger):
    """Counts records read and rows written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read = 0

    async def written(self) -> int:
        return await self._write(lambda connection: connection.connection.total_changes)

    async def records(self, table: int, after: int, limit: int) -> list[Record]:
        records = await super().records(table, after, limit)
        self.read += len(records)
        return records


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every event that is folded."""
    folded: list[Any] = []
    evolve = Fragile.evolve

    def counting(game: Fragile, state: Any, event: Any) -> Any:
        folded.append(event)
        return evolve(game, state, event)

    monkeypatch.setattr(Fragile, "evolve", counting)
    return folded


async def test_a_long_log_costs_nothing(tmp_path: Path, folded: list[Any]) -> None:
    ledger, costs = CountingLedger(tmp_path / "hall.sqlite"), []
    async with open_hall(tmp_path, ledger) as hall:
        for events in (SHORT, LONG):
            row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":99999}'), events)
            folded.clear()
            ledger.read = 0
            table = await hall.table(row.id)
            assert table.match.seq == events
            assert 0 < len(folded) <= ledger.read <= KEPT
            assert len(folded) < BOUND
            assert len(table.match.history) == min(events, KEPT), "as much is remembered as before"
            costs.append(await _cost_of_moves(table, ledger, folded))
            for seq in {1, events // 2, events - 1, events}:
                folded.clear()
                ledger.read = 0
                assert b'"taken":%d}' % (seq - 1) in bytes(await hall.past_view(table, Seat(0), seq))
                assert len(folded) < BOUND
                assert ledger.read < BOUND
    assert costs[0] == costs[1]
    assert costs[0] == (SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1), "each event once, and one snapshot"


async def _cost_of_moves(table: Table, ledger: CountingLedger, folded: list[Any]) -> tuple[int, int]:
    """Events folded and rows written for the moves between two snapshots."""
    recorder = Recorder()
    arrive(table, recorder, Seat(0))
    folded.clear()
    before = await ledger.written()
    for move in range(SNAPSHOT_EVERY):
        recorder.submit(table, (table.match.seq - 1) % 2, "step", f"m{move}")
        await recorder.received(recorder.updates, move + 1)
    return len(folded), await ledger.written() - before


async def test_a_take_back_past_a_snapshot_writes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a take-back undid cannot be folded from a later state."""
    monkeypatch.setattr(appending, "SNAPSHOT_EVERY", 2)
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, TURNS[0])
        await it.hall.ask(table.id, AskTakeBack("ada"))
        await it.hall.ask(table.id, AnswerTakeBack("ben", True))
    async with scripted_hall(tmp_path) as it:
        opened = await it.hall.table(table.id)
    assert (opened.match.seq, opened.match.state) == (3, table.match.state)
    assert "cannot be folded" not in caplog.text


async def test_a_damaged_snapshot_is_ignored(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":999}'), 60)
    await ledger.close()
    tamper(tmp_path, "UPDATE snapshots SET state = replace(state, '\"taken\":', '\"taken\":1')")
    async with open_hall(tmp_path) as hall:
        assert (await hall.table(row.id)).match.state.taken == 59


ALONE = Seat(0)


async def sit_alone(hall: Hall, options: bytes, level: str = "level 1") -> Table:
    """Ada at a solo table in play."""
    table = await set_up_alone(hall, options)
    assert await act(table, ALONE, level) is None
    return table


async def set_up_alone(hall: Hall, options: bytes) -> Table:
    row = new_row("ubongo", ADA, status="open", options=options)
    await hall.ledger.create(row, first_change(row))
    table, ada = await hall.table(row.id), Recorder("ada")
    arrive(table, ada, ALONE)
    await ada.received(ada.updates)
    return table


def task_of(table: Table) -> Task:
    """The current task."""
    state: State = table.match.state
    board, die = state.sides[0].board, state.die
    assert board is not None
    assert die is not None
    return board.task_at(die)


def moves_to_solve(table: Table) -> list[str]:
    now = table.match.state.round
    return [format_move(put(now, piece, cubes)) for piece, cubes in task_of(table).solution.items()]


async def solve(table: Table) -> int:
    """Solve the current task; return its number."""
    number = task_of(table).number
    for move in moves_to_solve(table):
        assert await act(table, ALONE, move) is None
    return number


async def test_met_tasks_do_not_come_again_in_the_next_game(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        first = await sit_alone(hall, b'{"solo": "tasks"}')
        met = [await solve(first) for _ in range(5)]
        assert first.match.outcome is not None
        second = await sit_alone(hall, b'{"solo": "tasks"}')
        [remembered] = [event for _, event in second.match.history if isinstance(event, Remembered)]
        assert remembered == Remembered(ALONE, {f"1.{number}": 1 for number in met})
        again = [await solve(second) for _ in range(5)]
        assert not set(met) & set(again)


async def test_two_tables_at_once_keep_both_memories(tmp_path: Path) -> None:
    """Memories are kept during games, and the end of the older game erases nothing."""
    async with open_hall(tmp_path) as hall:
        older = await sit_alone(hall, b'{"solo": "tasks"}')
        met = [await solve(older), await solve(older), task_of(older).number]
        newer = await sit_alone(hall, b'{"solo": "tasks"}')
        assert set(newer.match.state.sides[0].met) >= {f"1.{number}" for number in met}
        met += [await solve(newer), await solve(newer), task_of(newer).number]
        assert len(set(met)) == 6, "what lies at the one table does not come at the other"
        await sit_alone(hall, b'{"solo": "tasks"}', "level 2")
        met += [await solve(older) for _ in range(3)]
        assert older.match.outcome is not None
        kept = (await hall.ledger.memories("ubongo", ["ada"]))["ada"]
        assert {key for key in kept if key.startswith("1.")} == {f"1.{number}" for number in met}
        assert len([key for key in kept if key.startswith("2.")]) == 1


async def test_the_puzzle_of_the_day_makes_one_record(tmp_path: Path) -> None:
    """Of two tables the one begun first counts; of two begun at once, the first to end."""
    async with open_hall(tmp_path) as hall:
        begun = await sit_alone(hall, b'{"solo": "daily"}', "ready")
        later = await sit_alone(hall, b'{"solo": "daily"}', "ready")
        await solve(later)
        assert later.match.outcome is not None
        assert await hall.ledger.personal_bests("ada", "ubongo") == []
        await solve(begun)
        [best] = await hall.ledger.personal_bests("ada", "ubongo")
        assert best.table == begun.id


async def test_a_task_met_twice_counts_twice(tmp_path: Path) -> None:
    """Two tables at once, each with the puzzle of the day."""
    async with open_hall(tmp_path) as hall:
        tables = [await set_up_alone(hall, b'{"solo": "daily"}') for _ in range(2)]
        for table in tables:
            assert await act(table, ALONE, "ready") is None
        kept = (await hall.ledger.memories("ubongo", ["ada"]))["ada"]
        number = task_of(tables[0]).number
        assert {times for key, times in kept.items() if key.endswith(f".{number}")} == {2}
        assert {times for key, times in kept.items() if key.startswith("day ")} == {2}


async def test_an_unreadable_memory_blocks_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_hall(tmp_path) as hall:
        table = await sit_alone(hall, b'{"solo": "tasks"}')
        tamper(tmp_path, "UPDATE memories SET times = 'torn {'")
        await solve(table)
        fresh = await sit_alone(hall, b'{"solo": "tasks"}')
        assert not [event for _, event in fresh.match.history if isinstance(event, Remembered)]
        await solve(fresh)
    assert "memories could not be read" in caplog.text


async def test_a_solo_game_makes_a_personal_best(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await sit_alone(hall, b'{"solo": "tasks"}')
        for _ in range(5):
            assert await hall.ledger.personal_bests("ada", "ubongo") == []
            await solve(table)
        [best] = await hall.ledger.personal_bests("ada", "ubongo")
        assert best == PersonalBest("tasks 5 1", table.match.state.spent, table.id, best.at)
        assert await hall.ledger.personal_bests("ben", "ubongo") == []
        assert await hall.ledger.personal_bests("ada", "rukuni") == []


async def test_a_fault_in_memories_stops_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move is not written either."""

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


async def test_a_game_does_not_begin_if_a_player_leaves_during_the_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(tmp_path) as hall:
        read, asked, answered = hall.ledger.memories, asyncio.Event(), asyncio.Event()

        async def slowly(game: str, people: Sequence[str]) -> dict[str, dict[str, int]]:
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
        await ada.received(ada.updates)
        assert table.match.seq == 1


async def test_a_killed_hall_remembers_met_tasks(tmp_path: Path) -> None:
    """In unfinished games too: tasks shown before the kill do not come again."""
    with HallProcess(tmp_path) as hall:
        guest, met = await guest_at(hall), set[int]()
        client = await Client.at(guest)
        tables = [await _alone(guest, client, met) for _ in range(2)]
        for number in range(8):
            await _put_aside(client, tables[number % 2], met)
        hall.kill()
        await client.closed()
        hall.start()
        client = await Client.at(guest)
        again = set[int]()
        table = await _alone(guest, client, again)
        for _ in range(7):
            await _put_aside(client, table, again)
        assert len(met) >= 9, "the older table knows nothing of the newer one, but the newer of the older"
        assert len(again) == 8
        assert not met & again
        client.hang_up()


async def _alone(guest: Guest, client: Client, met: set[int]) -> str:
    """Set up a solo table on level 1, and note its task."""
    table = await set_up(guest, "ubongo", others=())
    laid_out = await joined(client, table)
    await _move(client, table, "level 1", laid_out["seq"], met)
    return table


async def _put_aside(client: Client, table: str, met: set[int]) -> None:
    client.say("join", table=table)
    sync = await client.hear("sync", table=table)
    await _move(client, table, f"aside {sync['view']['round']}", sync["seq"], met)


async def _move(client: Client, table: str, move: str, answers: int, met: set[int]) -> None:
    ref = f"{table} {move}"[-40:]
    client.say("move", table=table, move=move, answers=answers, ref=ref)
    update = await client.moved(ref)
    [side] = update["view"]["sides"]
    met.add(side["board"]["numbers"][update["view"]["die"] - 1])
