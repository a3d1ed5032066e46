"""What lines can be made to look like at a table where everyone moves at once, and what comes of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hall.stage import ILLEGAL, Player, Stage, stage
from tests.kit.halls import arrive
from tests.kit.loop import in_a_loop
from ukumbi.core import Seat
from ukumbi.hall.fair.distances import Trip


def _another_line(scene: Stage, of: Player, lag_ms: float | None, table: bool = True) -> Player:
    """One more line of the same person: at the table, or anywhere in the hall."""
    line = Player(scene, of.person, of.seat, 0)
    line.lag = None if lag_ms is None else lag_ms / 1000
    if table:
        arrive(scene.table, line, Seat(of.seat))
    else:
        scene.hall.connect(line)
    return line


@pytest.mark.parametrize("at_the_table", [True, False])
@in_a_loop
async def test_who_listens_near_and_moves_far_away_counts_as_near(tmp_path: Path, at_the_table: bool) -> None:
    async with stage(tmp_path, 10, 250) as scene:
        honest, far = scene.players
        _another_line(scene, far, 12, at_the_table)
        await scene.until(1000)
        honest.play(honest.lowest(), "honest")
        await scene.until(1200)
        far.play(far.lowest(), "trick")
        await scene.until(2000)
        assert [actor for _, actor in scene.order()] == [0, 1]
        assert honest.answers == [(1002, "honest")]


@in_a_loop
async def test_opening_the_far_line_later_does_not_help(tmp_path: Path) -> None:
    async with stage(tmp_path, 10, 12) as scene:
        honest, near = scene.players
        await scene.until(1000)
        scene.table.leave(near)
        scene.hall.disconnect(near)
        far = _another_line(scene, near, 250)
        await scene.until(60_000)
        honest.play(honest.lowest(), "honest")
        await scene.until(60_200)
        far.play(far.lowest(), "trick")
        await scene.until(61_000)
        assert [actor for _, actor in scene.order()] == [0, 1]


@in_a_loop
async def test_nobody_waits_for_a_line_that_does_not_answer(tmp_path: Path) -> None:
    async with stage(tmp_path, 10, 250) as scene:
        near, far = scene.players
        far.silent = True
        await scene.until(1000)
        near.play(near.lowest(), "near")
        await scene.settle()
        assert near.answers == [(1000, "near")]


@in_a_loop
async def test_who_has_come_back_is_granted_what_they_had(tmp_path: Path) -> None:
    async with stage(tmp_path, 10, 250) as scene:
        near, gone = scene.players
        await scene.until(1000)
        scene.table.leave(gone)
        scene.hall.disconnect(gone)
        back = _another_line(scene, gone, None)
        await scene.until(2000)
        near.play(near.lowest(), "near")
        await scene.until(2230)
        back.play(back.lowest(), "back")
        await scene.until(3000)
        assert scene.order() == [(1980, 1), (1990, 0)]


@in_a_loop
async def test_what_restlessness_gives_in_one_game_is_bounded(tmp_path: Path) -> None:
    """A second in sum, beyond 10.8 ms for each move; nobody waits for more than can be granted."""
    async with stage(tmp_path, 10, 10) as scene:
        honest, restless = scene.players
        restless.trips = Trip(0.3, 0.01, 0.29, settled=True)
        held = []
        for step in range(5):
            now = 10_000 * (step + 1)
            await scene.until(now)
            restless.play(ILLEGAL, f"{step}")
            await scene.until(now + 1)
            honest.play(ILLEGAL, f"h{step}")
            await scene.until(now + 1000)
            held.append(round(honest.answers[-1][0] - now - 1))
        assert held == [290, 290, 173, 11, 11]


# being busy


@in_a_loop
async def test_a_move_counts_from_when_it_came_in_and_not_from_when_it_was_read(tmp_path: Path) -> None:
    async with stage(tmp_path, 10, 10, 100) as scene:
        first, second, _ = scene.players
        await scene.until(1000)
        second.play(second.lowest(), "read first")
        first.play(first.lowest(), "came first", waited=30 * 1_000_000)
        await scene.until(2000)
        assert scene.order() == [(960, 0), (990, 1)]


@in_a_loop
async def test_after_a_delay_what_lies_unread_is_heard_first(tmp_path: Path) -> None:
    """A held move is due, but the hall was busy: another one may have come in meanwhile."""
    async with stage(tmp_path, 10, 100) as scene:
        near, far = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        scene.clock.ms = 1120  # it was due at 1090
        ring = scene.clock.after(0, lambda: far.play(far.lowest(), "unread", waited=40 * 1_000_000))
        await scene.until(2000)
        assert not ring.cancelled()
        assert scene.order() == [(980, 1), (990, 0)]


# what everybody is told


def _measured(scene: Stage, lag_ms: float) -> Callable[[], None]:
    scene.players[1].lag = lag_ms / 1000
    return scene.table.latency_measured


@in_a_loop
async def test_everybody_is_told_of_lags_that_have_changed(tmp_path: Path) -> None:
    async with stage(tmp_path, 10, 100) as scene:
        heard = scene.players[0].presences
        await scene.until(10_000)
        scene.table.tell_presence()
        heard.clear()
        for ms, lag in ((11_000, 114), (13_000, 86), (20_000, 90)):  # too little to tell
            await scene.until(ms)
            _measured(scene, lag)()
        await scene.until(25_000)
        assert heard == []
        _measured(scene, 130)()
        await scene.settle()
        await scene.until(25_000)
        assert len(heard) == 1
        for step in range(10):  # it swings to and fro
            await scene.until(25_100 + 100 * step)
            _measured(scene, 30 if step % 2 else 200)()
        assert len(heard) == 1
        await scene.until(30_000)
        assert len(heard) == 2
