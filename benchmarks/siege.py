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
from benchmarks.move_latency import MEMORY_FOLDER, THINK_SECONDS, MoveLatency, stolen
from benchmarks.nginx import Nginx, is_installed, trust
from benchmarks.players.pair import Pair
from benchmarks.players.player import Acknowledged
from benchmarks.results import Result, at_most, conclude, none_of
from ukumbi.core import load

CORES: Final = sorted(os.sched_getaffinity(0))
HALL_CORE, ATTACK_CORE = 0, 1
PLAYERS_PRIORITY: Final = 3
"""The players' priority, above the hall's on the same core, so that they read answers at once."""
ADDRESS_COUNTS: Final = (1, 100)
"""Numbers of attacking addresses."""
MAX_P99_MS: Final = 50.0
"""The accepted p99 of players' moves under attack."""
MIN_SHARE: Final = 0.75
"""The accepted share of the moves made in undisturbed."""
MAX_GROWTH_MIB: Final = 300
"""The accepted growth of the hall under attack."""
SETTLE_SECONDS: Final = 2.0
"""The pause after an attack."""
PIN_INTERVAL_SECONDS: Final = 0.02
"""The interval of looking for new threads and processes of the hall."""
FIRST_NETWORK: Final = 16
"""The second byte of the first attack's addresses. Each attack has new ones."""
MIN_TRIES: Final = 50
"""With fewer tries the attack did not take place: the machine was too busy."""
STRETCHES: Final = 5
"""Measurements during each attack."""
REPETITIONS: Final = 2
"""Repetitions of an attack with a high p99, in case the machine was busy. All measurements count."""


class AttackMeasurements(msgspec.Struct, frozen=True):
    """Measurements of one attack from a number of addresses."""

    proxied: bool
    attack: str
    addresses: int
    stretches: list[MoveLatency]
    growth_mib: float
    """The hall's peak memory during the attack, beyond its memory before the first attack."""
    done: dict[str, int]

    @property
    def latency(self) -> MoveLatency:
        return MoveLatency.usual(self.stretches)

    def combined_with(self, other: Self) -> Self:
        """Combine this with a repetition."""
        done = Counter(self.done)
        done.update(other.done)
        return msgspec.structs.replace(
            self,
            stretches=[*self.stretches, *other.stretches],
            growth_mib=max(self.growth_mib, other.growth_mib),
            done=dict(done),
        )

    def __str__(self) -> str:
        return f"{self.attack}, from {self.addresses}{' through nginx' if self.proxied else ''}"

    @property
    def tried(self) -> int:
        """The number of tries."""
        tries = (number for what, number in self.done.items() if not what.startswith("answered"))
        return max(tries, default=0)


