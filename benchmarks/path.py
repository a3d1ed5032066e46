"""`path`: the files of ours that one move of Rukuni passes through, from the socket to both players."""

import asyncio
import functools
import operator
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Final

import typer
import uvicorn

import ukumbi
from benchmarks.players.pair import Pair
from benchmarks.results import at_most, conclude
from ukumbi.server.app import HallServer
from ukumbi.server.serve import bind, uvicorn_config
from ukumbi.server.settings import Settings

PACKAGE: Final = str(Path(ukumbi.__file__).parent) + "/"
MOST_FILES: Final = 21
MOVES: Final = 20
"""What only happens now and then, such as a ping or a snapshot, is not part of all of them."""

Calls = Counter[tuple[str, str]]
"""How often each function of a file was called."""


class Trace:
    """Notes calls of our functions, in all threads that start after it."""

    def __init__(self) -> None:
        self.calls: Calls = Counter()
        sys.setprofile(self._note)
        threading.setprofile(self._note)

    def _note(self, frame: FrameType, kind: str, _: object) -> None:
        code = frame.f_code
        if kind == "call" and code.co_filename.startswith(PACKAGE):
            self.calls[code.co_filename.removeprefix(PACKAGE), code.co_qualname] += 1

    def end(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)


@asynccontextmanager
async def _open_hall(folder: Path) -> AsyncIterator[int]:
    """A hall in this process; its port."""
    listener = bind("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(HallServer(Settings(data=folder, limits=False))))
    serving = asyncio.create_task(server.serve([listener]))
    while not server.started:  # noqa: ASYNC110, nothing tells of it
        await asyncio.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    await serving


async def trace_moves(folder: Path, moves: int) -> list[Calls]:
    """The calls of each move, made one at a time."""
    trace, made = Trace(), []
    try:
        async with _open_hall(folder) as port:
            pair = Pair(port, 1)
            await pair.sit_down()
            for player in pair.players:
                player.join(player.table)
            for seq in range(1, moves + 1):
                await _until(pair, seq)
                trace.calls = Counter()
                _move(pair)
                await _until(pair, seq + 1)
                made.append(trace.calls)
            pair.leave()
    finally:
        trace.end()
    return made


def _move(pair: Pair) -> None:
    for player in pair.players:
        player.eager = True
        player.go_on()
        player.eager = False


async def _until(pair: Pair, seq: int) -> None:
    """Until both players know this event, and the mover has the answer."""
    while any(  # noqa: ASYNC110, two players tell of it
        player.seq < seq or player.waiting for player in pair.players
    ):
        await asyncio.sleep(0.001)


def part_of_all(moves: Sequence[Calls]) -> Calls:
    """The calls that every one of these moves made."""
    return functools.reduce(operator.and_, moves)


def run(calls: bool = typer.Option(default=False, help="List the functions as well.")) -> None:
    """Files of ours that one move of Rukuni passes through."""
    with TemporaryDirectory() as folder:
        moves = asyncio.run(trace_moves(Path(folder), MOVES))
    always = part_of_all(moves)
    files = sorted({file for file, _ in always})
    for file in files:
        typer.echo(file)
        for (of, name), times in sorted(always.items()) if calls else ():
            if of == file:
                typer.echo(f"    {times} {name}")
    typer.echo(f"functions: {len(always)}, calls: {always.total()}")
    conclude(at_most("files", len(files), MOST_FILES, digits=0))
