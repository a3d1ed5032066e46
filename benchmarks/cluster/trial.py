"""All faults, one kind after the other, in one hall in play; then the audit."""

import asyncio
import math
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from benchmarks.audit import Findings
from benchmarks.cluster import faults
from benchmarks.cluster.faults import DECLARED_DEAD, Outage, Resumption
from benchmarks.cluster.nodes import NAMES, Cluster
from benchmarks.cluster.play import BOT_PACE, Play, TurningPoint
from benchmarks.cluster.player import Ways
from benchmarks.cluster.relay import WAYS, Way
from benchmarks.crash import Stuck, all_kinds
from benchmarks.nginx import Nginx
from ukumbi.core import load

AROUND_SECONDS: Final = 5.0
"""After a kill."""
LOOKED_AGAIN: Final = re.compile(r"table (\w+) looks at its log again: (\w+)")
"""What a node notes of a table whose log may not be as it thought, and why."""


class Counts(msgspec.Struct, frozen=True):
    """How often each fault comes."""

    kills: int = 20
    freezes: int = 10
    frozen_appends: int = 10
    frozen_seconds: float = 5.0
    goings: int = 10
    outages: int = 1
    outage_seconds: float = 5.0
    cuts: tuple[tuple[Way, ...], ...] = (("up",), ("down",), WAYS)
    swallowed: int = 200

    @property
    def total(self) -> int:
        parts = self.kills, self.freezes, self.frozen_appends, self.goings, self.outages, len(self.cuts)
        return sum(parts) + bool(self.swallowed)


class Takeover(NamedTuple):
    """What a player of a killed node waits for, in seconds."""

    noticing: float
    """Until the node is declared dead."""
    claiming: float
    """Until another owns the table."""
    folding: float
    """Until that one has read and folded it, and the player sees it."""


class Trial(msgspec.Struct):
    """What was measured, and what was found."""

    tables: int
    kills: list[Resumption] = []
    freezes: list[Resumption] = []
    goings: list[Resumption] = []
    cuts: list[Resumption] = []
    outages: list[Outage] = []
    swallowed: int = 0
    takeovers: list[Takeover] = []
    """After kills."""
    late_deadlines: list[float] = []
    """Seconds by which deadlines were late that fell due around a kill."""
    findings: Findings = msgspec.field(default_factory=Findings)
    zombies: list[str] = []
    """Events written by a life that did not own the table."""
    surprised: list[str] = []
    """Tables that a node found written by another, though no write of theirs was in doubt."""
    stuck: str = ""
    ahead_ms: int = 0
    """By how much an event's time was ahead of the database's at most."""
    exit_codes: list[int] = []
    """Those that were not expected."""

    def faults(self) -> list[str]:
        """What may never happen, in words."""
        said = [
            *self.findings.faults(),
            *(f"written by no owner: {event}" for event in self.zombies),
            *(f"written by another: {table}" for table in self.surprised),
            *(f"exit code {code}" for code in self.exit_codes),
        ]
        said += [f"stuck: {self.stuck}"] if self.stuck else []
        stale = [code for one in self.goings for code in one.refused if code == "stale"]
        said += [f"{len(stale)} moves were refused as stale at a handover"] if stale else []
        moved = sum(outage.moved for outage in self.outages)
        said += [f"{moved} tables changed their owner while PostgreSQL was away"] if moved else []
        return said


