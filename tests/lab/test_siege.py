"""A siege in small: every way is tried, players play on, and the command fails when a promise is not kept."""

import math

import msgspec
import pytest
from typer.testing import CliRunner

from ukumbi.cli import app
from ukumbi.lab.bench import siege
from ukumbi.lab.bench.attacks import WAYS
from ukumbi.lab.bench.audit import Findings
from ukumbi.lab.bench.siege import SiegeFigures, Waits, Wave


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siege, "CROWDS", (3,))
    monkeypatch.setattr(siege, "SETTLE", 0.1)
    monkeypatch.setattr(siege, "STRETCHES", 1)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "ways",
    [["never read", "deaf sockets"], pytest.param(list(WAYS), marks=pytest.mark.deep)],
    ids=["some", "all"],
)
def test_every_way_is_tried_and_nothing_is_lost(ways: list[str]) -> None:
    """What it takes is not judged here."""
    figures = siege.besiege(tables=3, seconds=0.5, ways=ways)
    assert [wave.way for wave in figures.waves] == ways
    for wave in figures.waves:
        assert sum(wave.done.values()) > 0, wave.way
        assert wave.waits.moves > 0, wave.way
        assert 0 < wave.visit < math.inf, wave.way
    assert figures.findings.acknowledged > 0
    assert figures.findings.faults() == []


PEACE = Waits(3_000, 1.0, 4.0)
CALM = Wave("silent", 1, [Waits(3_000, 1.5, 7.9)], 255.0, {"connections": 100})


@pytest.mark.parametrize(
    ("wave", "findings", "fault"),
    [
        (CALM, Findings(), None),
        (msgspec.structs.replace(CALM, stretches=[Waits(3_000, 1.0, 8.1)]), Findings(), "times as long"),
        (msgspec.structs.replace(CALM, stretches=[Waits(2_000, 1.0, 4.0)]), Findings(), "2000 moves"),
        (msgspec.structs.replace(CALM, grown_mib=257.0), Findings(), "MiB"),
        (CALM, Findings(lost=["t: a1"]), "lost"),
        (msgspec.structs.replace(CALM, done={"answered 429": 500}), Findings(), "hardly anything was tried"),
        (msgspec.structs.replace(CALM, visit=3.1), Findings(), "somebody new waits 3.1 s"),
    ],
)
def test_a_promise_that_is_not_kept_is_told(
    monkeypatch: pytest.MonkeyPatch, wave: Wave, findings: Findings, fault: str | None
) -> None:
    monkeypatch.setattr(siege, "besiege", lambda *_: SiegeFigures(100, PEACE, [wave], findings))
    result = CliRunner().invoke(app, ["bench", "siege"])
    assert result.exit_code == (0 if fault is None else 1)
    assert ("held" in result.stdout) is (fault is None)
    assert fault is None or fault in result.stderr


def test_stretches_count_in_which_we_had_the_machine() -> None:
    calm, taken = (
        [Waits(400, 1.0, 3.0), Waits(400, 1.2, 5.0), Waits(400, 1.4, 4.0)],
        Waits(400, 9.0, 90.0, 20.0),
    )
    assert Waits.usual([taken, *calm, taken]) == Waits(1_200, 1.2, 4.0, 0.0, 3)
    assert Waits.usual([taken, taken, calm[0]]) == Waits(1_200, 9.0, 90.0, 40.0, 3), "as is usual there"


def test_an_attack_that_is_made_again_counts_with_all_its_stretches() -> None:
    slow, fast = Waits(400, 1.0, 50.0), Waits(400, 1.0, 3.0)
    wave = msgspec.structs.replace(CALM, stretches=[slow, slow, fast])
    again = wave.and_again(msgspec.structs.replace(CALM, stretches=[fast, fast], grown_mib=7.0, visit=1.0))
    assert wave.waits.p99 == 50.0
    assert again.waits == Waits(2_000, 1.0, 3.0, 0.0, 5)
    assert (again.tried, again.grown_mib, again.visit) == (200, 255.0, 1.0)
    assert again.and_again(wave).waits.p99 > 3.0, "it is not the best that counts"


def test_an_unknown_way_names_those_there_are() -> None:
    result = CliRunner().invoke(app, ["bench", "siege", "--way", "shouting"])
    assert result.exit_code == 2
    assert "nonsense" in result.stderr
