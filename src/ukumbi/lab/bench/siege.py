"""`ukumbi bench siege`: a hall in play while others try to crowd its players out, in every way we know of."""

import asyncio
import gc
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, Self

import msgspec
import uvloop
from rich import box
from rich.table import Table as RichTable

from ukumbi.core import Refused, load
from ukumbi.lab.bench.attacks import WAYS, Plan
from ukumbi.lab.bench.audit import Findings, audit
from ukumbi.lab.hall_process import HallProcess, come_first
from ukumbi.lab.people.guest import Guest
from ukumbi.lab.people.pair import Pair
from ukumbi.lab.people.player import Acknowledged

HALL_CORE, ATTACK_CORE = 0, 1
PLAYERS_FIRST: Final = 3
"""Before the hall, beside which they run: they hear at once what it tells them."""
THINKS: Final = (0.25, 0.75)
"""Seconds between the other's move and one's own: lively, and no flood."""
CROWDS: Final = (1, 100)
"""How many addresses attack at once."""
GOAL: Final = 2.0
"""How many times longer than in peace the slowest hundredth of all moves may wait."""
FEW: Final = 0.75
"""Of the moves that are made in peace: with fewer the players were kept from playing. Some begin their next
game a little later, because that takes requests."""
VISIT: Final = 3.0
"""Seconds within which somebody new is served under attack, though a hundred others may be just as new."""
ROOM: Final = 256
"""MiB by which the hall may grow under attack."""
SETTLE: Final = 2.0
"""Seconds after an attack, for what it has left behind."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of its own is made in it
"""Where the ledger lies, if there is such a place: a disk that others use has moments of its own."""
LOOKING: Final = 0.02
"""Seconds between two looks for what the hall has started."""
FOES: Final = 16
"""Where addresses begin from which nobody else calls. Every attack comes from others, of which the hall has
never heard."""
STEAL: Final = 8
"""Where Linux puts it in its first line of figures."""
TRIED: Final = 100
"""With fewer tries there was no attack, because the machine had no time for it."""
STRETCHES: Final = 5
"""How often it is measured during each attack."""
AGAIN: Final = 2
"""How often an attack that slowed players down is made again. All its stretches count: where it was the
attack, they stay slow, and where the machine had something else to do just then, most do not."""


class Waits(msgspec.Struct, frozen=True):
    """How long the moves of some stretch of time waited, in milliseconds."""

    moves: int
    p50: float
    p99: float
    stolen: float = 0.0
    """What the machine under ours took for others meanwhile, as far as it tells."""
    stretches: int = 1

    @classmethod
    def of(cls, waits: Sequence[float], stolen: float = 0.0) -> Self:
        percent = statistics.quantiles(waits, n=100) if len(waits) > 1 else [math.inf] * 99
        return cls(len(waits), percent[49], percent[98], stolen)

    @classmethod
    def usual(cls, stretches: Sequence[Self]) -> Self:
        """The middle of several stretches. Those count in which no more than usual was stolen: that somebody
        waited while the machine was elsewhere says nothing of the hall."""
        usual = statistics.median_low(stretch.stolen for stretch in stretches)
        ours = [stretch for stretch in stretches if stretch.stolen <= usual]
        return cls(
            sum(stretch.moves for stretch in ours),
            statistics.median(stretch.p50 for stretch in ours),
            statistics.median(stretch.p99 for stretch in ours),
            sum(stretch.stolen for stretch in ours),
            len(ours),
        )

    @property
    def moves_a_stretch(self) -> float:
        return self.moves / self.stretches


class Wave(msgspec.Struct, frozen=True):
    """One way, from so many addresses."""

    way: str
    addresses: int
    stretches: list[Waits]
    grown_mib: float
    """The most memory that the hall had meanwhile, beyond what it had before the first attack."""
    done: dict[str, int]
    visit: float = 0.0
    """Seconds until somebody new, who had never called before, had two answers."""

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
            visit=max(self.visit, other.visit),
        )

    @property
    def tried(self) -> int:
        """How often it was tried to crowd others out."""
        tries = (number for what, number in self.done.items() if not what.startswith("answered"))
        return max(tries, default=0)


class SiegeFigures(msgspec.Struct, frozen=True):
    tables: int
    peace: Waits
    waves: list[Wave]
    findings: Findings

    def slower(self, wave: Wave) -> float:
        """How many times longer the slowest hundredth waited."""
        return wave.waits.p99 / self.peace.p99

    def faults(self) -> list[str]:
        """What was promised and is not so."""
        faults = self.findings.faults()
        for wave in self.waves:
            what = f"{wave.way}, from {wave.addresses}"
            if wave.waits.moves_a_stretch < FEW * self.peace.moves_a_stretch:
                made, usual = wave.waits.moves_a_stretch, self.peace.moves_a_stretch
                faults.append(f"{what}: {made:.0f} moves were made at a time instead of {usual:.0f}")
            if self.slower(wave) > GOAL:
                faults.append(f"{what}: moves wait {self.slower(wave):.1f} times as long")
            if wave.visit > VISIT:
                faults.append(f"{what}: somebody new waits {wave.visit:.1f} s")
            if wave.tried < TRIED:
                faults.append(f"{what}: hardly anything was tried, {wave.tried} times")
            if wave.grown_mib > ROOM:
                faults.append(f"{what}: the hall has grown by {wave.grown_mib:.0f} MiB")
        return faults


class Siege:
    def __init__(
        self, hall: HallProcess, pairs: Sequence[Pair], seconds: float, cores: Sequence[int]
    ) -> None:
        self._hall = hall
        self._pairs = pairs
        self._seconds = seconds
        self._cores = cores
        self._players = [player for pair in pairs for player in pair.players]
        self.acknowledged: list[Acknowledged] = []
        self.peace: list[Waits] = []
        self._keeping: asyncio.Task[None] | None = None
        self.empty = 0
        """The hall's memory before the first attack."""
        self._visitors, self._waves = count(), count()

    async def begin(self) -> None:
        if len(self._cores) > 1:
            come_first(0, PLAYERS_FIRST)
            self._keeping = asyncio.create_task(self._keep_apart())
        await self._listen(SETTLE)
        for _ in range(STRETCHES):
            self.peace.append(await self._listen(self._seconds))
        self.empty = self._hall.memory()

    async def _keep_apart(self) -> None:
        while True:
            self._hall.keep_apart(self._cores)
            await asyncio.sleep(LOOKING)

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
        await self._listen(SETTLE)
        self.peace.append(await self._listen(self._seconds))
        self._hall.forget_peak()
        attack = await self._attack(way, addresses)
        assert attack.stdout is not None
        await attack.stdout.readline()  # it begins
        stretches, visits = [], []
        for _ in range(STRETCHES):
            visits.append(asyncio.create_task(self._visit()))
            stretches.append(await self._listen(self._seconds))
        said, _ = await attack.communicate()
        grown = (self._hall.peak_memory() - self.empty) / 2**20
        visit = statistics.median([await visit for visit in visits])
        return Wave(way, addresses, stretches, grown, json.loads(said), visit)

    def is_missed(self, wave: Wave) -> bool:
        return wave.waits.p99 > GOAL * Waits.usual(self.peace).p99

    async def _visit(self) -> float:
        """How long it takes somebody new to be let in and told who they are, and which games there are."""
        number, began = next(self._visitors), time.perf_counter()
        visitor = Guest(self._hall.port, f"127.8.{number >> 7}.{1 + (number & 127)}")
        try:
            async with asyncio.timeout(STRETCHES * self._seconds):
                await visitor.ask("GET", "/api/me")
                await visitor.ask("GET", "/api/games")
        except (OSError, Refused, IndexError, ValueError, TimeoutError):
            return math.inf
        return time.perf_counter() - began

    async def _attack(self, way: str, addresses: int) -> asyncio.subprocess.Process:
        wave = next(self._waves)
        foes = [f"127.{FOES + wave}.{number >> 7}.{1 + (number & 127)}" for number in range(addresses)]
        seconds = STRETCHES * self._seconds
        plan = Plan(self._hall.port, way, foes, seconds, self._pairs[0].table)
        pinned = ["taskset", "-c", str(self._cores[ATTACK_CORE])] if len(self._cores) > 1 else []
        module = [sys.executable, "-m", "ukumbi.lab.bench.attacks", msgspec.json.encode(plan).decode()]
        return await asyncio.create_subprocess_exec(*pinned, *module, stdout=asyncio.subprocess.PIPE)


