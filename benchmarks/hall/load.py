"""The load client, a process of its own: pairs of players with prepared moves.

It reads its task as JSON from stdin, says `begin` when the window opens, and ends with a line of JSON. It
parses no JSON while it plays: a message's kind is its tenth byte, and an acknowledgement is either a message
of its own or an update with a ref at its end.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

KIND: Final = len('{"type":"')
ACCEPTED, UPDATE, REFUSED = b"a"[0], b"u"[0], b"r"[0]
REF: Final = b'"ref":"'
REF_WITHIN: Final = -32
LOOK_SECONDS: Final = 0.005
PATIENCE_SECONDS: Final = 10.0
"""Without an acknowledgement for so long the load gives up."""


class PairTask(msgspec.Struct):
    """Two people, and the moves that they make in turn at their tables."""

    cookies: tuple[str, str]
    tables: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]


class Task(msgspec.Struct):
    port: int
    path: str
    pairs: list[PairTask]
    warm_up: int
    """Acknowledged moves before the window opens."""
    seconds: float
    """The window closes after these, or when a pair has no moves left."""
    open_loop: bool = False
    """One move of each pair a second, whether the server keeps up or not; else each answers at once."""


class LoadFigures(msgspec.Struct):
    moves: int
    seconds: float
    p50_ms: float
    p99_ms: float
    client_core: float
    """The share of its core that the client used."""


class _Said(msgspec.Struct):
    type: str
    table: str = ""
    seq: int = 0
    status: str = ""
    code: str = ""


_decode: Final = msgspec.json.Decoder(_Said).decode


class Load:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.waits: list[float] = []
        self.exhausted = False
        self.fault = ""
        self.pairs = [Pair(self, pair) for pair in task.pairs]

    async def run(self) -> LoadFigures:
        for pair in self.pairs:
            await pair.connect()
        for pair in self.pairs:
            await pair.begun()
        for pair in self.pairs:
            for player in pair.players:
                player.playing = True
        gc.collect()
        gc.freeze()
        gc.disable()
        schedule = asyncio.create_task(self._schedule()) if self.task.open_loop else None
        if schedule is None:
            for pair in self.pairs:
                pair.move(time.perf_counter())
        await self._until(lambda: len(self.waits) >= self.task.warm_up)
        sys.stdout.write("begin\n")
        sys.stdout.flush()
        self.waits.clear()
        started, cpu = time.perf_counter(), time.process_time()
        await self._until(lambda: self.exhausted or time.perf_counter() - started >= self.task.seconds)
        took, used = time.perf_counter() - started, time.process_time() - cpu
        sys.stdout.write("end\n")
        sys.stdout.flush()
        if schedule is not None:
            schedule.cancel()
        waits = sorted(self.waits)
        n = len(waits)
        return LoadFigures(n, took, 1e3 * waits[n // 2], 1e3 * waits[n * 99 // 100], used / took)

    async def _until(self, done: Callable[[], bool]) -> None:
        count, since = len(self.waits), time.perf_counter()
        while not done():
            await asyncio.sleep(LOOK_SECONDS)
            if self.fault:
                raise RuntimeError(self.fault)
            if len(self.waits) != count:
                count, since = len(self.waits), time.perf_counter()
            elif time.perf_counter() - since > PATIENCE_SECONDS:
                raise RuntimeError(f"no acknowledgement for {PATIENCE_SECONDS:g} s")

    async def _schedule(self) -> None:
        """Evenly over each second; a wait counts from when the move was due."""
        started, done, pairs = time.perf_counter(), 0, self.pairs
        while True:
            due = int((time.perf_counter() - started) * len(pairs))
            for n in range(done, due):
                pairs[n % len(pairs)].move_due(started + (n + 1) / len(pairs))
            done = due
            await asyncio.sleep(0.001)


class Pair:
    __slots__ = ("_load", "_messages", "_overdue", "_task", "players", "sent")

    def __init__(self, load: Load, task: PairTask) -> None:
        self._load, self._task = load, task
        self._messages = [
            b'{"type":"move","table":"%b","move":"%b","answers":%d,"ref":"%d"}'
            % (table.encode(), move.encode(), seq, seq)
            for table, moves in zip(task.tables, task.moves, strict=True)
            for seq, move in enumerate(moves, start=1)
        ]
        self.sent = 0
        self._overdue: float | None = None
        self.players = [Player(load, self, place) for place in range(2)]

    async def connect(self) -> None:
        for player, cookie in zip(self.players, self._task.cookies, strict=True):
            await player.connect(self._load.task, cookie, self._task.tables)

    async def begun(self) -> None:
        for player in self.players:
            await player.begun.wait()

    def move(self, now: float) -> None:
        """The next move; the connections take turns."""
        number = self.sent
        if number == len(self._messages):
            self._load.exhausted = True
            return
        self.sent = number + 1
        player = self.players[number & 1]
        player.sent_at = now
        player.transport.send(WSMsgType.TEXT, self._messages[number])

    def move_due(self, due: float) -> None:
        if self._overdue is None and self.players[self.sent & 1].seen == self.sent:
            self.move(due)
        elif self._overdue is None:
            self._overdue = due

    def answer(self) -> None:
        """The player whose turn it is has seen the other's move."""
        if not self._load.task.open_loop:
            self.move(time.perf_counter())
        elif self._overdue is not None:
            due, self._overdue = self._overdue, None
            self.move(due)


class Player(WSListener):
    def __init__(self, load: Load, pair: Pair, place: int) -> None:
        self._load, self._pair, self._place = load, pair, place
        self.playing = False
        self.begun = asyncio.Event()
        self._to_begin: set[str] = set()
        self.seen = 0
        self.sent_at = 0.0
        self.transport: WSTransport

    async def connect(self, task: Task, cookie: str, tables: Sequence[str]) -> None:
        headers = {"Cookie": cookie} if cookie else None
        await ws_connect(lambda: self, f"ws://127.0.0.1:{task.port}{task.path}", extra_headers=headers)
        self._to_begin.update(tables)
        for table in tables:
            self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": "join", "table": table}))

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._load.fault = self._load.fault or "a connection was lost"

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if not self.playing:
            self._look(text)
            return
        kind = text[KIND]
        if kind == UPDATE:
            if text.find(REF, REF_WITHIN) != -1:
                self._load.waits.append(time.perf_counter() - self.sent_at)
            seen = self.seen = self.seen + 1
            pair = self._pair
            if seen == pair.sent and seen & 1 == self._place:
                pair.answer()
        elif kind == ACCEPTED:
            self._load.waits.append(time.perf_counter() - self.sent_at)
        elif kind == REFUSED:
            self._load.fault = text.decode()

    def _look(self, text: bytes) -> None:
        """Before the load begins: which tables have begun?"""
        said = _decode(text)
        if said.type == "refused":
            self._load.fault = text.decode()
        elif said.seq:
            self._to_begin.discard(said.table)
            if not self._to_begin:
                self.begun.set()


def main() -> None:
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    figures = uvloop.run(Load(task).run())
    sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")


if __name__ == "__main__":
    main()
