"""Manipulated connections at a table where everyone moves at once gain nothing."""

from pathlib import Path

from tests.kit.halls import arrive
from tests.kit.scripted_table import ILLEGAL, Player, ScriptedTable, scripted_table
from ukumbi.core import Seat
from ukumbi.hall.allowance import Latency


def _another_connection(scene: ScriptedTable, of: Player, lag_ms: float | None) -> Player:
    """Another connection of the same person."""
    connection = Player(scene, of.person, of.seat, 0)
    connection.lag = None if lag_ms is None else lag_ms / 1000
    arrive(scene.table, connection, Seat(of.seat))
    return connection


async def test_a_near_listening_connection_makes_its_player_near(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        honest, far = scene.players
        _another_connection(scene, far, 12)
        await scene.until(1000)
        honest.play(honest.lowest(), "honest")
        await scene.until(1200)
        far.play(far.lowest(), "trick")
        await scene.until(2000)
        assert [actor for _, actor in scene.order()] == [0, 1]
        assert honest.answers == [(1002, "honest")]


async def test_opening_the_far_connection_later_does_not_help(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 12) as scene:
        honest, near = scene.players
        await scene.until(1000)
        scene.table.leave(near)
        scene.hall.disconnect(near)
        far = _another_connection(scene, near, 250)
        await scene.until(50_000)
        honest.play(honest.lowest(), "honest")
        await scene.until(50_200)
        far.play(far.lowest(), "trick")
        await scene.until(51_000)
        assert [actor for _, actor in scene.order()] == [0, 1]


async def test_a_silent_connection_delays_no_move(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, far = scene.players
        far.silent = True
        await scene.until(1000)
        near.play(near.lowest(), "near")
        await scene.settle()
        assert near.answers == [(1000, "near")]


async def test_the_gain_from_jitter_in_one_game_is_bounded(tmp_path: Path) -> None:
    """By a second in total, beyond 10.8 ms for each move; no player waits longer than can be granted."""
    async with scripted_table(tmp_path, 10, 10) as scene:
        honest, jittery = scene.players
        jittery.varying = Latency(0.3, 0.01)
        held = []
        for step in range(5):
            now = 10_000 * (step + 1)
            await scene.until(now)
            jittery.play(ILLEGAL, f"{step}")
            await scene.until(now + 1)
            honest.play(ILLEGAL, f"h{step}")
            await scene.until(now + 1000)
            held.append(round(honest.answers[-1][0] - now - 1))
        assert held == [290, 290, 173, 11, 11]


# a busy hall


async def test_moves_count_from_arrival_not_from_reading(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 10, 100) as scene:
        first, second, _ = scene.players
        await scene.until(1000)
        second.play(second.lowest(), "read first")
        first.play(first.lowest(), "came first", waited=30 * 1_000_000)
        await scene.until(2000)
        assert scene.order() == [(960, 0), (990, 1)]
