"""`hall`: the hall compared with the bare line, an earlier commit and other servers, each on one core."""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from benchmarks import cells
from benchmarks.hall import servers
from benchmarks.hall.load import PairTask, Task
from benchmarks.hall.peers import PEERS, Peers
from benchmarks.hall.quiet import QuietTask
from benchmarks.hall.scripts import Script, cells_scripts, rukuni_scripts
from benchmarks.hall.seating import named, seat_all
from benchmarks.hall.servers import ROOT, SERVER_CORE, allow_files, bare_line, come_first, hall, with_source
from benchmarks.hall.steps import GAMES, STEPS
from benchmarks.hall.windows import Window, measure, play, tasks
from benchmarks.results import Result, at_least, at_most, conclude

GAMES_A_PAIR: Final = 8
"""Tables that each pair plays in sequence: as many as one connection may follow."""
CELLS_MOVES: Final = 6_000
"""Moves of a pair in the toy game: more than it can make in a window."""
OPEN_TABLES: Final = 1_000
OPEN_WARM_UP: Final = 5_000
QUIET: Final = 20_000
QUIET_SECONDS: Final = 15.0
SPARE_FILES: Final = 100
"""Open files that a process needs besides its connections."""
STEP_SEEDS: Final = 40

REMATCH_ROUNDS: Final = 3
"""Times that a pair with rematches plays its scripts."""

HALL, BARE, HALL_CELLS = "hall, Rukuni", "bare line, Rukuni", "hall, cells"
REMATCHES: Final = ", with rematches"


class Part(Enum):
    MOVES = "moves"
    OPEN = "open"
    QUIET = "quiet"
    STEPS = "steps"


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.2, help="The length of a window.")] = 5.0,
    warm_up: Annotated[int, typer.Option(min=1, help="Moves before a window.")] = 5_000,
    repeats: Annotated[int, typer.Option(min=1, help="Windows of each server; the medians count.")] = 3,
    against: Annotated[str, typer.Option(help="An earlier commit of the hall; empty: none.")] = "4eb1855",
    peers: Annotated[bool, typer.Option(help="boardgame.io and Colyseus, where npm is there.")] = True,
    part: Annotated[list[Part] | None, typer.Option(help="This part alone; may be repeated.")] = None,
) -> None:
    """Moves a second on one core, compared with a bare line, an earlier commit and other servers."""
    parts = part or list(Part)
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="ukumbi-bench-") as folder, _earlier(against) as earlier:
        old = None if earlier is None else (against, earlier)
        if Part.STEPS in parts:
            _steps(old)
        if Part.MOVES in parts:
            results += _moves(Path(folder), tables, seconds, warm_up, repeats, old, peers)
        if Part.OPEN in parts:
            results += _open_loop(Path(folder), seconds)
        if Part.QUIET in parts:
            results += _quiet(Path(folder))
    conclude(*results)


@contextmanager
def _earlier(commit: str) -> Iterator[Path | None]:
    """The source tree of an earlier commit, in a temporary folder."""
    if not commit:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ukumbi-earlier-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        try:
            subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        except (OSError, subprocess.CalledProcessError):
            typer.echo(f"no earlier hall: there is no commit {commit} here")
            yield None
            return
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


# moves


def _moves(
    folder: Path,
    tables: int,
    seconds: float,
    warm_up: int,
    repeats: int,
    old: tuple[str, Path] | None,
    with_peers: bool,
) -> list[Result]:
    rukuni = [rukuni_scripts(pair, GAMES_A_PAIR) for pair in range(tables)]
    toy = [cells_scripts(CELLS_MOVES)] * tables

    def load(port: int, path: str) -> Task:
        return Task(port, path, [], warm_up, seconds)

    systems: dict[str, Callable[[Path], Window]] = {
        BARE: partial(_play_bare_line, game="rukuni", scripts=rukuni, load=load),
        HALL: partial(_play_hall, game="rukuni", scripts=rukuni, load=load),
    }
    systems[HALL + REMATCHES] = partial(_play_rematches, scripts=rukuni, load=load)
    if old is not None:
        earlier = f"hall at {old[0]}, Rukuni"
        systems[earlier] = partial(_play_hall, game="rukuni", scripts=rukuni, load=load, source=old[1])
        systems[earlier + REMATCHES] = partial(_play_rematches, scripts=rukuni, load=load, source=old[1])
    systems["bare line, cells"] = partial(_play_bare_line, game="cells", scripts=toy, load=load)
    systems[HALL_CELLS] = partial(_play_hall, game="cells", scripts=toy, load=load)
    if with_peers and (installed := _installed()) is not None:
        for peer in PEERS:
            systems[f"{peer}, cells"] = partial(_play_peer, installed, peer, load(0, ""), tables)
    windows = _interleaved(folder, systems, repeats)
    typer.echo(f"\n{tables} tables, each player answers at once; server on one core, players on another")
    typer.echo(f"medians of {repeats} windows; boardgame.io and Colyseus keep all in memory")
    typer.echo(
        f"{'':40}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'µs/move':>9}{'MiB':>6}{'client':>8}{'others':>8}"
    )
    for name, window in windows.items():
        typer.echo(
            f"{name:40}{window.moves_a_second:9,.0f}{window.p50_ms:8.1f}{window.p99_ms:8.1f}"
            f"{window.server_us:9.1f}{window.memory_mib:6.0f}{window.client_core:8.0%}{window.others:8.0%}"
        )
    typer.echo("µs/move: CPU of the server; client: of its core; others: share of the server's core\n")
    return _ratios(windows, old)


