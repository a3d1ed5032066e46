"""The games in which the bench contests a moment: what gives the signal, and what one grabs then."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from benchmarks.fairness.grab import Contest, GrabOptions
from ukumbi.core import Seat

POLE: Final = "red"
"""The one that everybody wants. It is in play with any number of players."""


class Signal(msgspec.Struct, frozen=True):
    """A table as somebody sees it who only wants to be first."""

    moment: int
    """Which contest it is, counted from 1; 0 before the first."""
    shown: bool
    """Whether there is something to grab."""
    gone: bool
    """Whether it was there and is gone."""
    winner: Seat | None
    """Who has it; nobody where it was taken away again."""
    over: bool
    chores: tuple[str, ...] = ()
    """Moves that keep the game going, and decide nothing."""


class Sport(ABC):
    """A game to measure with."""

    game: str
    arguments: tuple[str, ...]
    """What a hall needs to have it."""
    options: Any
    lead: float
    """Seconds until players are ready for their first game: the hall gets to know their lines."""
    harmless: frozenset[str]
    """Refusals that whoever is too late may get."""

    @abstractmethod
    def read(self, view: msgspec.Raw, seat: Seat) -> Signal: ...
    @abstractmethod
    def grab(self, moment: int) -> str: ...


class Grabbing(Sport):
    """A game of the benchmarks: nothing but moments."""

    game = "grab"
    arguments = ("--also", "benchmarks.fairness.grab")
    lead = 0.0  # the game has one itself
    harmless = frozenset({"already_gone"})

    def __init__(self, options: GrabOptions) -> None:
        self.options = options

    def read(self, view: msgspec.Raw, seat: Seat) -> Signal:
        contest = _contest(view)
        gone = not contest.shown and contest.moment > 0
        return Signal(contest.moment, contest.shown, gone, contest.winner, contest.is_over())

    def grab(self, moment: int) -> str:
        return f"grab {moment}"


class _Pole(msgspec.Struct, frozen=True):
    pole: str
    holder: Seat | None


class _Hand(msgspec.Struct, frozen=True):
    seat: Seat
    pole: str
    came: str


class _Board(msgspec.Struct, frozen=True):
    """What the bench needs of a view of Zuma."""

    phase: str
    round: int
    poles: tuple[_Pole, ...]
    grabs: tuple[_Hand, ...]
    ready: tuple[Seat, ...] = ()


class Poles(Sport):
    """Zuma: everybody grabs the same pole as soon as the cards are dealt. Those who miss it take the others,
    and the next round begins when all are ready for it. Fouls cost strokes, which do not matter here."""

    game = "zuma"
    arguments = ()
    harmless = frozenset(
        {"round_is_over", "not_this_round", "pole_is_held", "already_holding", "on_its_way"}
        | {"already_ready", "game_is_over"}
    )

    def __init__(self, lead: float) -> None:
        self.lead = lead
        self.options = {"reach": False, "cycles": 3}

    def read(self, view: msgspec.Raw, seat: Seat) -> Signal:
        board = _board(view)
        wanted = next(pole for pole in board.poles if pole.pole == POLE)
        over = board.phase == "over"
        chores = () if over else tuple(_chores(board, seat))
        gone = wanted.holder is not None
        return Signal(board.round, board.phase == "dealt", gone, wanted.holder, over, chores)

    def grab(self, moment: int) -> str:
        return f"grab {moment} {POLE}"


def _chores(board: _Board, seat: Seat) -> Iterator[str]:
    if board.phase == "counted" and seat not in board.ready:
        yield f"ready {board.round}"
    missed = any(hand.seat == seat and hand.came == "missed" for hand in board.grabs)
    holding = any(pole.holder == seat for pole in board.poles)
    if board.phase == "grabbing" and missed and not holding:
        yield from (f"grab {board.round} {pole.pole}" for pole in board.poles if pole.holder is None)


_contest: Final = msgspec.json.Decoder(Contest).decode
_board: Final = msgspec.json.Decoder(_Board).decode
