"""The pool of worker processes in which bots think, so that a long think never delays a table."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

import msgspec

from ukumbi.bots.worker import READY, SUBSTITUTE, Answer, Question, frame
from ukumbi.core import Seat

LOGGER = logging.getLogger(__name__)
STARTING = 60.0
"""Seconds that a worker may take to load its games, on a slow and busy machine."""
TRIES = 2
"""How often a level is asked before a substitute moves for it."""


class WorkerFailed(Exception):
    """A worker died, hung or could not answer."""


class Pool:
    def __init__(self, modules: Sequence[str], workers: int = 1, timeout: float = 20.0) -> None:
        self._modules = modules
        self._timeout = timeout
        self._places = asyncio.Semaphore(workers)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._launching: set[asyncio.Task[Process]] = set()
        """Processes on their way up: closing waits for them, or they would outlive us."""

    async def ask(self, game: str, level: str, seat: Seat, view: bytes) -> Answer:
        """The bot's move and the time it takes. If the bot fails, a substitute moves for it."""
        for attempt in (*[level] * TRIES, SUBSTITUTE):
            try:
                return await self._ask_once(Question(game, attempt, seat, view))
            except WorkerFailed as fault:
                LOGGER.warning("bot %s of %s: %s", attempt or "substitute", game, fault)
        raise WorkerFailed(f"nobody can move for {level} in {game}")

    async def _ask_once(self, question: Question) -> Answer:
        async with self._places:
            worker = self._idle.pop() if self._idle else await self._start()
            try:
                async with asyncio.timeout(self._timeout):
                    answer = await _exchange(worker, question)
            # Writing to a process that has ended is a RuntimeError in uvloop.
            except (TimeoutError, OSError, EOFError, RuntimeError, msgspec.MsgspecError) as fault:
                raise WorkerFailed(f"worker replaced ({type(fault).__name__})") from fault
            else:
                self._idle.append(worker)
            finally:
                if worker not in self._idle:
                    self._dismiss(worker)
        if answer.fault:
            raise WorkerFailed(answer.fault)
        return answer

    async def _start(self) -> Process:
        launch = asyncio.create_task(self._launch())
        self._launching.add(launch)
        launch.add_done_callback(self._launching.discard)
        try:
            worker = await asyncio.shield(launch)
        except asyncio.CancelledError:
            launch.add_done_callback(_kill_launched)
            raise
        try:
            async with asyncio.timeout(STARTING):
                assert worker.stdout is not None
                await worker.stdout.readexactly(len(READY))
        except BaseException as fault:
            self._dismiss(worker)
            if isinstance(fault, TimeoutError | OSError | EOFError):
                raise WorkerFailed(f"no worker gets ready ({type(fault).__name__})") from fault
            raise
        return worker

    async def _launch(self) -> Process:
        try:
            worker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ukumbi.bots.worker",
                *self._modules,
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C in a terminal is for the hall, which ends its workers itself
            )
        except OSError as fault:
            raise WorkerFailed(f"no worker starts ({fault})") from fault
        self._all = {each for each in self._all if each.returncode is None} | {worker}
        return worker

    def _dismiss(self, worker: Process) -> None:
        """End it; closing waits until it is gone."""
        if worker.returncode is None:
            worker.kill()

    async def close(self) -> None:
        await asyncio.gather(*self._launching, return_exceptions=True)
        leaving, self._all = self._all, set()
        self._idle.clear()
        for worker in leaving:
            if worker.returncode is None:
                worker.kill()
        await asyncio.gather(*(worker.wait() for worker in leaving))


def _kill_launched(launch: "asyncio.Task[Process]") -> None:
    """Nobody wants this worker any more; closing waits until it is gone."""
    if not launch.cancelled() and launch.exception() is None and launch.result().returncode is None:
        launch.result().kill()


async def _exchange(worker: Process, question: Question) -> Answer:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(frame(msgspec.msgpack.encode(question)))
    await worker.stdin.drain()
    size = int.from_bytes(await worker.stdout.readexactly(4))
    return msgspec.msgpack.decode(await worker.stdout.readexactly(size), type=Answer)
