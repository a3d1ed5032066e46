"""A small run of `bots`, with compiled code. Its results are not checked."""

import re

import pytest
from typer.testing import CliRunner

from benchmarks import bots
from benchmarks.__main__ import app


@pytest.mark.deep
def test_people_and_bots_make_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "STRETCHES", 1)
    monkeypatch.setattr(bots, "BOTS", 1)
    monkeypatch.setattr(bots, "first_answer", lambda: 1.0)
    monkeypatch.setattr(bots, "THOUGHTS", 1)
    done = CliRunner().invoke(app, ["bots", "--tables", "2", "--seconds", "3"])
    assert done.exit_code in (0, 1), done.output
    assert "bots, first answer after an install: 1.00 s (accepted: at most 3 s)" in done.stdout
    assert re.search(r"bots, turns made: [1-9]", done.stdout)
