"""`siege` in small. What it takes is not judged here."""

import pytest
from typer.testing import CliRunner

from benchmarks import siege
from benchmarks.__main__ import app
from benchmarks.attacks import BEHIND_PROXY


@pytest.mark.parametrize(
    "ways",
    [["unread sockets"], pytest.param(list(BEHIND_PROXY), marks=pytest.mark.deep)],
    ids=["some", "all"],
)
def test_every_way_is_tried_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch, ways: list[str]) -> None:
    monkeypatch.setattr(siege, "CROWDS", (3,))
    monkeypatch.setattr(siege, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(siege, "STRETCHES", 1)
    monkeypatch.setattr(siege, "AGAIN", 0)
    chosen = [word for way in ways for word in ("--way", way)]
    done = CliRunner().invoke(app, ["siege", "--tables", "3", "--seconds", "0.5", *chosen])
    assert done.exit_code in (0, 1), done.output
    for way in ways:
        assert f"\n {way} " in done.stdout.replace("  ", " "), done.output
    assert "siege, moves lost: 0 (accepted: 0)" in done.stdout
