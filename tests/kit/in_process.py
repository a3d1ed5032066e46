"""A hall with real sockets in the test's own process, so that tests can look inside."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.hall_process import HallProcess
from ukumbi.hall.hall import Hall
from ukumbi.server import serve
from ukumbi.server.app import HallServer
from ukumbi.server.limits import NO_LIMITS
from ukumbi.server.settings import Settings


@contextmanager
def process_restored() -> Iterator[None]:
    """Restore the settings of the garbage collector that a hall changes."""
    thresholds = gc.get_threshold()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


@asynccontextmanager
async def hall_in_process(folder: Path, **overrides: Any) -> AsyncIterator[tuple[HallProcess, Hall]]:
    """Without limits by default. `overrides` are settings, limits, and modules with games."""
    limits, games = (
        overrides.pop("limits", NO_LIMITS),
        overrides.pop("modules", ("tests.kit.counting_games",)),
    )
    hall_server = HallServer(Settings(data=folder, **overrides), limits=limits, games=games)
    listener, open_now = serve.bind("127.0.0.1", 0), asyncio.Event()
    server = serve._Server(serve.uvicorn_config(hall_server), open_now.set)
    with process_restored():
        serving = asyncio.create_task(server.serve([listener]))
        try:
            await open_now.wait()
            assert hall_server.hall is not None
            yield HallProcess(folder, port=listener.getsockname()[1]), hall_server.hall
        finally:
            server.should_exit = True
            await serving
