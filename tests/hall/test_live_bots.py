"""Bots in games in which everybody moves at once, with real workers."""

import asyncio
import logging
import os
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kit.berries.rules import Bush
from tests.kit.halls import ADA, REGISTRY, Recorder, act, arrive, new_row, open_hall
from tests.kit.play import START
from tests.kit.scene import events_of, in_ledger, until
from tests.kit.workers import workers_of
from ukumbi.bots import RandomBot
from ukumbi.bots.worker import SUBSTITUTE, Answer, Question, answer
from ukumbi.core import Seat, codec
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant


async def at_the_bush(hall: Hall, *levels: str, berries: int = 12) -> tuple[Table, Recorder]:
    """A table of bots, the first place a person's if there is but one of them, with a recorder."""
    bots = tuple(Occupant(bot=level) for level in levels)
    occupants = bots if len(bots) > 1 else (ADA, *bots)
    options = b'{"size": %d}' % berries
    row = new_row("berries", *occupants, options=options, status="open", watch="on_live")
    table, recorder = await hall.create(row), Recorder()
    arrive(table, recorder, None)
    await recorder.told(recorder.updates)
    return table, recorder


async def end_of(table: Table) -> None:
    while table.status == "playing":
        await table.bots_and_clock.changed()
    assert table.status == "over"


def times(folder: Path, table: Table, seat: int) -> list[int]:
    question = "SELECT at FROM events JOIN tables ON tables.number = table_number WHERE id = ? AND actor = ?"
    return [at for (at,) in in_ledger(folder, f"{question} ORDER BY seq", table.id, seat)]


async def test_all_bots_play_on_until_it_is_over(tmp_path: Path) -> None:
    """Each at its own pace, and the calm one gets to move although the table changes all the time."""
    async with open_hall(tmp_path, pace=0.1) as hall:
        table, _ = await at_the_bush(hall, "calm", "busy", berries=150)
        await end_of(table)
        calm, busy = times(tmp_path, table, 0), times(tmp_path, table, 1)
    assert len(calm) + len(busy) == 150
    assert len(calm) > 3
    assert all(later - earlier >= 99 for earlier, later in pairwise(calm))
    assert all(later - earlier >= 4 for earlier, later in pairwise(busy))


async def test_a_bot_plays_on_when_nobody_else_does(tmp_path: Path) -> None:
    async with open_hall(tmp_path, pace=0.1) as hall:
        table, _ = await at_the_bush(hall, "busy")
        await end_of(table)
        assert len(times(tmp_path, table, 1)) == 12


async def test_a_plan_that_became_impossible_is_dropped_at_once(tmp_path: Path) -> None:
    """The bot would take an hour for the first berry, which it saw on the bush before it was picked."""
    async with open_hall(tmp_path, pace=1) as hall:
        table, recorder = await at_the_bush(hall, "dream")
        recorder.submit(table, 0, "1")
        await end_of(table)
        assert len(times(tmp_path, table, 1)) == 11


async def test_who_was_second_looks_again_and_is_not_at_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall(tmp_path, pace=0) as hall:
        table, _ = await at_the_bush(hall, "quick", "slow", berries=60)
        await end_of(table)
        assert len(events_of(tmp_path, table.id)) == 61
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("level", ["cheat", "never"])
async def test_a_stand_in_moves_at_once_for_who_is_at_fault(tmp_path: Path, level: str) -> None:
    """However long the bot would have taken, and although others go on."""
    async with open_hall(tmp_path, pace=0.05) as hall:
        table, recorder = await at_the_bush(hall, level, berries=3)
        recorder.submit(table, 0, "1")
        await end_of(table)
        assert len(times(tmp_path, table, 1)) == 2


async def test_who_is_at_fault_is_found_out_although_the_table_changes_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the bot has thought, somebody else has just moved."""
    async with open_hall(tmp_path, pace=0.01) as hall:
        pool, ask = hall.bots._pool, hall.bots._pool.ask

        async def ask_and_be_late(*question: Any) -> Answer:
            given = await ask(*question)
            assert await act(table, Seat(0), f"{table.match.state.left[0]}") is None
            return given

        monkeypatch.setattr(pool, "ask", ask_and_be_late)
        table, _ = await at_the_bush(hall, "cheat", berries=40)
        await end_of(table)
        assert len(times(tmp_path, table, 1)) > 5


async def test_bots_play_on_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path, pace=0.1) as hall:
        before, recorder = await at_the_bush(hall, "calm", "busy", berries=80)
        await recorder.told(recorder.updates, 10)
        assert before.status == "playing"
    async with open_hall(tmp_path, pace=0):
        await until(lambda: len(events_of(tmp_path, before.id)) == 81)


async def test_a_move_written_while_the_hall_closes_wakes_no_bot(tmp_path: Path) -> None:
    """Its worker would outlive the hall."""
    async with open_hall(tmp_path, pace=1) as hall:
        table, recorder = await at_the_bush(hall, "dream")
        await until(lambda: workers_of(os.getpid()))
        recorder.submit(table, 0, "12")
        await asyncio.sleep(0)  # the table has it
    assert len(events_of(tmp_path, table.id)) == 2
    assert all(task.done() for task in table.bots_and_clock.thinking.values())


# the time for a move


def _asked(level: str) -> Any:
    view = codec(REGISTRY["berries"].game).encode(Bush((1, 2, 3), (0, 0)))
    return answer(REGISTRY, Question("berries", level, Seat(0), view), Random(1))


def test_an_answer_says_how_long_the_move_takes() -> None:
    assert (_asked("busy").move, _asked("busy").seconds) == ("1", 0.05)
    assert _asked(SUBSTITUTE).seconds == RandomBot().pace
    assert "inf seconds" in _asked("never").fault


def test_a_bot_that_says_nothing_of_time_takes_its_pace() -> None:
    game = REGISTRY["rukuni"].game
    state = game.evolve(None, game.setup(2, game.options(), START, Random(1))[0])
    view = codec(game).encode(game.view(state, Seat(0)))
    asked = answer(REGISTRY, Question("rukuni", "1", Seat(0), view), Random(1))
    assert asked.seconds == REGISTRY["rukuni"].bots["1"].pace
