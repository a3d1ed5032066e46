"""A small run of `siege`. Its results are not checked."""

import pytest
from typer.testing import CliRunner

from benchmarks import siege
from benchmarks.__main__ import app
from benchmarks.attacks import BEHIND_PROXY
from benchmarks.nginx import is_installed


@pytest.mark.parametrize(
    "attacks",
    [["unread sockets"], pytest.param(list(BEHIND_PROXY), marks=pytest.mark.deep)],
    ids=["some", "all"],
)
def test_every_attack_is_made_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch, attacks: list[str]
) -> None:
    monkeypatch.setattr(siege, "ADDRESS_COUNTS", (3,))
    monkeypatch.setattr(siege, "SETTLE_SECONDS", 0.1)
    monkeypatch.setattr(siege, "STRETCHES", 1)
    monkeypatch.setattr(siege, "REPETITIONS", 0)
    chosen = [word for attack in attacks for word in ("--attack", attack)]
    done = CliRunner().invoke(app, ["siege", "--tables", "3", "--seconds", "0.5", *chosen])
    assert done.exit_code in (0, 1), done.output
    for attack in attacks:
        assert f"\n {attack} " in done.stdout.replace("  ", " "), done.output
    assert "siege, moves lost: 0 (accepted: 0)" in done.stdout
    assert ("siege through nginx, moves lost: 0 (accepted: 0)" in done.stdout) is is_installed()
