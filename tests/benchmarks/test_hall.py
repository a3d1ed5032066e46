import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ukumbi
from benchmarks.cells import Cells, Play
from benchmarks.hall import steps
from benchmarks.hall.scripts import rukuni_scripts
from ukumbi.core import Illegal, Match, Options

ROOT = Path(__file__).resolve().parents[2]
SMALL = "--tables 3 --seconds 0.3 --warm-up 20 --repeats 1 --against= --no-peers --part moves"


def test_it_plays_on_a_bare_line_and_in_a_hall_and_compares_them() -> None:
    command = [sys.executable, "-m", "benchmarks.hall", *SMALL.split()]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode in (0, 1)
    for system in ("bare line, Rukuni", "hall, Rukuni", "bare line, cells", "hall, cells"):
        line = next(line for line in done.stdout.splitlines() if line.startswith(system))
        assert int(line[26:35].replace(",", "")) > 0
    assert "hall / bare line: " in done.stdout
    assert "hall's p99 / bare line's: " in done.stdout


def test_scripts_are_whole_games_in_which_the_first_connection_begins_and_then_they_take_turns() -> None:
    mover = 0
    for script in rukuni_scripts(pair=1, tables=4):
        match = ukumbi.match("rukuni", options=script.options)
        for move in script.moves:
            match.play(mover, move)
            mover = 1 - mover
        assert match.outcome is not None


def test_cells_is_a_game_of_strict_turns() -> None:
    match = Match(Cells(), 2, Options())
    match.begin()
    match.play(0, "0 1 0")
    with pytest.raises(Illegal):
        match.play(0, "1 2 1")
    with pytest.raises(Illegal):
        match.play(1, Play(1, 7, 0))
    match.play(1, "1 2 1")
    assert match.view(None).cells[:3] == (6, 13, 0)
    assert match.legal(0)
    assert match.legal(1) == ()


@pytest.mark.parametrize("name", steps.GAMES)
def test_steps_are_timed_over_a_random_game(name: str) -> None:
    match = ukumbi.match(name, steps.SEATS[name], seed=1)
    assert list(steps.moments(match, Random(1)))
    assert all(took > 0 for took in steps.measure(name, range(1)).values())
