"""`hall`: Rukuni over real WebSockets with the durable ledger."""

import asyncio
import os
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
import uvloop
from rich.console import Console

from benchmarks.echo import echoes_a_second
from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from benchmarks.players.pair import Pair

SERVER_CORE, LOAD_CORE = 0, 1
YARDSTICK = 3.0
"""Seconds for the yardstick."""


class HallFigures(msgspec.Struct, frozen=True):
    tables: int
    seconds: float
    moves: int
    p50_ms: float
    p99_ms: float
    kib_a_table: float
    """Memory of the server for one live table with its two connections."""
    echoes_a_second: float
    """The yardstick, measured in the same run on the same cores."""

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds


def measure(tables: int, seconds: float, warm_up: float, progress: Callable[[str], None]) -> HallFigures:
    """Server on one core, load on the other where there are two."""
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    with (
        tempfile.TemporaryDirectory() as folder,
        HallProcess(Path(folder), core=cores[SERVER_CORE] if apart else None) as hall,
    ):
        if apart:
            os.sched_setaffinity(0, {cores[LOAD_CORE]})
        try:
            figures = uvloop.run(_measure(hall, tables, seconds, warm_up, progress))
        finally:
            os.sched_setaffinity(0, cores)
    progress("measuring the yardstick")
    return msgspec.structs.replace(figures, echoes_a_second=_yardstick(tables, cores, apart))


def _yardstick(tables: int, cores: list[int], apart: bool) -> float:
    if apart:
        os.sched_setaffinity(0, {cores[LOAD_CORE]})
    try:
        return uvloop.run(echoes_a_second(tables, cores[SERVER_CORE] if apart else None, YARDSTICK))
    finally:
        os.sched_setaffinity(0, cores)


async def _measure(
    hall: HallProcess, tables: int, seconds: float, warm_up: float, progress: Callable[[str], None]
) -> HallFigures:
    progress("sitting down")
    await Guest(hall.port).ask("GET", "/api/games")
    empty = hall.memory()
    pairs = [Pair(hall.port, number) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down()
    held = hall.memory() - empty
    progress("warming up")
    for pair in pairs:
        pair.start()
    await asyncio.sleep(warm_up)
    players = [player for pair in pairs for player in pair.players]
    for player in players:
        player.acknowledged.clear()
    progress("measuring")
    started = asyncio.get_running_loop().time()
    await asyncio.sleep(seconds)
    took = asyncio.get_running_loop().time() - started
    waits = [move.seconds * 1000 for player in players for move in player.acknowledged]
    for pair in pairs:
        pair.leave()
    percent = statistics.quantiles(waits, n=100)
    return HallFigures(tables, took, len(waits), percent[49], percent[98], held / tables / 1024, 0.0)


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 10.0,
    warm_up: Annotated[float, typer.Option(min=0, help="How long to play before measuring.")] = 3.0,
) -> None:
    """Rukuni over real WebSockets with the durable ledger: moves a second, waits, memory."""
    with Console(stderr=True).status("starting a hall") as status:
        figures = measure(tables, seconds, warm_up, lambda step: status.update(f"{tables} tables: {step}"))
    typer.echo(
        f"{figures.tables} tables, {figures.moves} moves in {figures.seconds:.1f} s, each on disk before"
    )
    typer.echo("it was acknowledged; server on one core, players on another")
    typer.echo(f"  moves a second      {figures.moves_a_second:10,.0f}")
    typer.echo(f"  acknowledged, p50   {figures.p50_ms:10.1f} ms")
    typer.echo(f"  acknowledged, p99   {figures.p99_ms:10.1f} ms")
    typer.echo(f"  memory a table      {figures.kib_a_table:10.1f} KiB, with its two connections")
    share = figures.moves_a_second / figures.echoes_a_second
    typer.echo(
        f"  the yardstick       {figures.echoes_a_second:10,.0f} echoes a second of the same length, from"
    )
    typer.echo(f"                      memory, on the same cores: the hall does {share:.1%} of that")
