"""`ukumbi bench ubongo`: what is compared, and what it says about it."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from tests.games.ubongo.reference import fillings
from ukumbi.cli import app
from ukumbi.games.ubongo.boards import tasks
from ukumbi.lab.bench import ubongo
from ukumbi.lab.bench.ubongo import Differs, SolverFigures


def told(monkeypatch: pytest.MonkeyPatch, measure: Callable[..., SolverFigures]) -> tuple[int, str]:
    monkeypatch.setattr(ubongo, "measure", measure)
    done = CliRunner().invoke(app, ["bench", "ubongo"])
    return done.exit_code, done.output


def figures(bools: float) -> SolverFigures:
    return SolverFigures(tasks=689, solutions=1_591, ours=0.001, bools=bools, sparse=0.015)


def test_both_times_and_their_ratio_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = told(monkeypatch, lambda *_: figures(bools=0.0305))
    assert code == 0
    assert "689 tasks of level 4" in said
    assert "1,591, the same for each task by all" in said
    assert "1.00 ms, all building included" in said
    assert "30.50 ms, 30.5 times as long" in said
    assert "15.00 ms, 15.0 times as long" in said


def test_less_than_twenty_times_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, lambda *_: figures(bools=0.02))[0] == 0
    code, said = told(monkeypatch, lambda *_: figures(bools=0.0199))
    assert code == 1
    assert "should be 20 times as fast" in said


def test_different_counts_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(*_: object) -> SolverFigures:
        raise Differs("bools does not count the same")

    code, said = told(monkeypatch, measure)
    assert code == 1
    assert "not comparable" in said


def test_the_matrices_are_the_tasks() -> None:
    """Every cell of both levels and every piece once: the rows of each known filling cover all columns."""
    for task in tasks(4)[::100]:
        matrix = ubongo._matrix(task)
        assert matrix.shape[1] == 2 * len(task.outline) + len(task.pieces)
        rows = {frozenset(map(int, row.nonzero()[0])) for row in matrix}
        assert len(rows) == len(matrix)
        room = sorted((x, y, z) for x, y in task.outline for z in (0, 1))
        for filling in fillings(task.outline, task.pieces):
            lying = {
                frozenset([*map(room.index, cubes), len(room) + task.pieces.index(piece)])  # type: ignore[arg-type]
                for piece, cubes in filling
            }
            assert lying <= rows
            assert sorted(column for row in lying for column in row) == list(range(matrix.shape[1]))


@pytest.mark.deep
def test_the_solvers_count_the_same() -> None:
    """In a process of its own: a first run compiles xcover, which takes a while and warns."""
    words = [sys.executable, "-m", "ukumbi", "bench", "ubongo", "--rounds", "1"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, env={**os.environ})
    assert "1,591, the same for each task by all" in done.stdout, done.stderr
    assert "Warning" not in done.stderr
