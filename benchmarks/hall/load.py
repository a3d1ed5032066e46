"""The load client, a process of its own: pairs of players with prepared moves.

It reads its task as JSON from stdin, prints `begin` when the window opens, and ends with a line of JSON. It
parses no JSON during the load: the tenth byte tells a message's type, and an acknowledgement is a message
of its own or an update with a ref at its end.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

KIND: Final = len('{"type":"')
ACCEPTED, UPDATE, REFUSED = b"a"[0], b"u"[0], b"r"[0]
REF: Final = b'"ref":"'
REF_WITHIN: Final = -32
CHECK_INTERVAL_SECONDS: Final = 0.005
PATIENCE_SECONDS: Final = 10.0
"""The time without an acknowledgement after which the load fails."""


class PairTask(msgspec.Struct):
    """Two players, and their moves in turn, game after game."""

    cookies: tuple[str, str]
    tables: tuple[str, ...]
    """Their tables. After the last one they ask for a rematch."""
    moves: tuple[tuple[str, ...], ...]


class Task(msgspec.Struct):
    port: int
    path: str
    pairs: list[PairTask]
    warm_up: int
    """Acknowledged moves before the window opens."""
    seconds: float
    """The window closes after this time, or when a pair has no moves left."""
    open_loop: bool = False
    """Each pair makes a move a second, whether or not the server keeps up; otherwise players move at once."""


class LoadMeasurements(msgspec.Struct):
    moves: int
    seconds: float
    p50_ms: float
    p99_ms: float
    """Medians over the thirds of the window, because other programs interrupt the machine now and then."""
    client_core: float
    """The share of its core that the client used."""


class _Said(msgspec.Struct):
    type: str = ""
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

    async def run(self) -> LoadMeasurements:
        for pair in self.pairs:
            await pair.connect()
        for pair in self.pairs:
            await pair.begun()
        for pair in self.pairs:
            for player in pair.players:
                player.playing = True
        schedule = asyncio.create_task(self._schedule()) if self.task.open_loop else None
        if schedule is None:
            for pair in self.pairs:
                pair.move(time.perf_counter())
        await self._until(lambda: len(self.waits) >= self.task.warm_up)
        sys.stdout.write("begin\n")
        sys.stdout.flush()
        self.waits.clear()
        started, cpu = time.perf_counter(), time.process_time()
        thirds = []
        for third in range(1, 4):
            end = started + self.task.seconds * third / 3
            await self._until(partial(self._is_past, end))
            thirds.append(len(self.waits))
        took, used = time.perf_counter() - started, time.process_time() - cpu
        sys.stdout.write("end\n")
        sys.stdout.flush()
        if schedule is not None:
            schedule.cancel()
        parts = [sorted(self.waits[start:end]) for start, end in pairwise([0, *thirds])]
        p50, p99 = (median(part[len(part) * share // 100] for part in parts if part) for share in (50, 99))
        return LoadMeasurements(len(self.waits), took, 1e3 * p50, 1e3 * p99, used / took)

    def _is_past(self, end: float) -> bool:
        return self.exhausted or time.perf_counter() >= end

    async def _until(self, done: Callable[[], bool]) -> None:
        count, since = len(self.waits), time.perf_counter()
        while not done():
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            if self.fault:
                raise RuntimeError(self.fault)
            if len(self.waits) != count:
                count, since = len(self.waits), time.perf_counter()
            elif time.perf_counter() - since > PATIENCE_SECONDS:
                raise RuntimeError(f"no acknowledgement for {PATIENCE_SECONDS:g} s")

    async def _schedule(self) -> None:
        """Spread moves evenly over each second. Latency counts from when a move was due."""
        started, done, pairs = time.perf_counter(), 0, self.pairs
        while True:
            due = int((time.perf_counter() - started) * len(pairs))
            for n in range(done, due):
                pairs[n % len(pairs)].move_due(started + (n + 1) / len(pairs))
            done = due
            await asyncio.sleep(0.001)


class Pair:
    def __init__(self, load: Load, task: PairTask) -> None:
        self._load, self._task = load, task
        known = zip(task.tables, task.moves, strict=False)
        self._messages = [message for table, moves in known for message in _messages(table, moves)]
        self._rematches = iter(task.moves[len(task.tables) :])
        self._next: asyncio.Task[None] | None = None
        self.first = 0
        """The connection that makes the first of these moves."""
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
            self._next = asyncio.create_task(self._rematch())
            return
        self.sent = number + 1
        player = self.players[(self.first + number) & 1]
        player.sent_at = now
        player.transport.send(WSMsgType.TEXT, self._messages[number])

    async def _rematch(self) -> None:
        """Both ask for the next game, with exchanged seats."""
        moves = next(self._rematches, None)
        if moves is None:
            self._load.exhausted = True
            return
        old = self.players[0].table
        for player in self.players:
            table = await player.ask_for_rematch(old)
        self.first, self.sent = 1 - self.first, 0
        self._messages = _messages(table, moves)
        for player in self.players:
            player.change_tables(old, table)
        await self.begun()
        for player in self.players:
            player.playing = True
        self.move(time.perf_counter())

    def move_due(self, due: float) -> None:
        mover = self.players[(self.first + self.sent) & 1]
        if self._overdue is None and mover.seen == self.sent:
            self.move(due)
        elif self._overdue is None:
            self._overdue = due

    def answer(self) -> None:
        """Move, after the update with the opponent's move."""
        if not self._load.task.open_loop:
            self.move(time.perf_counter())
        elif self._overdue is not None:
            due, self._overdue = self._overdue, None
            self.move(due)