def _ratios(windows: Mapping[str, Window], old: tuple[str, Path] | None) -> list[Result]:
    ours, bare = windows[HALL], windows[BARE]
    typer.echo(f"hall's CPU time for a move / bare line's: {ours.server_us / bare.server_us:.2f}")
    results = [
        at_least("hall / bare line", 100 * ours.moves_a_second / bare.moves_a_second, 80, " %"),
        at_most("hall's p99 / bare line's", ours.p99_ms / bare.p99_ms, 2),
    ]
    if old is not None:
        before = f"hall at {old[0]}, Rukuni"
        ratio = ours.moves_a_second / windows[before].moves_a_second
        typer.echo(f"hall / hall at {old[0]}, moves alone: {ratio:.2f}")
        cpu = windows[HALL + REMATCHES].server_us / windows[before + REMATCHES].server_us
        typer.echo(f"CPU time for a move / that at {old[0]}, with rematches: {cpu:.2f}")
        ratio = windows[HALL + REMATCHES].moves_a_second / windows[before + REMATCHES].moves_a_second
        results.append(at_least(f"hall / hall at {old[0]}, with rematches", ratio, 2, digits=2))
    for peer in PEERS:
        if f"{peer}, cells" in windows:
            ratio = windows[HALL_CELLS].moves_a_second / windows[f"{peer}, cells"].moves_a_second
            typer.echo(f"hall / {peer}, both with cells: {ratio:.2f}")
    return results


def _interleaved(
    folder: Path, systems: Mapping[str, Callable[[Path], Window]], repeats: int
) -> dict[str, Window]:
    """Measure the systems in turn, so that a slow minute affects all; return medians."""
    measured: dict[str, list[Window]] = {name: [] for name in systems}
    for number in range(repeats):
        for name, system in systems.items():
            own = folder / f"{number}-{len(measured[name])}-{name}".replace(" ", "-")
            own.mkdir()
            window = system(own)
            measured[name].append(window)
            sys.stderr.write(f"{name}: {window.moves_a_second:,.0f} moves/s, {window.server_us:.1f} µs\n")
    return {name: _median(windows) for name, windows in measured.items()}


def _median(windows: Sequence[Window]) -> Window:
    fields = Window.__struct_fields__
    return Window(*(statistics.median(getattr(window, field) for window in windows) for field in fields))


def _play_bare_line(
    folder: Path, game: str, scripts: Sequence[Sequence[Script]], load: Callable[[int, str], Task]
) -> Window:
    with bare_line(folder, game) as server:
        task = load(server.port, "/")
        return play(server, msgspec.structs.replace(task, pairs=tasks(named(scripts), scripts)))


def _play_hall(
    folder: Path,
    game: str,
    scripts: Sequence[Sequence[Script]],
    load: Callable[[int, str], Task],
    source: Path = ROOT,
) -> Window:
    also = [cells.__name__] if game == "cells" else []
    with hall(folder, source, *also) as server:
        seated = seat_all(server.port, game, scripts)
        task = load(server.port, "/ws")
        return play(server, msgspec.structs.replace(task, pairs=tasks(seated, scripts)))


