"""Cells: the smallest game of strict turns, the same as the peers play. Only benchmarks load it.

Two players in turn set one of 61 cells. A move is three small integers. The game never ends.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Final

import msgspec

from ukumbi.core import (
    Actor,
    Clock,
    Entry,
    Game,
    GameStructs,
    Illegal,
    Instant,
    Options,
    Outcome,
    Seat,
    Tick,
    Unreadable,
)

CELLS: Final = 61
NUMBERS: Final = {str(number): number for number in range(CELLS)}


class Play(msgspec.Struct, frozen=True, gc=False):
    cell: int
    b: int
    c: int

    def is_legal(self) -> bool:
        return 0 <= self.cell < CELLS and 1 <= self.b <= 3 and 0 <= self.c <= 5


class Began(msgspec.Struct, frozen=True, gc=False, tag="began"):
    pass


class Played(msgspec.Struct, frozen=True, gc=False, tag="played"):
    cell: int
    value: int


class Board(msgspec.Struct, frozen=True, gc=False):
    """The whole state, and also every view."""

    cells: tuple[int, ...]
    moves: int

    @property
    def turn(self) -> Seat:
        return Seat(self.moves % 2)


Event = Began | Played


class Cells(Game[Board, Play, Event, Board, Options]):
    name: ClassVar = "cells"
    version: ClassVar = 1
    seats: ClassVar = range(2, 3)
    options = Options
    structs: ClassVar = GameStructs(state=Board, move=Play, event=Event, view=Board)
    endings: ClassVar = frozenset[str]()
    hidden: ClassVar = False

    def setup(self, seats: int, options: Options, now: Instant, rng: Random) -> Sequence[Event]:
        return [Began()]

    def decide(
        self, state: Board, actor: Actor, move: Play | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise Illegal("no_clock_here")
        if actor != state.turn:
            raise Illegal("not_your_turn")
        if not move.is_legal():
            raise Illegal("out_of_range")
        return [Played(move.cell, move.b * 6 + move.c)]

    def evolve(self, state: Board | None, event: Event) -> Board:
        if isinstance(event, Began):
            return Board((0,) * CELLS, 0)
        assert state is not None
        cells = state.cells
        return Board((*cells[: event.cell], event.value, *cells[event.cell + 1 :]), state.moves + 1)

    def may_act(self, state: Board) -> frozenset[Seat]:
        return frozenset({state.turn})

    def legal_moves(self, state: Board, seat: Seat) -> Iterable[Play]:
        if seat == state.turn:
            for cell in range(CELLS):
                for b in range(1, 4):
                    for c in range(6):
                        yield Play(cell, b, c)

    def view(self, state: Board, seat: Seat | None) -> Board:
        return state

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: Board, rng: Random) -> Board:
        return view

    def outcome(self, state: Board) -> Outcome | None:
        return None

    def parse_move(self, text: str) -> Play:
        try:
            cell, b, c = [NUMBERS[part] for part in text.split()]
        except (KeyError, ValueError):
            raise Unreadable("not_a_play", text=text[:40]) from None
        return Play(cell, b, c)

    def format_move(self, move: Play) -> str:
        return f"{move.cell} {move.b} {move.c}"


GAMES: Final = (Entry(game=Cells(), bots={}),)
