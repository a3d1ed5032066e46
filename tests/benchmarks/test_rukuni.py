"""A small run of `rukuni`: random games, and a game against MCTS."""

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app

pytest.importorskip("pyspiel", reason="OpenSpiel is for benchmarks only")


def test_random_games_are_compared() -> None:
    done = CliRunner().invoke(app, ["rukuni", "--seconds", "0.05"])
    assert done.exit_code in (0, 1), done.output
    assert "rukuni, random games beside OpenSpiel's: " in done.stdout
    assert "times (accepted: at least 10 times)" in done.stdout


def test_games_against_mcts_come_in_pairs_that_change_colours() -> None:
    done = CliRunner().invoke(app, ["rukuni", "--against-mcts", "2", "--seconds", "0.01"])
    assert done.exit_code in (0, 1), done.output
    assert [line.split()[1] for line in done.stdout.splitlines()[1:3]] == ["white", "grey"]
    assert "rukuni, won of 100 against MCTS: " in done.stdout
