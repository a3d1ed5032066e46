"""`siege`: a hall in play under attack, directly and through nginx."""

import asyncio
import gc
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import Annotated, Final, Self

import msgspec
import typer
import uvloop
from rich import box
from rich.console import Console
from rich.table import Table as RichTable

from benchmarks.attacks import BEHIND_PROXY, DIRECT, Plan
from benchmarks.audit import Findings, audit
from benchmarks.hall_process import HallProcess, come_first
from benchmarks.nginx import Nginx, is_installed, trust
from benchmarks.players.pair import Pair
from benchmarks.players.player import Acknowledged
from benchmarks.results import Result, at_most, conclude, none_of
from benchmarks.waits import MEMORY, THINKS, Waits, stolen
from ukumbi.core import load

CORES: Final = sorted(os.sched_getaffinity(0))
HALL_CORE, ATTACK_CORE = 0, 1
PLAYERS_FIRST: Final = 3
"""The players' priority, above the hall's on the same core: they hear at once what it tells them."""
CROWDS: Final = (1, 100)
"""How many addresses attack at once."""
P99_MS: Final = 50.0
"""Milliseconds that the slowest hundredth of the players' moves may wait under attack."""
LEAST_SHARE: Final = 0.75
"""The share of the moves made in peace below which players were kept from playing."""
GROWTH_MIB: Final = 300
"""MiB by which the hall may grow under attack."""
SETTLE_SECONDS: Final = 2.0
"""Seconds after an attack, for what it has left behind."""
LOOKING_SECONDS: Final = 0.02
"""Seconds between two looks for what the hall has started."""
FOES: Final = 16
"""The second byte of the first attack's addresses: each attack comes from new ones."""
LEAST_TRIES: Final = 50
"""With fewer tries there was no attack, because the machine had no time for it."""
STRETCHES: Final = 5
"""How often it is measured during each attack."""
AGAIN: Final = 2
"""How often a slow attack is made again. All its stretches count: the machine may have been busy."""


class Wave(msgspec.Struct, frozen=True):
    """One way, from so many addresses."""

    proxied: bool
    way: str
    addresses: int
    stretches: list[Waits]
    grown_mib: float
    """The most memory that the hall had meanwhile, beyond what it had before the first attack."""
    done: dict[str, int]

    @property
    def waits(self) -> Waits:
        return Waits.usual(self.stretches)

    def and_again(self, other: Self) -> Self:
        """This and another attack of the same kind."""
        done = Counter(self.done)
        done.update(other.done)
        return msgspec.structs.replace(
            self,
            stretches=[*self.stretches, *other.stretches],
            grown_mib=max(self.grown_mib, other.grown_mib),
            done=dict(done),
        )

    def __str__(self) -> str:
        return f"{self.way}, from {self.addresses}{' through nginx' if self.proxied else ''}"

    @property
    def tried(self) -> int:
        """How often it was tried to crowd others out."""
        tries = (number for what, number in self.done.items() if not what.startswith("answered"))
        return max(tries, default=0)


class SiegeFigures(msgspec.Struct, frozen=True):
    """One hall, attacked in many ways."""

    proxied: bool
    peace: Waits
    waves: list[Wave]
    findings: Findings

    def faults(self) -> list[str]:
        """Attacks under which players were kept from playing, and attacks that were none."""
        faults = self.findings.faults()
        for wave in self.waves:
            if wave.waits.moves_a_stretch < LEAST_SHARE * self.peace.moves_a_stretch:
                made, usual = wave.waits.moves_a_stretch, self.peace.moves_a_stretch
                faults.append(f"{wave}: {made:.0f} moves were made at a time instead of {usual:.0f}")
            if wave.tried < LEAST_TRIES:
                faults.append(f"{wave}: hardly anything was tried, {wave.tried} times")
        return faults

    def results(self) -> Iterator[Result]:
        name = "siege through nginx" if self.proxied else "siege"
        slowest = max(self.waves, key=lambda wave: wave.waits.p99)
        largest = max(self.waves, key=lambda wave: wave.grown_mib)
        yield at_most(f"{name}, p99 under attack ({slowest.way})", slowest.waits.p99, P99_MS, " ms")
        yield at_most(f"{name}, more memory ({largest.way})", largest.grown_mib, GROWTH_MIB, " MiB", digits=0)
        yield none_of(f"{name}, moves lost", len(self.findings.lost))
        yield none_of(f"{name}, other faults", len(self.faults()) - len(self.findings.lost))


