"""The last lines of a benchmark, and its exit code."""

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.results import SKIPPED, at_least, at_most, conclude, need, none_of


def test_each_accepted_figure_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    conclude(at_most("p99", 3.14, 50, " ms"), at_least("speed", 12, 10, " times"), none_of("lost", 0))
    assert capsys.readouterr().out.splitlines() == [
        "p99: 3.1 ms (accepted: at most 50 ms)",
        "speed: 12.0 times (accepted: at least 10 times)",
        "lost: 0 (accepted: 0)",
    ]


def test_a_figure_that_falls_short_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        conclude(at_most("p99", 51, 50), at_least("speed", 12, 10))
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == "falls short: p99\n"


def test_a_missing_module_skips_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        need("no_such_module", "pip install it")
    assert ended.value.exit_code == SKIPPED
    assert "pip install it" in capsys.readouterr().err


def test_without_a_name_all_benchmarks_are_listed() -> None:
    listed = CliRunner().invoke(app)
    assert listed.exit_code == 0
    for name in ("hall", "crash", "siege", "path", "bots", "fairness", "rukuni", "ubongo", "unikato"):
        assert name in listed.output
