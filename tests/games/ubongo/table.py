"""Helpers to set up and play a game of Ubongo."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec
import pytest

from ukumbi.core import Illegal, Match, Seat
from ukumbi.games.ubongo import ENTRY
from ukumbi.games.ubongo.boards import Filling, Task, read_filling
from ukumbi.games.ubongo.events import Event, UbongoOptions
from ukumbi.games.ubongo.moves import put
from ukumbi.games.ubongo.state import Phase, State

GAME: Final = ENTRY.game
ANN, BEN, CLEO, DAN = map(Seat, range(4))


def as_kept(table: "Table", seat: Seat = ANN) -> dict[str, int]:
    """This player's memory, encoded and decoded."""
    return msgspec.json.decode(msgspec.json.encode(GAME.memory(table.state, seat)), type=dict[str, int])


class Table:
    """A match with helpers for each phase."""

    def __init__(
        self,
        seats: int = 2,
        seed: int = 1,
        memories: Mapping[Seat, Mapping[str, int]] | None = None,
        **options: Any,
    ) -> None:
        self.match = Match(GAME, seats, UbongoOptions(**options), rng=Random(seed), now=0)
        self.match.adopt(self.match.decide_setup(self.match.now, memories or {}))

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    @property
    def now(self) -> int:
        return self.match.now

    def play(self, seat: int, move: Any) -> tuple[Event, ...]:
        return tuple(self.match.play(seat, move))

    def refused(self, seat: int, move: Any) -> Illegal:
        with pytest.raises(Illegal) as refusal:
            self.match.play(seat, move)
        return refusal.value

    def wait(self, milliseconds: int | None = None) -> tuple[Event, ...]:
        """Let time pass; without an argument, up to the next deadline."""
        return tuple(self.match.wait(None if milliseconds is None else self.now + milliseconds))

    # up to building

    def choose(self, *levels: int) -> "Table":
        """All players choose a level, by default the table's."""
        for seat in range(self.match.seats):
            self.play(seat, f"level {levels[seat]}" if levels else "ready")
        return self

    def build(self) -> "Table":
        """Go on to the building phase."""
        if self.state.phase is Phase.CHOOSING:
            self.choose()
        if self.state.phase is Phase.BETWEEN:
            self.all_ready()
        if self.state.phase is Phase.ROLLING:
            self.play(self.state.role(0), f"roll {self.state.round}")
        if self.state.phase is Phase.TURNING:
            self.play(self.state.role(1), f"turn {self.state.round}")
        return self

    def all_ready(self) -> tuple[Event, ...]:
        happened: tuple[Event, ...] = ()
        for seat in range(self.match.seats):
            happened = self.play(seat, "ready")
        return happened

    # building

    def task(self, seat: int) -> Task:
        board, die = self.state.sides[seat].board, self.state.die
        assert board is not None
        assert die is not None
        return board.task_at(die)

    def filling(self, seat: int, which: int = 0) -> Filling:
        task = self.task(seat)
        return read_filling(task.outline, task.fillings[which])

    def lay(self, seat: int, pieces: str | None = None, which: int = 0) -> tuple[Event, ...]:
        """Place these pieces (default: all) as in a filling; return the last one's events."""
        happened: tuple[Event, ...] = ()
        for piece, cubes in self.filling(seat, which).items():
            if pieces is None or piece in pieces:
                happened = self.play(seat, put(self.state.round, piece, cubes))
        return happened

    def all_but_one(self, seat: int) -> str:
        """Place all pieces but the last; return its letter."""
        *most, last = self.filling(seat)
        self.lay(seat, "".join(most))
        return last

    def solve(self, *seats: int) -> tuple[Event, ...]:
        """These seats solve their tasks in this order, a second apart."""
        happened: tuple[Event, ...] = ()
        for seat in seats:
            self.match.now = type(self.match.now)(self.now + 1_000)
            happened = self.lay(seat)
        return happened

    def play_round(self, *seats: int) -> "Table":
        """Play a round in which only these seats solve their tasks."""
        self.build().solve(*seats)
        while self.state.phase is Phase.BUILDING:
            self.wait()
        return self
