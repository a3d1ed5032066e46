"""A simulated player who waits for the signal and grabs: equal to all others, but for the lines."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from benchmarks.fairness.line import Line
from benchmarks.fairness.relay import Relay
from benchmarks.fairness.sports import Signal, Sport
from benchmarks.players.guest import Guest
from benchmarks.players.player import Said
from ukumbi.core import Seat

MEDIAN_REACTION: Final = 0.35
SPREAD: Final = 0.22
"""Of the logarithm: a standard deviation of 80 ms."""


class LineLost(Exception):
    """A line broke, or a table stopped: nothing can be measured on it."""


class Racer:
    """Grabs in every moment, some time after the signal has come."""

    def __init__(
        self,
        sport: Sport,
        hand: Line,
        rng: Random,
        relays: tuple[Relay, ...] = (),
        ears: Line | None = None,
    ) -> None:
        self.hand = hand
        """The line that moves go by."""
        self.ears = ears or hand
        """A line that the signal may come by sooner: honest people have one for both."""
        self.relays = relays
        """The hand's first, if it has one."""
        self.reactions: dict[int, float] = {}
        """In seconds, for each moment that was seen to come."""
        self.winners: dict[int, Seat | None] = {}
        """Who was first, for each moment that was seen to go."""
        self.waits: list[float] = []
        """How long the hall took for each accepted grab, in seconds, without the way there and back."""
        self.seat = Seat(0)
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.on_gone: Callable[[], None] = lambda: None
        self._sport = sport
        self._rng = rng
        self._table = ""
        self._played = False
        self._sent: dict[str, float] = {}
        self._done: set[str] = set()
        """Chores that have been said."""
        for line in self._lines:
            line.on_said = partial(self._hear, line)
            line.on_gone = partial(self._give_up, "the line broke")

    @property
    def guest(self) -> Guest:
        return self.hand.guest

    @property
    def _lines(self) -> tuple[Line, ...]:
        return (self.hand,) if self.ears is self.hand else (self.hand, self.ears)

    async def open(self) -> None:
        for relay in self.relays:
            await relay.open()
        for line in self._lines:
            await line.open()

    def sit_at(self, table: str, seat: Seat) -> None:
        """Play there; a game before that is forgotten."""
        self._table, self.seat = table, seat
        self.over = asyncio.get_running_loop().create_future()
        self.reactions, self.winners = {}, {}
        self._done.clear()
        for line in self._lines:
            line.say("join", table=table)

    async def leave(self) -> None:
        if not self.over.done():
            self.over.cancel()
        for line in self._lines:
            line.on_gone = lambda: None
            line.close()
        for relay in self.relays:
            await relay.close()

    def _give_up(self, why: str) -> None:
        if not self.over.done():
            self.over.set_exception(LineLost(why))

    def _hear(self, line: Line, said: Said) -> None:
        if said.table != self._table:
            return
        if said.type in ("sync", "update") and bytes(said.view) != b"null":
            signal = self._sport.read(said.view, self.seat)
            self._heed(said.seq, signal)
            if line is self.hand:
                self._note(said, signal)
        elif said.type == "accepted" and said.ref is not None and line is self.hand:
            self._note_wait(said.ref)
        elif said.type == "sync" and said.status == "open" and line is self.hand:
            self._get_ready()
        elif said.type == "stopped" or (said.type == "refused" and said.code not in self._sport.harmless):
            self._give_up(said.code)

    def _get_ready(self) -> None:
        lead = 0.0 if self._played else self._sport.lead
        self._played = True
        asyncio.get_running_loop().call_later(lead, self.guest.get_ready, self._table)

    def _heed(self, seq: int, signal: Signal) -> None:
        """React to what is there to grab."""
        if signal.shown and signal.moment not in self.reactions:
            reaction = MEDIAN_REACTION * self._rng.lognormvariate(0, SPREAD)
            self.reactions[signal.moment] = reaction
            asyncio.get_running_loop().call_later(reaction, self._grab, self._table, seq, signal.moment)

    def _note(self, said: Said, signal: Signal) -> None:
        """Keep what came of it, and do what keeps the game going."""
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
        """Also when it is gone by now: a hand on its way is not stopped."""
        if table == self._table:
            ref = f"{moment}"
            self._sent = {ref: time.perf_counter()}
            self._move(self._sport.grab(moment), seq, ref)

    def _move(self, move: str, answers: int, ref: str) -> None:
        self.hand.say("move", table=self._table, move=move, answers=answers, ref=ref)

    def _note_wait(self, ref: str) -> None:
        """From when the grab left the line at the hall's end until the answer entered it there."""
        relay = self.relays[0] if self.relays else None
        gone_up = relay.up.crossing_since(self._sent[ref]) if relay and ref in self._sent else None
        if relay is not None and gone_up is not None:
            self.waits.append(relay.down.crossings[-1].came - gone_up.passed)