class SiegeMeasurements(msgspec.Struct, frozen=True):
    """Measurements of one hall under all attacks."""

    proxied: bool
    undisturbed: MoveLatency
    attacks: list[AttackMeasurements]
    findings: Findings

    def faults(self) -> list[str]:
        """Attacks that kept players from playing, and attacks with hardly any tries."""
        faults = self.findings.faults()
        for attack in self.attacks:
            if attack.latency.moves_a_stretch < MIN_SHARE * self.undisturbed.moves_a_stretch:
                made, usual = attack.latency.moves_a_stretch, self.undisturbed.moves_a_stretch
                faults.append(f"{attack}: {made:.0f} moves in each stretch instead of {usual:.0f}")
            if attack.tried < MIN_TRIES:
                faults.append(f"{attack}: hardly any tries, {attack.tried}")
        return faults

    def results(self) -> Iterator[Result]:
        name = "siege through nginx" if self.proxied else "siege"
        slowest = max(self.attacks, key=lambda attack: attack.latency.p99)
        largest = max(self.attacks, key=lambda attack: attack.growth_mib)
        yield at_most(f"{name}, p99 under attack ({slowest.attack})", slowest.latency.p99, MAX_P99_MS, " ms")
        yield at_most(
            f"{name}, more memory ({largest.attack})", largest.growth_mib, MAX_GROWTH_MIB, " MiB", digits=0
        )
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
        self.undisturbed: list[MoveLatency] = []
        self._keeping: asyncio.Task[None] | None = None
        self.empty = 0
        """The hall's memory before the first attack."""
        self._attack_numbers = count()

    async def begin(self) -> None:
        if len(CORES) > 1:
            come_first(0, PLAYERS_PRIORITY)
            self._keeping = asyncio.create_task(self._keep_apart())
        await self._listen(SETTLE_SECONDS)
        for _ in range(STRETCHES):
            self.undisturbed.append(await self._listen(self._seconds))
        self.empty = self._hall.memory()

    async def _keep_apart(self) -> None:
        while True:
            self._hall.keep_apart(CORES)
            await asyncio.sleep(PIN_INTERVAL_SECONDS)

    def end(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()

    async def _listen(self, seconds: float) -> MoveLatency:
        """The latency of the moves in this many seconds. Waiting moves count with their wait so far."""
        self.collect()
        before = stolen()
        await asyncio.sleep(seconds)
        overdue = [player.waiting for player in self._players if player.waiting]
        return MoveLatency.of([1000 * wait for wait in [*self.collect(), *overdue]], stolen() - before)

    def collect(self) -> list[float]:
        fresh = [move for player in self._players for move in player.acknowledged]
        for player in self._players:
            player.acknowledged.clear()
        self.acknowledged += fresh
        return [move.seconds for move in fresh]

    async def measure_attack(self, attack: str, addresses: int) -> AttackMeasurements:
        await self._listen(SETTLE_SECONDS)
        self.undisturbed.append(await self._listen(self._seconds))
        self._hall.forget_peak()
        process = await self._start_attack(attack, addresses)
        assert process.stdout is not None
        await process.stdout.readline()  # wait for its beginning
        stretches = [await self._listen(self._seconds) for _ in range(STRETCHES)]
        said, _ = await process.communicate()
        grown = (self._hall.peak_memory() - self.empty) / 2**20
        return AttackMeasurements(
            self._proxy is not None, attack, addresses, stretches, grown, json.loads(said)
        )

    def is_too_slow(self, attack: AttackMeasurements) -> bool:
        return attack.latency.p99 > MAX_P99_MS

    async def _start_attack(self, attack: str, addresses: int) -> asyncio.subprocess.Process:
        network = FIRST_NETWORK + next(self._attack_numbers)
        attacking = [f"127.{network}.{number >> 7}.{1 + (number & 127)}" for number in range(addresses)]
        seconds = STRETCHES * self._seconds
        port, certificate = self._hall.port, None
        if self._proxy is not None:
            port, certificate = self._proxy.port, str(self._proxy.certificate)
        plan = Plan(port, attack, attacking, seconds, self._pairs[0].table, certificate)
        pinned = ["taskset", "-c", str(CORES[ATTACK_CORE])] if len(CORES) > 1 else []
        module = [sys.executable, "-m", "benchmarks.attacks", msgspec.json.encode(plan).decode()]
        return await asyncio.create_subprocess_exec(*pinned, *module, stdout=asyncio.subprocess.PIPE)


def board(measured: SiegeMeasurements) -> RichTable:
    shown = RichTable(box=box.SIMPLE)
    shown.add_column("attack")
    for column in ("addresses", "moves", "p50", "p99", "MiB more", "tried"):
        shown.add_column(column, justify="right")
    for attack in measured.attacks:
        latency = attack.latency
        shown.add_row(
            attack.attack,
            f"{attack.addresses}",
            f"{latency.moves:,}",
            f"{latency.p50:.1f} ms",
            f"{latency.p99:.1f} ms",
            f"{attack.growth_mib:.0f}",
            f"{attack.tried:,}",
        )
    return shown


def besiege(
    tables: int, seconds: float, attack_names: Sequence[str], proxied: bool, progress: Callable[[str], None]
) -> SiegeMeasurements:
    """The hall's event loop and the players share one core; all else is on the other. Beside the attackers,
    players would wait for the attackers' work in the kernel, which is not the hall's fault."""
    gc.disable()  # its pauses would count as the hall's
    apart = len(CORES) > 1
    with (
        tempfile.TemporaryDirectory(dir=MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None) as name,
        ExitStack() as opened,
    ):
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
            siege, attacks = uvloop.run(_besiege(hall, proxy, tables, seconds, attack_names, progress))
        finally:
            os.sched_setaffinity(0, CORES)
        hall.stop()
        progress("comparing the ledger with what was acknowledged")
        ledger = folder / "hall" / "hall.sqlite"
        findings = audit(ledger, load(["ukumbi.games"]), siege.acknowledged, [])
    return SiegeMeasurements(proxied, MoveLatency.usual(siege.undisturbed), attacks, findings)


async def _besiege(
    hall: HallProcess,
    proxy: Nginx | None,
    tables: int,
    seconds: float,
    attack_names: Sequence[str],
    progress: Callable[[str], None],
) -> tuple[Siege, list[AttackMeasurements]]:
    where = "" if proxy is None else " through nginx"
    progress(f"sitting down{where}")
    port, trusted = (hall.port, None) if proxy is None else (proxy.port, trust(proxy.certificate))
    pairs = [Pair(port, number, trusted) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down(partial(pair.rng.uniform, *THINK_SECONDS), watch="on")
    for pair in pairs:
        pair.start()
    siege = Siege(hall, proxy, pairs, seconds)
    progress(f"measuring without attacks{where}")
    await siege.begin()
    attacks = []
    for addresses in ADDRESS_COUNTS:
        for attack in attack_names:
            progress(f"{attack}, from {addresses}{where}")
            attacks.append(await siege.measure_attack(attack, addresses))
            for _ in range(REPETITIONS):
                if siege.is_too_slow(attacks[-1]):
                    attacks[-1] = attacks[-1].combined_with(await siege.measure_attack(attack, addresses))
    for pair in pairs:
        pair.leave()
    siege.end()
    siege.collect()
    return siege, attacks


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 2.0,
    attack: Annotated[list[str] | None, typer.Option(help="Make only this attack; may be repeated.")] = None,
) -> None:
    """Attack a hall in play, directly and through nginx: do its players notice, is anything lost?"""
    chosen = attack or list(BEHIND_PROXY)
    if unknown := [each for each in chosen if each not in BEHIND_PROXY]:
        raise typer.BadParameter(f"there is no attack {unknown[0]!r}; there are: {', '.join(BEHIND_PROXY)}")
    console = Console(highlight=False)
    console.width = max(console.width, 110)
    typer.echo(f"{tables} tables in play, each move on its ledger before it is acknowledged; hall and")
    typer.echo("players on one core, attackers and nginx on another; the ledger lies in memory")
    results: list[Result] = []
    for proxied, known in ((False, DIRECT), (True, BEHIND_PROXY)):
        attack_names = [each for each in chosen if each in known]
        if proxied and not is_installed():
            typer.echo("not measured behind a proxy: there is no nginx (apt-get install nginx-light openssl)")
        elif attack_names:
            with Console(stderr=True).status("starting a hall") as status:
                measured = besiege(tables, seconds, attack_names, proxied, status.update)
            _tell(measured, console)
            results += measured.results()
    conclude(*results)


def _tell(measured: SiegeMeasurements, console: Console) -> None:
    undisturbed = measured.undisturbed
    typer.echo("\nthrough nginx" if measured.proxied else "\ndirectly")
    latency = f"p50 {undisturbed.p50:.1f} ms, p99 {undisturbed.p99:.1f} ms"
    typer.echo(f"without attacks: {undisturbed.moves:,} moves, {latency}")
    console.print(board(measured))
    typer.echo(f"  acknowledged moves  {measured.findings.acknowledged:10,}")
    for fault in measured.faults():
        typer.echo(fault, err=True)
