"""`make deep`: long versions of tests that every run does in short.

Hostile messages against a hall in play, worlds that must look the same to a seat, kills of a full hall.
Prints a summary; the first fault ends it.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
import uvloop
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from benchmarks.crash import run_crashes
from tests.conformance import leaks
from tests.conformance.games import GAMES
from tests.kit.actions import WITH_KIT_GAMES
from tests.kit.client import hang_up_all
from tests.kit.hostile_clients import run_hostile_clients
from tests.kit.people import LoggedHall
from tests.kit.play import begun, play_on, seeded_pick
from tests.promises.test_kill import KINDS
from ukumbi.core import AnyGame

WORLDS_PER_JOB = 5_000
"""Worlds in one job of a process."""
MAX_DEPTH = 80
"""The most decisions before a game is cut off and checked."""

Advance = Callable[[int], None]


def hostile_messages(messages: int, seed: int, advance: Advance) -> str:
    async def attack() -> str:
        try:
            return await run_hostile_clients(hall, messages, seed, advance)
        finally:
            await hang_up_all()

    with TemporaryDirectory() as folder, LoggedHall(Path(folder), *WITH_KIT_GAMES, "--behind-proxy") as hall:
        return uvloop.run(attack())


def leak_worlds(game: AnyGame, worlds: int, seed: int, advance: Advance) -> str:
    """Check moments of random games on all cores until this many worlds have been compared."""
    seen = moments = 0
    shares = [min(WORLDS_PER_JOB, worlds - done) for done in range(0, worlds, WORLDS_PER_JOB)]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        parts = [
            pool.submit(_some_worlds, game.name, share, seed + number * WORLDS_PER_JOB)
            for number, share in enumerate(shares)
        ]
        for part in as_completed(parts):
            held, looks = part.result()
            seen, moments = seen + held, moments + looks
            advance(held)
    return f"{seen:,} worlds at {moments:,} moments looked the same to their viewers"


def _some_worlds(name: str, worlds: int, seed: int) -> tuple[int, int]:
    """The number of worlds compared, and of moments."""
    game = next(game for game in GAMES if game.name == name)
    seen = moments = 0
    while seen < worlds:
        pick = seeded_pick(seed + moments)
        seen += leaks.keeps_secrets(play_on(begun(game, pick), pick, 1 + pick(MAX_DEPTH)), pick)
        moments += 1
    return seen, moments


def kill_halls(kills: int, tables: int, seed: int, advance: Advance) -> str:
    with TemporaryDirectory() as folder:
        measured = run_crashes(
            Path(folder), kills, tables, seed, ["tests.kit.pounce"], KINDS, progress=lambda: advance(1)
        )
    found = measured.findings
    assert found.faults() == [], found.faults()
    return (
        f"{found.acknowledged:,} moves acknowledged, none lost or doubled; "
        f"{found.views + found.snapshots:,} views and snapshots as a fold has them"
    )


def main(
    messages: Annotated[int, typer.Option(help="Hostile messages.")] = 1_000_000,
    worlds: Annotated[int, typer.Option(help="Worlds for each game.")] = 100_000,
    kills: Annotated[int, typer.Option("--kills", help="Kills of a full hall.")] = 1_000,
    tables: Annotated[int, typer.Option(help="Tables in play when the hall is killed.")] = 52,
    seed: Annotated[int | None, typer.Option(help="Repeats a run.", show_default="drawn")] = None,
) -> None:
    """Run all parts, with a progress bar each."""
    console, seed = Console(highlight=False), int(time.time()) if seed is None else seed
    console.print(f"seed {seed}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    parts: list[tuple[str, int, Callable[[Advance], str]]] = [
        ("hostile messages", messages, lambda advance: hostile_messages(messages, seed, advance)),
        *(
            (f"worlds of {game.name}", worlds, _worlds_of(game, worlds, seed))
            for game in GAMES
            if game.hidden
        ),
        ("kills", kills, lambda advance: kill_halls(kills, tables, seed, advance)),
    ]
    for name, total, work in parts:
        started = time.monotonic()
        with Progress(*columns, console=console, transient=True) as progress:
            bar = progress.add_task(name, total=total)
            did = work(lambda count, progress=progress, bar=bar: progress.advance(bar, count))  # type: ignore[misc]
        console.print(f"{name}: {did} ({time.monotonic() - started:.0f} s)", soft_wrap=True)


def _worlds_of(game: AnyGame, worlds: int, seed: int) -> Callable[[Advance], str]:
    return lambda advance: leak_worlds(game, worlds, seed, advance)


if __name__ == "__main__":
    typer.run(main)
