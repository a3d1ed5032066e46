"""The bare line: the least that a durable move costs in Python.

It is only picows, `Match`, a writing thread with group commit, and a view encoded once. It has as much of
the hall's protocol as the load client needs: a table begins when the second player has joined.
"""

import asyncio
import queue
import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server

from benchmarks import cells
from ukumbi.core import Instant, Match, Refused, Seat, Step, codec, load

GAMES: Final = load(["ukumbi.games", cells.__name__])
BATCH: Final = 500


class Join(msgspec.Struct, tag="join"):
    table: str


class Move(msgspec.Struct, tag="move"):
    table: str
    move: str
    answers: int
    ref: str


class Update(msgspec.Struct, tag="update"):
    table: str
    seq: int
    events: tuple[Any, ...]
    view: msgspec.Raw


Row = tuple[str, int, Instant, int | None, str | None, bytes]
_decode: Final = msgspec.json.Decoder(Join | Move).decode
_encode: Final = msgspec.json.Encoder().encode


class Table:
    """Plays one game after the other. Moves wait while a step is being written."""

    def __init__(self, name: str, game: str, writer: "Writer") -> None:
        self.name = name
        self._entry = GAMES[game]
        self._writer = writer
        self._encode_view = codec(self._entry.game).encode
        self._players: list[WSTransport] = []
        self._waiting: list[tuple[Move, WSTransport]] = []
        self._writing = False

    def join(self, player: WSTransport) -> None:
        self._players.append(player)
        if len(self._players) == 2:
            white = self.name.rpartition(".")[2]
            game = self._entry.game
            options = game.options(white=white) if white else game.options()
            self.match = Match(game, 2, options)
            step = self.match.decide_setup(self.match.now)
            self.match.adopt(step)
            self._publish(step, None, "")

    def move(self, move: Move, player: WSTransport) -> None:
        if self._writing:
            self._waiting.append((move, player))
            return
        match = self.match
        try:
            seat = Seat(self._players.index(player))
            step = match.decide(seat, match.game.parse_move(move.move), match.now, move.ref)
        except Refused as refusal:
            player.send(WSMsgType.TEXT, _encode({"type": "refused", "code": refusal.code}))
            return
        self._writing = True
        rows = [
            (self.name, record.seq, record.at, record.actor, record.ref, bytes(record.event))
            for record in step.records
        ]
        self._writer.write(rows, self, step, player, move.ref)

    def written(self, step: Step, player: WSTransport, ref: str) -> None:
        self._writing = False
        self.match.adopt(step)
        self._publish(step, player, ref)
        if self._waiting:
            self.move(*self._waiting.pop(0))

    def _publish(self, step: Step, mover: WSTransport | None, ref: str) -> None:
        match, messages = self.match, dict[Any, bytes]()
        for number, player in enumerate(self._players):
            seat = Seat(number)
            viewpoint = match.game.viewpoint(seat)
            message = messages.get(viewpoint)
            if message is None:
                events = tuple([match.game.redact(event, seat) for event in step.events])
                view = msgspec.Raw(self._encode_view(match.view(seat)))
                message = messages[viewpoint] = _encode(Update(self.name, match.seq, events, view))
            if player is mover:
                message = b'%b,"ref":"%b"}' % (message[:-1], ref.encode())
            player.send(WSMsgType.TEXT, message)


class Writer:
    """A thread that writes all rows since its last commit."""

    def __init__(self, file: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._file, self._loop = file, loop
        self._queue: queue.SimpleQueue[tuple[list[Row], Table, Step, WSTransport, str]] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def write(self, rows: list[Row], table: Table, step: Step, player: WSTransport, ref: str) -> None:
        self._queue.put((rows, table, step, player, ref))

    def _run(self) -> None:
        database = sqlite3.connect(self._file, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(
            "CREATE TABLE events (place TEXT, seq INT, at INT, actor INT, ref TEXT, event BLOB,"
            " PRIMARY KEY (place, seq), UNIQUE (place, actor, ref)) WITHOUT ROWID"
        )
        while True:
            batch = [self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get())
            database.execute("BEGIN IMMEDIATE")
            rows = [row for rows, *_ in batch for row in rows]
            database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
            database.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._answer, batch)

    @staticmethod
    def _answer(batch: list[tuple[list[Row], Table, Step, WSTransport, str]]) -> None:
        for _, table, step, player, ref in batch:
            table.written(step, player, ref)


class Connection(WSListener):
    def __init__(self, tables: dict[str, Table], game: str, writer: Writer) -> None:
        self._tables, self._game, self._writer = tables, game, writer

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        said = _decode(frame.get_payload_as_bytes())
        if isinstance(said, Move):
            self._tables[said.table].move(said, transport)
            return
        table = self._tables.get(said.table)
        if table is None:
            table = self._tables[said.table] = Table(said.table, self._game, self._writer)
        table.join(transport)


async def serve(game: str, file: Path) -> None:
    tables: dict[str, Table] = {}
    writer = Writer(file, asyncio.get_running_loop())
    server = await ws_create_server(lambda _: Connection(tables, game, writer), "127.0.0.1", 0)
    sys.stdout.write(f"open: http://127.0.0.1:{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1], Path(sys.argv[2])))