def stolen() -> float:
    """Milliseconds that our cores were there and another machine had them, since ours was started."""
    try:
        figures = Path("/proc/stat").read_text().partition("\n")[0].split()
        return 1000 * int(figures[STEAL]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):  # not every system tells
        return 0.0


def board(figures: SiegeFigures) -> RichTable:
    shown = RichTable(box=box.SIMPLE)
    shown.add_column("way")
    for column in ("addresses", "moves", "p50", "p99", "times", "visit", "MiB more", "tried"):
        shown.add_column(column, justify="right")
    for wave in figures.waves:
        waits = wave.waits
        measured = f"{waits.p50:.1f} ms", f"{waits.p99:.1f} ms", f"{figures.slower(wave):.1f}"
        shown.add_row(
            wave.way,
            f"{wave.addresses}",
            f"{waits.moves:,}",
            *measured,
            f"{1000 * wave.visit:.0f} ms",
            f"{wave.grown_mib:.0f}",
            f"{wave.tried:,}",
        )
    return shown


def besiege(
    tables: int, seconds: float, ways: Sequence[str] = (), progress: Callable[[str], None] = lambda _: None
) -> SiegeFigures:
    """The hall's event loop and the players on one core; on the other everything else. Players beside the
    attackers would wait for what these have the kernel do there, and that is not the hall's fault."""
    for way in ways:
        if way not in WAYS:
            raise Refused("no_such_attack", way=way, allowed=", ".join(WAYS))
    gc.disable()  # it would be counted as the hall's
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        with HallProcess(Path(folder), "--limits", core=cores[HALL_CORE] if apart else None) as hall:
            if apart:
                os.sched_setaffinity(0, {cores[HALL_CORE]})
            try:
                siege, waves = uvloop.run(
                    _besiege(hall, tables, seconds, ways or list(WAYS), cores, progress)
                )
            finally:
                os.sched_setaffinity(0, cores)
            hall.stop()
        progress("comparing the ledger with what was acknowledged")
        findings = audit(Path(folder) / "hall.sqlite", load(["ukumbi.games"]), siege.acknowledged, [])
    return SiegeFigures(tables, Waits.usual(siege.peace), waves, findings)


async def _besiege(
    hall: HallProcess,
    tables: int,
    seconds: float,
    ways: Sequence[str],
    cores: Sequence[int],
    progress: Callable[[str], None],
) -> tuple[Siege, list[Wave]]:
    progress("sitting down")
    pairs = [Pair(hall.port, number) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down(partial(pair.rng.uniform, *THINKS), watch="on")
    for pair in pairs:
        pair.start()
    siege = Siege(hall, pairs, seconds, cores)
    progress("listening in peace")
    await siege.begin()
    waves = []
    for addresses in CROWDS:
        for way in ways:
            progress(f"{way}, from {addresses}")
            waves.append(await siege.wave(way, addresses))
            for _ in range(AGAIN):
                if siege.is_missed(waves[-1]):
                    waves[-1] = waves[-1].and_again(await siege.wave(way, addresses))
    for pair in pairs:
        pair.leave()
    siege.end()
    siege.collect()
    return siege, waves