def _play_rematches(
    folder: Path,
    scripts: Sequence[Sequence[Script]],
    load: Callable[[int, str], Task],
    source: Path = ROOT,
) -> Window:
    """Pairs play game after game as people do: both ask for a rematch over HTTP and join the next table."""
    with hall(folder, source) as server:
        seated = seat_all(server.port, "rukuni", [pair[:1] for pair in scripts])
        pairs = [
            PairTask(seats.cookies, seats.tables, tuple(script.moves for script in pair) * REMATCH_ROUNDS)
            for seats, pair in zip(seated, scripts, strict=True)
        ]
        return play(server, msgspec.structs.replace(load(server.port, "/ws"), pairs=pairs))


def _play_peer(peers: Peers, peer: str, load: Task, tables: int, _: Path) -> Window:
    return peers.play(peer, tables, load.warm_up, load.seconds)


def _installed() -> Peers | None:
    try:
        return Peers()
    except (OSError, subprocess.CalledProcessError) as fault:
        typer.echo(f"no boardgame.io and no Colyseus: {fault}")
        return None


# a thousand tables at human pace


def _open_loop(folder: Path, seconds: float) -> list[Result]:
    first, *scripts = [rukuni_scripts(pair, 1) for pair in range(OPEN_TABLES + 1)]
    own = folder / "open"
    own.mkdir()
    with hall(own) as server:
        alone = Task(server.port, "/ws", tasks(seat_all(server.port, "rukuni", [first]), [first]), 10, 0.2)
        play(server, alone)  # memory allocated once belongs to no table
        before = server.memory()
        pairs = tasks(seat_all(server.port, "rukuni", scripts), scripts)
        window = play(server, Task(server.port, "/ws", pairs, OPEN_WARM_UP, seconds, open_loop=True))
    kib = (window.memory_mib * 1024 * 1024 - before) / OPEN_TABLES / 1024
    typer.echo(
        f"\n{OPEN_TABLES:,} tables at a move a second each: {window.moves_a_second:,.0f} moves/s,"
        f" p50 {window.p50_ms:.1f} ms, p99 {window.p99_ms:.1f} ms, {window.server_us:.0f} µs a move,"
        f" client {window.client_core:.0%}, others {window.others:.0%}\n"
    )
    return [
        at_most("open loop, p99", window.p99_ms, 20, " ms"),
        at_most("a table with two people", kib, 40, " KiB"),
    ]


# quiet connections


def _quiet(folder: Path) -> list[Result]:
    files = allow_files(servers.FILES)
    connections = min(QUIET, files - SPARE_FILES)
    own = folder / "quiet"
    own.mkdir()
    with hall(own) as server:
        before = server.memory()
        task = msgspec.json.encode(QuietTask(server.port, connections, QUIET_SECONDS)).decode()
        command = [sys.executable, "-m", "benchmarks.hall.quiet"]
        window = measure(server, command, ROOT, with_source(ROOT), task)
    held = window.moves
    kib = (window.memory_mib * 1024 * 1024 - before) / connections / 1024
    typer.echo(
        f"\n{connections:,} connections that only listen: {held:,} held for {QUIET_SECONDS:g} s,"
        f" {kib:.1f} KiB each, server {window.server_core:.0%} of its core\n"
    )
    accepted = f"{QUIET:,}"
    if connections < QUIET:
        accepted += f"; {connections:,} where only {files:,} files may be open"
    return [Result("quiet connections", f"{held:,}", accepted, held >= connections)]


# single steps


def _steps(old: tuple[str, Path] | None) -> None:
    sides = [("now", ROOT), *([old] if old is not None else [])]
    measured = {
        name: msgspec.json.decode(
            subprocess.run(
                [
                    "taskset",
                    "-c",
                    str(SERVER_CORE),
                    sys.executable,
                    "-m",
                    "benchmarks.hall.steps",
                    str(STEP_SEEDS),
                ],
                cwd=tempfile.gettempdir(),
                env=with_source(tree),
                stdout=subprocess.PIPE,
                preexec_fn=come_first,
                check=True,
            ).stdout,
            type=dict[str, dict[str, float]],
        )
        for name, tree in sides
    }
    typer.echo("µs for one step of a random game, without a server")
    typer.echo(f"{'':20}" + "".join(f"{step:>9}" for step in STEPS))
    for game in GAMES:
        for name, _ in sides:
            took = measured[name][game]
            typer.echo(f"{game + ', ' + name:20}" + "".join(f"{took[step]:9.1f}" for step in STEPS))