async def run_trial(
    folder: Path,
    counts: Counts,
    tables: int,
    seed: int = 0,
    *,
    through_nginx: bool = False,
    clock_off: float = 0.0,
    progress: Callable[[str], None] = lambda _: None,
) -> Trial:
    """`clock_off`: by so many seconds the second node's calendar is ahead, and the third's behind."""
    registry, trial = load(["ukumbi.games"]), Trial(tables)
    off = {NAMES[1]: clock_off, NAMES[2]: -clock_off}
    proxy = ("--behind-proxy",) if through_nginx else ()
    async with Cluster(folder, "--bot-pace", BOT_PACE, *proxy, clocks_off=off) as cluster:
        ports = {name: node.port for name, node in cluster.nodes.items()}
        nginx = Nginx(folder, list(ports.values())) if through_nginx else None
        play = Play(cluster, Ways(ports, nginx), registry, all_kinds(registry), tables, seed)
        try:
            if nginx is not None:
                await asyncio.to_thread(nginx.__enter__)
            await play.watch_writers()
            await play.sit_down()
            await _all_faults(play, counts, trial, progress)
        except Stuck as stuck:
            trial.stuck = str(stuck)
        finally:
            await play.leave()
            if nginx is not None:
                nginx.__exit__()
        await _look_back(play, trial)
    return trial


class _Round(NamedTuple):
    """A fault that comes several times, each time at the node with most tables."""

    what: str
    number: int
    fault: Callable[[str], Awaitable[Resumption]]
    measured: list[Resumption]
    exit_code: int


async def _all_faults(play: Play, counts: Counts, trial: Trial, progress: Callable[[str], None]) -> None:
    freeze = partial(faults.freeze, play, seconds=counts.frozen_seconds)
    in_append = partial(freeze, in_append=True)
    rounds = [
        _Round("kill -9", counts.kills, partial(faults.kill, play), trial.kills, 0),
        _Round("SIGSTOP", counts.freezes, freeze, trial.freezes, DECLARED_DEAD),
        _Round("SIGSTOP in an append", counts.frozen_appends, in_append, trial.freezes, DECLARED_DEAD),
        _Round("SIGTERM", counts.goings, partial(faults.terminate, play), trial.goings, 0),
    ]
    rounds += [
        _Round(
            f"cut off {' and '.join(ways)}",
            1,
            partial(_cut_off, play, ways),
            trial.cuts,
            DECLARED_DEAD,
        )
        for ways in counts.cuts
    ]
    for what, number, fault, measured, exit_code in rounds:
        for _ in range(number):
            measured.append(await fault(await play.busiest()))
            if measured[-1].exit_code != exit_code:
                trial.exit_codes.append(measured[-1].exit_code)
            progress(what)
    for _ in range(counts.outages):
        trial.outages.append(await faults.stop_postgres(play, counts.outage_seconds))
        progress("PostgreSQL stopped")
    if counts.swallowed:
        await faults.swallow_answers(play, counts.swallowed)
        trial.swallowed = counts.swallowed
        progress("answers swallowed")


async def _cut_off(play: Play, ways: tuple[Way, ...], name: str) -> Resumption:
    return await faults.cut_off(play, name, *ways)


async def _look_back(play: Play, trial: Trial) -> None:
    trial.findings = await play.audit()
    trial.zombies = await play.zombies()
    trial.ahead_ms = await play.ahead()
    written = await play.clock_events()
    trial.late_deadlines = [
        deadline.late_ms / 1000
        for deadline in trial.findings.deadlines
        if any(
            0 < written[deadline.table, deadline.seq] - kill.moment < AROUND_SECONDS for kill in trial.kills
        )
    ]
    points = await play.turning_points()
    trial.takeovers = [takeover for kill in trial.kills for takeover in _takeovers(kill, points)]
    logs = [node.log() for node in play.cluster.nodes.values()]
    again = [(found[1], found[2]) for log in logs for found in LOOKED_AGAIN.finditer(log)]
    doubted = {table for table, why in again if why == "InDoubt"}
    trial.surprised = [table for table, why in again if why == "Conflict" and table not in doubted]


def _takeovers(kill: Resumption, points: Sequence[TurningPoint]) -> Iterator[Takeover]:
    after = [point for point in points if point.at > kill.moment]
    dead = next((point.at for point in after if point.node == kill.node), kill.moment)
    for table, seconds in kill.arrivals:
        claimed = next((point.at for point in after if point.table == table), math.inf)
        if claimed < kill.moment + seconds:
            yield Takeover(dead - kill.moment, claimed - dead, kill.moment + seconds - claimed)
