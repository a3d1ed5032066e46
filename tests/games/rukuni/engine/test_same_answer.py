"""The same position and seed give the same turn, at every level limited by positions, not by seconds."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.games.rukuni.engine.test_compiled_engine import drawn
from tests.games.rukuni.table import GAME
from ukumbi.core import Seat
from ukumbi.games.rukuni.bot import BOTS, ThinkingBot
from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine
from ukumbi.games.rukuni.engine.plain_engine import PlainEngine
from ukumbi.games.rukuni.position import format_position
from ukumbi.library import play

BY_SECONDS = ["10"]
BY_POSITIONS = [level for level in BOTS if level not in BY_SECONDS]
POSITIONS = [format_position(drawn(seed, 3 * seed)) for seed in range(1, 13, 2)]
each_engine = pytest.mark.parametrize("engine", [CompiledEngine(), PlainEngine()], ids=["compiled", "plain"])

ALL_ANSWERS = """
from tests.games.rukuni.engine.test_same_answer import BY_POSITIONS, answers
for level in BY_POSITIONS:
    print(level, answers(level))
"""


def answers(level: str) -> list[str]:
    """The turn chosen in each of the positions."""
    turns = []
    for seed, position in enumerate(POSITIONS):
        state = GAME.from_position(position)
        seat = Seat(state.seat(state.position.turn))
        turns.append(f"{BOTS[level].choose(GAME, GAME.view(state, seat), seat, Random(seed))}")
    return turns


def test_levels_limited_by_seconds_are_documented() -> None:
    """The docs and `ukumbi arena --help` name them."""
    thinking = {level: bot for level, bot in BOTS.items() if isinstance(bot, ThinkingBot)}
    assert [level for level, bot in thinking.items() if bot.seconds is not None] == BY_SECONDS


@pytest.mark.parametrize("level", BY_POSITIONS)
def test_the_same_process_gives_the_same_answer(level: str) -> None:
    assert answers(level) == answers(level)


@pytest.mark.parametrize("hashing", ["1", "2"])
def test_another_process_gives_the_same_answer(hashing: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALL_ANSWERS],
        env={**os.environ, "PYTHONHASHSEED": hashing},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [f"{level} {answers(level)}" for level in BY_POSITIONS]


@pytest.mark.parametrize("level", ["6", "7"])
def test_several_threads_get_the_same_answer(level: str) -> None:
    """All bots of a process share one engine."""
    alone = [play("rukuni", [level, "1"], seed=seed) for seed in range(3)]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda seed: play("rukuni", [level, "1"], seed=seed), range(3))) == alone


def test_the_strongest_level_can_be_limited_by_positions() -> None:
    """Then earlier searches leave no trace."""
    state = GAME.from_position(POSITIONS[2])
    bot, seat = ThinkingBot(whim=1.0), Seat(state.seat(state.position.turn))
    turns = {bot.choose(GAME, GAME.view(state, seat), seat, Random(2)) for _ in range(2)}
    assert len(turns) == 1


@each_engine
@pytest.mark.parametrize("most", [1, 1_000, 20_000])
def test_it_ends_at_its_limit_of_positions(engine: CompiledEngine | PlainEngine, most: int) -> None:
    """It may finish the turns of one position."""
    position, thoughts = drawn(3, 12), []
    for _ in range(2):
        engine.forget()
        thoughts.append(engine.think(position, margin=1.0, positions=most))
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].best[0].turn in set(position.turns())
    assert most <= thoughts[0].positions < most + 1000


@each_engine
def test_a_search_looks_at_no_more_positions_than_its_depth_takes(
    engine: CompiledEngine | PlainEngine,
) -> None:
    position, thoughts = drawn(3, 12), []
    for most in (None, 10**9):
        engine.forget()
        thoughts.append(engine.think(position, depth=3, positions=most))
    assert thoughts[0] == thoughts[1]
