"""A hall killed at any moment keeps every acknowledged move, and its players play on."""

from pathlib import Path

import msgspec

from benchmarks.crash import TableKind, run_crashes

KINDS = (
    TableKind("rukuni", ("open",)),
    TableKind("pounce", ("open",), msgspec.Raw(b'{"rounds": 60, "beat_ms": 500}')),
    TableKind("rukuni", ("1",)),
    TableKind("pounce", ("highest", "open"), msgspec.Raw(b'{"rounds": 40}')),
)


KILLS, TABLES = 2, 16
"""`make deep` has a thousand kills and more tables."""


def test_kills_lose_nothing(tmp_path: Path) -> None:
    measured = run_crashes(
        tmp_path, kills=KILLS, tables=TABLES, seed=7, also=["tests.kit.pounce"], kinds=KINDS
    )
    found = measured.findings
    assert found.faults() == []
    assert len(measured.recovery) == KILLS
    assert found.tables >= TABLES
    assert found.acknowledged > KILLS * TABLES, "every table went on after every kill"
    # The number of moves in half a second depends on the machine.
    assert min(found.views, found.snapshots) > 5, "there was something to compare"
