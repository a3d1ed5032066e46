"""`ukumbi bench bots` in small: the bots make turns meanwhile, and a promise that is not kept is told."""

import msgspec
import pytest
from typer.testing import CliRunner

from ukumbi.cli import app
from ukumbi.lab.bench import thinking
from ukumbi.lab.bench.siege import Waits
from ukumbi.lab.bench.thinking import ThinkingFigures

KEPT = ThinkingFigures(100, Waits(3_000, 1.0, 4.0), Waits(3_000, 1.5, 5.9), turns=20, first=2.9, longest=1.02)


@pytest.mark.deep
def test_people_and_bots_move_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it takes is not judged here, nor is anything compiled anew."""
    monkeypatch.setattr(thinking, "STRETCHES", 1)
    monkeypatch.setattr(thinking, "BOTS", 1)
    monkeypatch.setattr(thinking, "first_answer", lambda: 1.0)
    monkeypatch.setattr(thinking, "THOUGHTS", 1)
    figures = thinking.measure(tables=2, seconds=3.0, progress=lambda _: None)
    assert figures.without.moves > 0
    assert figures.thinking.moves > 0
    assert figures.turns > 0
    assert figures.first == 1.0


@pytest.mark.parametrize(
    ("figures", "fault"),
    [
        (KEPT, None),
        (msgspec.structs.replace(KEPT, thinking=Waits(3_000, 1.5, 6.1)), "1.52 times as long"),
        (msgspec.structs.replace(KEPT, first=3.1), "first answer took 3.1 s"),
        (msgspec.structs.replace(KEPT, longest=1.25), "1.25 times as long as it may"),
        (msgspec.structs.replace(KEPT, turns=0), "no bot has made a turn"),
    ],
)
def test_a_promise_that_is_not_kept_is_told(
    monkeypatch: pytest.MonkeyPatch, figures: ThinkingFigures, fault: str | None
) -> None:
    monkeypatch.setattr(thinking, "measure", lambda *_: figures)
    done = CliRunner().invoke(app, ["bench", "bots"])
    assert done.exit_code == (0 if fault is None else 1)
    assert ("held" in done.stdout) is (fault is None)
    assert fault is None or fault in done.stderr
