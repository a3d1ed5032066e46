"""The pool of worker processes in which bots think, so that a long think never delays a table."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from ukumbi.bots.coach import Advice
from ukumbi.bots.process import WorkerProcess
from ukumbi.bots.slots import Asker, FairSlots
from ukumbi.bots.worker import (
    READY,
    SUBSTITUTE,
    UNWANTED,
    AdviceWanted,
    AnalysisWanted,
    Answer,
    Asked,
    HintWanted,
    Question,
    frame,
)
from ukumbi.core import Seat

LOGGER = logging.getLogger(__name__)
STARTING_SECONDS = 60.0
"""The longest time for a worker to load its games, on a slow and busy machine."""
SLOW_SECONDS = 1.0
"""The time after which a request is slow and moves to a spare worker, so that it delays no other."""
SPARE_WORKERS = 3
"""Additional workers for slow requests."""
TRIES = 2
"""Tries of a level before a substitute moves for it."""


class WorkerFailed(Exception):
    """A worker died, hung or could not answer."""


class Pool:
    def __init__(
        self, modules: Sequence[str], workers: int, timeout: float, spare: int = SPARE_WORKERS
    ) -> None:
        self._modules = modules
        self._timeout = timeout
        self._slots = FairSlots(workers, max(1, workers - 1), spare, SLOW_SECONDS)
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._launching: set[asyncio.Task[WorkerProcess]] = set()
        """Starting processes. Closing waits for them, because they would outlive us."""
        self._thoughts: dict[asyncio.Task[Any], WorkerProcess | None] = {}
        """Running analyses, cancelled or not, with their workers."""

    async def ask(self, asker: Asker, game: str, level: str, seat: Seat, view: bytes) -> Answer:
        """The bot's move and the time it takes. If the bot fails, a substitute moves for it."""
        for attempt in (*[level] * TRIES, SUBSTITUTE):
            try:
                return await self._ask_once(asker, Question(game, attempt, seat, view))
            except WorkerFailed as fault:
                LOGGER.warning("bot %s of %s: %s", attempt or "substitute", game, fault)
        raise WorkerFailed(f"no worker can move for {level} in {game}")

    async def advise(self, asker: Asker, game: str, seat: Seat, view: bytes) -> Advice | None:
        """The coach's advice. A coach that fails has none."""
        try:
            return (await self._ask_once(asker, AdviceWanted(game, seat, view))).advice
        except WorkerFailed as fault:
            LOGGER.warning("the coach of %s: %s", game, fault)
            return None

    async def analyse(
        self, asker: Asker, question: AnalysisWanted | HintWanted, begin: Callable[[], None]
    ) -> Answer:
        """An analyst's answer; `begin` is called when its thought begins.

        A request that is cancelled before that is dropped. Later the analyst is stopped, and its worker goes
        on to the next request.
        """
        async with AsyncExitStack() as slot:
            await slot.enter_async_context(self._slots.slot(asker))
            thought = asyncio.create_task(self._think(slot.pop_all(), question))
        self._thoughts[thought] = None
        thought.add_done_callback(self._thought_ended)
        begin()
        try:
            return await asyncio.shield(thought)
        except asyncio.CancelledError:
            if (worker := self._thoughts.get(thought)) is not None:
                worker.writer.write(frame(UNWANTED))
            raise

    async def _think(self, slot: AsyncExitStack, question: AnalysisWanted | HintWanted) -> Answer:
        async with slot:
            return await self._put(question)

    def _thought_ended(self, thought: "asyncio.Task[Answer]") -> None:
        del self._thoughts[thought]
        if not thought.cancelled() and (fault := thought.exception()) is not None:
            LOGGER.warning("an analyst failed: %s", fault)

    async def _ask_once(self, asker: Asker, question: Question | AdviceWanted) -> Answer:
        async with self._slots.slot(asker):
            return await self._put(question)

    async def _put(self, question: Asked) -> Answer:
        """Put a question to a worker. The caller has a slot."""
        worker = self._take_idle() or await self._start()
        if (task := asyncio.current_task()) in self._thoughts:
            self._thoughts[task] = worker
        try:
            async with asyncio.timeout(self._timeout):
                answer = await _exchange(worker, question)
        # uvloop raises RuntimeError on a write to a closed pipe.
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

    def _take_idle(self) -> WorkerProcess | None:
        """An idle worker, without those that have died meanwhile."""
        while self._idle:
            worker = self._idle.pop()
            if not worker.has_ended:
                return worker
            worker.kill()  # its pipe is still open
        return None

    async def _start(self) -> WorkerProcess:
        launch = asyncio.create_task(self._launch())
        self._launching.add(launch)
        launch.add_done_callback(self._launching.discard)
        try:
            worker = await asyncio.shield(launch)
        except asyncio.CancelledError:
            launch.add_done_callback(_kill_launched)
            raise
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                await worker.reader.readexactly(len(READY))
        except BaseException as fault:
            self._dismiss(worker)
            if isinstance(fault, TimeoutError | OSError | EOFError):
                raise WorkerFailed(f"no worker gets ready ({type(fault).__name__})") from fault
            raise
        return worker

    async def _launch(self) -> WorkerProcess:
        try:
            worker = await WorkerProcess.launch(self._modules)
        except OSError as fault:
            raise WorkerFailed(f"no worker starts ({fault})") from fault
        self._all = {worker, *(other for other in self._all if not other.has_ended)}
        return worker

    def _dismiss(self, worker: WorkerProcess) -> None:
        """Kill it. It stays in `_all` until it has ended, so that closing waits for it."""
        worker.kill()

    async def close(self) -> None:
        for thought in self._thoughts:
            thought.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        await asyncio.gather(*self._launching, return_exceptions=True)
        leaving, self._all = self._all, set()
        self._idle.clear()
        for worker in leaving:
            worker.kill()
        await asyncio.gather(*(worker.wait() for worker in leaving))


def _kill_launched(launch: "asyncio.Task[WorkerProcess]") -> None:
    """Kill a worker that is not wanted any more; closing waits until it has ended."""
    if not launch.cancelled() and launch.exception() is None:
        launch.result().kill()


async def _exchange(worker: WorkerProcess, question: Asked) -> Answer:
    worker.writer.write(frame(msgspec.msgpack.encode(question)))
    await worker.writer.drain()
    size = int.from_bytes(await worker.reader.readexactly(4))
    return msgspec.msgpack.decode(await worker.reader.readexactly(size), type=Answer)
