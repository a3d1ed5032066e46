"""A simulated player: a real WebSocket client that plays and reconnects by itself."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.nginx import NAME
from benchmarks.players.guest import Guest
from ukumbi.core import Seat

RETRY_SECONDS: Final = 0.05
"""The delay before reconnecting."""
COUNTDOWN_SECONDS: Final = 1.0
"""The delay before a move is repeated that was too early after a pause."""


class SeatSaid(msgspec.Struct, frozen=True):
    ready: bool = False


class ClockSaid(msgspec.Struct, frozen=True):
    paused: bool = False


class Said(msgspec.Struct, frozen=True):
    """The fields of server messages that a player needs."""

    type: str
    table: str | None = None
    seq: int = 0
    you: int | None = None
    view: msgspec.Raw = msgspec.Raw(b"null")
    ref: str | None = None
    accepted: tuple[str, ...] = ()
    outcome: Any = None
    code: str = ""
    status: str = ""
    seats: tuple[SeatSaid, ...] = ()
    clock: ClockSaid = ClockSaid()
    pausable: bool = False
    after: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    node: str | None = None
    nodes: tuple[str, ...] = ()
    whole: bool = False


class Acknowledged(msgspec.Struct, frozen=True):
    """An acknowledged move."""

    table: str
    ref: str
    move: str
    seconds: float


Choose = Callable[[msgspec.Raw, Seat, Random], str | None]
"""Returns a move for this seat, or None when it is not its turn."""

_decode: Final = msgspec.json.Decoder(Said).decode_lines


class Player(WSListener):
    """Follows one table at a time."""

    def __init__(self, guest: Guest, choose: Choose, rng: Random) -> None:
        self.guest = guest
        self.table = ""
        self.seat = Seat(0)
        self.seq = 0
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[str] = []
        self.fault: Exception | None = None
        """The fault, if no move could be chosen."""
        self.over = asyncio.Event()
        self.away = asyncio.Event()
        """Set while disconnected."""
        self.away.set()
        self._choose = choose
        self._rng = rng
        self._transport: WSTransport | None = None
        self._pending: tuple[str, str, float] | None = None
        self._latest: Said | None = None
        """The table's last seq."""
        self._moves = 0
        self._pausable = False
        self._leaving = False
        self._home: asyncio.Task[None] | None = None
        self.path = "/ws"
        self.on_over: Callable[[Player], None] | None = None
        self.on_heard: Callable[[Player, Said], None] | None = None
        self.on_acknowledged: Callable[[Player], None] | None = None
        self.eager = True
        """If false, the player reads messages but makes no moves."""
        self.thinks: Callable[[], float] | None = None
        """Returns the seconds before the next move; None moves at once."""

    # the connection

    async def connect(self) -> None:
        headers = {"Cookie": self.guest.cookie} if self.guest.cookie else None
        own = None if self.guest.address is None else (self.guest.address, 0)
        trust = self.guest.trust
        url = f"{'ws' if trust is None else 'wss'}://127.0.0.1:{self.guest.port}{self.path}"
        tls: dict[str, Any] = {} if trust is None else {"ssl_context": trust, "server_hostname": NAME}
        await ws_connect(lambda: self, url, extra_headers=headers, local_addr=own, **tls)

    async def _come_back(self) -> None:
        while not self._leaving and self._transport is None:
            try:
                await self.connect()
            except Exception:
                # A connection that breaks while opening is not reported as lost.
                self._transport = None
                self.away.set()
                await asyncio.sleep(RETRY_SECONDS)

    def drop_connection(self) -> None:
        """Break the connection, as a network fault would."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def leave(self) -> None:
        self._leaving = True
        if self._home is not None:
            self._home.cancel()
        self.drop_connection()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self.away.clear()
        if self.table:
            self.join(self.table, self.seq)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self.away.set()
        if not self._leaving and (self._home is None or self._home.done()):
            self._home = asyncio.get_running_loop().create_task(self._come_back())

    # the table

    def join(self, table: str, since: int = 0) -> None:
        if table != self.table:
            self._send({"type": "leave", "table": self.table})
            self.table, self.seq = table, 0
            self._pending = self._latest = None
            self.over.clear()
        self._send({"type": "join", "table": table, "since": since})

    def _send(self, message: dict[str, Any]) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            for said in _decode(frame.get_payload_as_bytes()):
                self.hear(said)

    def hear(self, said: Said) -> None:
        if said.type == "refused":
            self._refused(said)
        elif said.type == "accepted":
            self._accepted(said)
        elif said.table == self.table and said.type in ("sync", "update"):
            self._heard(said)

    def _heard(self, said: Said) -> None:
        if said.type == "sync" and said.you is not None:
            self._take_seat(said, Seat(said.you))
        if self._pausable and said.clock.paused:  # a connection of theirs was lost, perhaps an earlier one
            self._send({"type": "resume", "table": self.table, "ref": f"{id(self):x}-on-{said.seq}"})
        self.seq = said.seq
        if self.on_heard is not None:
            self.on_heard(self, said)
        self._latest = said
        if self._pending is not None and said.type == "sync":
            if self._pending[0] in said.accepted:
                self._acknowledge()
            else:
                self._send_pending()
        self.go_on()

    def _accepted(self, said: Said) -> None:
        if self._pending is not None and self._pending[0] == said.ref:
            self._acknowledge()
            self.go_on()

    def go_on(self) -> None:
        """Play, or note the end of the game, once the last move is answered."""
        said = self._latest
        if self._pending is not None or said is None:
            return
        if said.outcome is not None:
            self._latest = None
            self.over.set()
            if self.on_over is not None:
                self.on_over(self)
        elif bytes(said.view) != b"null":
            self._play(said.view)

    def _take_seat(self, said: Said, seat: Seat) -> None:
        self.seat = seat
        if said.status == "open" and not said.seats[seat].ready:
            self.guest.get_ready(self.table)
        self._pausable = said.pausable

    def _acknowledge(self) -> None:
        assert self._pending is not None
        ref, move, sent = self._pending
        self._pending = None
        self.acknowledged.append(Acknowledged(self.table, ref, move, time.perf_counter() - sent))
        if self.on_acknowledged is not None:
            self.on_acknowledged(self)

    def _play(self, view: msgspec.Raw) -> None:
        try:
            move = self._choose(view, self.seat, self._rng) if self.eager else None
        except Exception as fault:  # an invalid view
            self.fault = fault
            return
        if move is None:
            return
        if self.thinks is None:
            self._make(move, self.table, self.seq)
        else:
            asyncio.get_running_loop().call_later(self.thinks(), self._make, move, self.table, self.seq)

    def _make(self, move: str, table: str, seq: int) -> None:
        """Make the move, unless an event has come meanwhile."""
        if (table, seq) == (self.table, self.seq) and self._pending is None:
            self._moves += 1
            self._pending = (f"{id(self):x}-{self._moves}", move, time.perf_counter())
            self._send_pending()

    @property
    def waiting(self) -> float:
        """Seconds since the move that is not acknowledged yet; 0 without one."""
        return 0.0 if self._pending is None else time.perf_counter() - self._pending[2]

    def _send_pending(self) -> None:
        assert self._pending is not None
        ref, move, _ = self._pending
        self._send({"type": "move", "table": self.table, "move": move, "answers": self.seq, "ref": ref})

    def _refused(self, said: Said) -> None:
        """Forget the refused move, and choose again after a new sync."""
        self.refused.append(said.code)
        if self._pending is not None and said.ref == self._pending[0]:
            self._pending = None
            wait = COUNTDOWN_SECONDS if said.code == "paused" else RETRY_SECONDS
            asyncio.get_running_loop().call_later(wait, self.join, self.table, self.seq)
