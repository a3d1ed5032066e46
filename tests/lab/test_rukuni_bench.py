"""`ukumbi bench rukuni`: what is compared, and what it says about it."""

from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from ukumbi.cli import app
from ukumbi.games.ubongo.reading import Mistake
from ukumbi.lab.bench import rukuni
from ukumbi.lab.bench.rukuni import KernelFigures


def told(monkeypatch: pytest.MonkeyPatch, theirs: float) -> tuple[int, str]:
    monkeypatch.setattr(rukuni, "check_needs", lambda: None)
    monkeypatch.setattr(rukuni, "measure", lambda *_: KernelFigures(120_000, 200, theirs))
    done = CliRunner().invoke(app, ["bench", "rukuni"])
    return done.exit_code, done.output


def test_all_speeds_and_their_ratio_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = told(monkeypatch, theirs=10_000)
    assert code == 0
    for line in ("ours, compiled                 120,000", "by the rules                 200", "10,000"):
        assert line in said
    assert "12.0 times as many as OpenSpiel" in said


def test_less_than_ten_times_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, theirs=12_000)[0] == 0
    code, said = told(monkeypatch, theirs=12_001)
    assert code == 1
    assert "it should be 10 times as many" in said


@pytest.mark.parametrize(("missing", "extra"), [("numba", "engine"), ("pyspiel", "bench")])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, missing: str, extra: str) -> None:
    monkeypatch.setattr(rukuni, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(Mistake, match=extra):
        rukuni.check_needs()


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is for benchmarks only")
def test_everybody_plays() -> None:
    figures = rukuni.measure(0.05, seed=1)
    assert min(figures.ours, figures.plain, figures.theirs) > 0
