"""A simulated player who waits for the signal and grabs: equal to all others, but for the line."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from ukumbi.core import Seat
from ukumbi.lab.bench.grab import Contest
from ukumbi.lab.bench.relay import Relay
from ukumbi.lab.people.guest import Guest
from ukumbi.lab.people.player import Said

MEDIAN_REACTION: Final = 0.35
SPREAD: Final = 0.22
"""Of the logarithm: a standard deviation of 80 ms."""
HOME: Final = "203.0.113.7"
"""An address that nobody has. The hall must not take the relay's own line for the player's."""

_decode: Final = msgspec.json.Decoder(Said).decode
_contest: Final = msgspec.json.Decoder(Contest).decode


class LineLost(Exception):
    """A line broke, or a table stopped: nothing can be measured on it."""


class Racer(WSListener):
    """Grabs in every moment, some time after the signal has come."""

    def __init__(self, guest: Guest, relay: Relay, rng: Random) -> None:
        self.guest = guest
        self.relay = relay
        self.reactions: dict[int, float] = {}
        """In seconds, for each moment that was seen to come."""
        self.winners: dict[int, Seat | None] = {}
        """Who was first, for each moment that was seen to go."""
        self.waits: list[float] = []
        """How long the hall took for each accepted grab, in seconds, without the way there and back."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_gone: Callable[[], None] = lambda: None
        self._rng = rng
        self._table = ""
        self._transport: WSTransport | None = None
        self._sent: dict[str, float] = {}

    async def sit_at(self, table: str) -> None:
        self._table = table
        headers = {"Cookie": self.guest.cookie or "", "X-Forwarded-For": HOME}
        url = f"ws://127.0.0.1:{self.relay.port}/ws"
        await ws_connect(lambda: self, url, extra_headers=headers)

    def leave(self) -> None:
        if not self.over.done():
            self.over.cancel()
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._send({"type": "join", "table": self._table})

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self._give_up("the line broke")

    def _give_up(self, why: str) -> None:
        if not self.over.done():
            self.over.set_exception(LineLost(why))

    def _send(self, message: dict[str, object]) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        said = _decode(frame.get_payload_as_bytes())
        if said.type in ("sync", "update") and bytes(said.view) != b"null":
            self._heard(said)
        elif said.type == "sync" and said.status == "open":
            self.guest.get_ready(self._table)
        elif said.type == "stopped" or (said.type == "refused" and said.code != "already_gone"):
            self._give_up(said.code)

    def _heard(self, said: Said) -> None:
        contest = _contest(said.view)
        if said.ref is not None:
            self._note_wait(said.ref)
        if contest.shown and contest.moment not in self.reactions:
            self._react(said.seq, contest.moment)
        elif not contest.shown and contest.moment and contest.moment not in self.winners:
            self.winners[contest.moment] = contest.winner
            self.on_gone()
        if contest.is_over() and not self.over.done():
            self.over.set_result(None)

    def _react(self, seq: int, moment: int) -> None:
        reaction = MEDIAN_REACTION * self._rng.lognormvariate(0, SPREAD)
        self.reactions[moment] = reaction
        asyncio.get_running_loop().call_later(reaction, self._grab, seq, moment)

    def _grab(self, seq: int, moment: int) -> None:
        """Also when it is gone by now: a hand on its way is not stopped."""
        ref = f"{moment}"
        self._sent = {ref: time.perf_counter()}
        move = f"grab {moment}"
        self._send({"type": "move", "table": self._table, "move": move, "answers": seq, "ref": ref})

    def _note_wait(self, ref: str) -> None:
        """From when the grab left the line at the hall's end until the answer entered it there."""
        gone_up = self.relay.up.crossing_since(self._sent[ref]) if ref in self._sent else None
        if gone_up is not None:
            self.waits.append(self.relay.down.crossings[-1].came - gone_up.passed)