class Siege:
    def __init__(self, hall: HallProcess, proxy: Nginx | None, pairs: Sequence[Pair], seconds: float) -> None:
        self._hall = hall
        self._proxy = proxy
        self._pairs = pairs
        self._seconds = seconds
        self._players = [player for pair in pairs for player in pair.players]
        self.acknowledged: list[Acknowledged] = []
        self.peace: list[Waits] = []
        self._keeping: asyncio.Task[None] | None = None
        self.empty = 0
        """The hall's memory before the first attack."""
        self._waves = count()

    async def begin(self) -> None:
        if len(CORES) > 1:
            come_first(0, PLAYERS_FIRST)
            self._keeping = asyncio.create_task(self._keep_apart())
        await self._listen(SETTLE_SECONDS)
        for _ in range(STRETCHES):
            self.peace.append(await self._listen(self._seconds))
        self.empty = self._hall.memory()

    async def _keep_apart(self) -> None:
        while True:
            self._hall.keep_apart(CORES)
            await asyncio.sleep(LOOKING_SECONDS)

    def end(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()

    async def _listen(self, seconds: float) -> Waits:
        """What is acknowledged in so many seconds; moves that still wait have waited so far."""
        self.collect()
        before = stolen()
        await asyncio.sleep(seconds)
        overdue = [player.waiting for player in self._players if player.waiting]
        return Waits.of([1000 * wait for wait in [*self.collect(), *overdue]], stolen() - before)

    def collect(self) -> list[float]:
        fresh = [move for player in self._players for move in player.acknowledged]
        for player in self._players:
            player.acknowledged.clear()
        self.acknowledged += fresh
        return [move.seconds for move in fresh]

    async def wave(self, way: str, addresses: int) -> Wave:
        await self._listen(SETTLE_SECONDS)
        self.peace.append(await self._listen(self._seconds))
        self._hall.forget_peak()
        attack = await self._attack(way, addresses)
        assert attack.stdout is not None
        await attack.stdout.readline()  # it begins
        stretches = [await self._listen(self._seconds) for _ in range(STRETCHES)]
        said, _ = await attack.communicate()
        grown = (self._hall.peak_memory() - self.empty) / 2**20
        return Wave(self._proxy is not None, way, addresses, stretches, grown, json.loads(said))

    def is_missed(self, wave: Wave) -> bool:
        return wave.waits.p99 > P99_MS

    async def _attack(self, way: str, addresses: int) -> asyncio.subprocess.Process:
        wave = next(self._waves)
        foes = [f"127.{FOES + wave}.{number >> 7}.{1 + (number & 127)}" for number in range(addresses)]
        seconds = STRETCHES * self._seconds
        door, certificate = self._hall.port, None
        if self._proxy is not None:
            door, certificate = self._proxy.port, str(self._proxy.certificate)
        plan = Plan(door, way, foes, seconds, self._pairs[0].table, certificate)
        pinned = ["taskset", "-c", str(CORES[ATTACK_CORE])] if len(CORES) > 1 else []
        module = [sys.executable, "-m", "benchmarks.attacks", msgspec.json.encode(plan).decode()]
        return await asyncio.create_subprocess_exec(*pinned, *module, stdout=asyncio.subprocess.PIPE)


def board(figures: SiegeFigures) -> RichTable:
    shown = RichTable(box=box.SIMPLE)
    shown.add_column("way")
    for column in ("addresses", "moves", "p50", "p99", "MiB more", "tried"):
        shown.add_column(column, justify="right")
    for wave in figures.waves:
        waits = wave.waits
        shown.add_row(
            wave.way,
            f"{wave.addresses}",
            f"{waits.moves:,}",
            f"{waits.p50:.1f} ms",
            f"{waits.p99:.1f} ms",
            f"{wave.grown_mib:.0f}",
            f"{wave.tried:,}",
        )
    return shown


def besiege(
    tables: int, seconds: float, ways: Sequence[str], proxied: bool, progress: Callable[[str], None]
) -> SiegeFigures:
    """The hall's event loop and the players on one core; on the other everything else. Players beside the
    attackers would wait for what these have the kernel do there, and that is not the hall's fault."""
    gc.disable()  # it would be counted as the hall's
    apart = len(CORES) > 1
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name, ExitStack() as opened:
        folder, core = Path(name), CORES[HALL_CORE] if apart else None
        behind = ("--behind-proxy",) if proxied else ()
        hall = opened.enter_context(HallProcess(folder / "hall", "--limits", *behind, core=core))
        proxy = None
        if proxied:
            (folder / "nginx").mkdir()
            outside = CORES[ATTACK_CORE] if apart else None
            proxy = opened.enter_context(Nginx(folder / "nginx", hall.port, core=outside))
        if apart:
            os.sched_setaffinity(0, {CORES[HALL_CORE]})
        try:
            siege, waves = uvloop.run(_besiege(hall, proxy, tables, seconds, ways, progress))
        finally:
            os.sched_setaffinity(0, CORES)
        hall.stop()
        progress("comparing the ledger with what was acknowledged")
        ledger = folder / "hall" / "hall.sqlite"
        findings = audit(ledger, load(["ukumbi.games"]), siege.acknowledged, [])
    return SiegeFigures(proxied, Waits.usual(siege.peace), waves, findings)


async def _besiege(
    hall: HallProcess,
    proxy: Nginx | None,
    tables: int,
    seconds: float,
    ways: Sequence[str],
    progress: Callable[[str], None],
) -> tuple[Siege, list[Wave]]:
    where = "" if proxy is None else " through nginx"
    progress(f"sitting down{where}")
    port, trusted = (hall.port, None) if proxy is None else (proxy.port, trust(proxy.certificate))
    pairs = [Pair(port, number, trusted) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down(partial(pair.rng.uniform, *THINKS), watch="on")
    for pair in pairs:
        pair.start()
    siege = Siege(hall, proxy, pairs, seconds)
    progress(f"listening in peace{where}")
    await siege.begin()
    waves = []
    for addresses in CROWDS:
        for way in ways:
            progress(f"{way}, from {addresses}{where}")
            waves.append(await siege.wave(way, addresses))
            for _ in range(AGAIN):
                if siege.is_missed(waves[-1]):
                    waves[-1] = waves[-1].and_again(await siege.wave(way, addresses))
    for pair in pairs:
        pair.leave()
    siege.end()
    siege.collect()
    return siege, waves


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 2.0,
    way: Annotated[list[str] | None, typer.Option(help="Attack in this way alone; may be repeated.")] = None,
) -> None:
    """Attack a hall in play, directly and through nginx: do its players notice, is anything lost?"""
    chosen = way or list(BEHIND_PROXY)
    if unknown := [each for each in chosen if each not in BEHIND_PROXY]:
        raise typer.BadParameter(f"there is no attack {unknown[0]!r}; there are: {', '.join(BEHIND_PROXY)}")
    console = Console(highlight=False)
    console.width = max(console.width, 110)
    typer.echo(f"{tables} tables in play, each move on its ledger before it is acknowledged; hall and")
    typer.echo("players on one core, attackers and nginx on another; the ledger lies in memory")
    results: list[Result] = []
    for proxied, known in ((False, DIRECT), (True, BEHIND_PROXY)):
        ways = [each for each in chosen if each in known]
        if proxied and not is_installed():
            typer.echo("not measured behind a proxy: there is no nginx (apt-get install nginx-light openssl)")
        elif ways:
            with Console(stderr=True).status("starting a hall") as status:
                figures = besiege(tables, seconds, ways, proxied, status.update)
            _tell(figures, console)
            results += figures.results()
    conclude(*results)


def _tell(figures: SiegeFigures, console: Console) -> None:
    peace = figures.peace
    typer.echo("\nthrough nginx" if figures.proxied else "\ndirectly")
    typer.echo(f"in peace: {peace.moves:,} moves, p50 {peace.p50:.1f} ms, p99 {peace.p99:.1f} ms")
    console.print(board(figures))
    typer.echo(f"  acknowledged moves  {figures.findings.acknowledged:10,}")
    for fault in figures.faults():
        typer.echo(fault, err=True)
