"""A simulated player who waits for the signal and grabs. All are equal but for their connections."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from benchmarks.fairness.connection import Connection
from benchmarks.fairness.race_games import RaceGame, Signal
from benchmarks.fairness.relay import Relay
from benchmarks.players.guest import Guest
from benchmarks.players.player import Said
from ukumbi.core import Seat

MEDIAN_REACTION_SECONDS: Final = 0.35
REACTION_SPREAD: Final = 0.22
"""The spread of the logarithm; it gives a standard deviation of 80 ms."""


class ConnectionLost(Exception):
    """A connection broke, or a table stopped, so its measurements are void."""


class Racer:
    """Grabs in every moment, a reaction time after the signal."""

    def __init__(
        self,
        race_game: RaceGame,
        sender: Connection,
        rng: Random,
        relays: tuple[Relay, ...] = (),
        listener: Connection | None = None,
    ) -> None:
        self.sender = sender
        """The connection that moves are sent over."""
        self.listener = listener or sender
        """A connection that may get the signal sooner. Honest players have one for both."""
        self.relays = relays
        """The sender's relay comes first, if it has one."""
        self.reactions: dict[int, float] = {}
        """Reaction time in seconds, by moment."""
        self.winners: dict[int, Seat | None] = {}
        """The winner, by moment."""
        self.latencies: list[float] = []
        """Seconds that the hall took for each accepted grab, without the network."""
        self.seat = Seat(0)
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_gone: Callable[[], None] = lambda: None
        self._race_game = race_game
        self._rng = rng
        self._table = ""
        self._played = False
        self._sent: dict[str, float] = {}
        self._done: set[str] = set()
        """Chores that have been sent."""
        for connection in self._connections:
            connection.on_said = partial(self._receive, connection)
            connection.on_gone = partial(self._fail, "the connection broke")

    @property
    def guest(self) -> Guest:
        return self.sender.guest

    @property
    def _connections(self) -> tuple[Connection, ...]:
        return (self.sender,) if self.listener is self.sender else (self.sender, self.listener)

    async def open(self) -> None:
        for relay in self.relays:
            await relay.open()
        for connection in self._connections:
            await connection.open()

    def sit_at(self, table: str, seat: Seat) -> None:
        """Play at this table; forget the last game."""
        self._table, self.seat = table, seat
        self.over = asyncio.get_running_loop().create_future()
        self.reactions, self.winners = {}, {}
        self._done.clear()
        for connection in self._connections:
            connection.say("join", table=table)

    async def leave(self) -> None:
        if not self.over.done():
            self.over.cancel()
        for connection in self._connections:
            connection.on_gone = lambda: None
            connection.close()
        for relay in self.relays:
            await relay.close()

    def _fail(self, why: str) -> None:
        if not self.over.done():
            self.over.set_exception(ConnectionLost(why))

    def _receive(self, connection: Connection, said: Said) -> None:
        if said.table != self._table:
            return
        if said.type in ("sync", "update") and bytes(said.view) != b"null":
            signal = self._race_game.read(said.view, self.seat)
            self._react(said.seq, signal)
            if connection is self.sender:
                self._note(said, signal)
        elif said.type == "accepted" and said.ref is not None and connection is self.sender:
            self._note_latency(said.ref)
        elif said.type == "sync" and said.status == "open" and connection is self.sender:
            self._get_ready()
        elif said.type == "stopped" or (
            said.type == "refused" and said.code not in self._race_game.harmless_refusals
        ):
            self._fail(said.code)

    def _get_ready(self) -> None:
        lead = 0.0 if self._played else self._race_game.lead
        self._played = True
        asyncio.get_running_loop().call_later(lead, self.guest.get_ready, self._table)

    def _react(self, seq: int, signal: Signal) -> None:
        """React to the signal."""
        if signal.shown and signal.moment not in self.reactions:
            reaction = MEDIAN_REACTION_SECONDS * self._rng.lognormvariate(0, REACTION_SPREAD)
            self.reactions[signal.moment] = reaction
            asyncio.get_running_loop().call_later(reaction, self._grab, self._table, seq, signal.moment)

    def _note(self, said: Said, signal: Signal) -> None:
        """Note the winner, and send the moves that keep the game going."""
        if signal.gone and signal.moment not in self.winners:
            self.winners[signal.moment] = signal.winner
            self.on_gone()
        for chore in signal.chores:
            if chore not in self._done:
                self._done.add(chore)
                self._move(chore, said.seq, f"{len(self._done)}c")
        if signal.over and not self.over.done():
            self.over.set_result(None)

    def _grab(self, table: str, seq: int, moment: int) -> None:
        """Grab even if it is gone by now: a person would not stop in time either."""
        if table == self._table:
            ref = f"{moment}"
            self._sent = {ref: time.perf_counter()}
            self._move(self._race_game.grab(moment), seq, ref)

    def _move(self, move: str, answers: int, ref: str) -> None:
        self.sender.say("move", table=self._table, move=move, answers=answers, ref=ref)

    def _note_latency(self, ref: str) -> None:
        """From the relay's delivery of the grab to the hall until the hall's answer reached the relay."""
        relay = self.relays[0] if self.relays else None
        gone_up = relay.up.crossing_since(self._sent[ref]) if relay and ref in self._sent else None
        if relay is not None and gone_up is not None:
            self.latencies.append(relay.down.crossings[-1].came - gone_up.passed)