def _messages(table: str, moves: Sequence[str]) -> list[bytes]:
    """Each move answers the event before it, and every move makes one event."""
    return [
        b'{"type":"move","table":"%b","move":"%b","answers":%d,"ref":"%d"}'
        % (table.encode(), move.encode(), seq, seq)
        for seq, move in enumerate(moves, start=1)
    ]


class Player(WSListener):
    def __init__(self, load: Load, pair: Pair, place: int) -> None:
        self._load, self._pair, self._place = load, pair, place
        self.playing = False
        self.begun = asyncio.Event()
        self._to_begin: set[str] = set()
        self.seen = 0
        self.sent_at = 0.0
        self.table = ""
        self.transport: WSTransport
        self._http: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._request = ""

    async def connect(self, task: Task, cookie: str, tables: Sequence[str]) -> None:
        headers = {"Cookie": cookie} if cookie else None
        self._port, self.table = task.port, tables[-1]
        self._request = f" HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Length: 0\r\n\r\n"
        await ws_connect(lambda: self, f"ws://127.0.0.1:{task.port}{task.path}", extra_headers=headers)
        self._to_begin.update(tables)
        for table in tables:
            self._say("join", table)

    def _say(self, kind: str, table: str) -> None:
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": kind, "table": table}))

    async def ask_for_rematch(self, table: str) -> str:
        if self._http is None:
            self._http = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._http
        writer.write(f"POST /api/tables/{table}/rematch{self._request}".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(None, 1)[0])
        card = _decode(await reader.readexactly(length))
        if not card.table:
            self._load.fault = f"no rematch: {card.code}"
        return card.table

    def change_tables(self, old: str, new: str) -> None:
        self.playing, self.seen, self.table = False, 0, new
        self.begun.clear()
        self._to_begin.add(new)
        self._say("leave", old)
        self._say("join", new)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._load.fault = self._load.fault or "a connection was lost"

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        for text in frame.get_payload_as_bytes().split(b"\n"):
            self._take(text)

    def _take(self, text: bytes) -> None:
        if not self.playing:
            self._look(text)
            return
        kind = text[KIND]
        if kind == UPDATE:
            if text.find(REF, REF_WITHIN) != -1:
                self._load.waits.append(time.perf_counter() - self.sent_at)
            seen = self.seen = self.seen + 1
            pair = self._pair
            if seen == pair.sent and (pair.first + seen) & 1 == self._place:
                pair.answer()
        elif kind == ACCEPTED:
            self._load.waits.append(time.perf_counter() - self.sent_at)
        elif kind == REFUSED:
            self._load.fault = text.decode()

    def _look(self, text: bytes) -> None:
        """Note the tables that have begun, before the load begins."""
        said = _decode(text)
        if said.type == "refused":
            self._load.fault = text.decode()
        elif said.seq:
            self._to_begin.discard(said.table)
            if not self._to_begin:
                self.begun.set()


def main() -> None:
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    gc.disable()
    measured = uvloop.run(Load(task).run())
    sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")


if __name__ == "__main__":
    main()
