"""The games in which players contest moments: how to read the signal, and the move that grabs."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from benchmarks.fairness.grab import Contest, GrabOptions
from ukumbi.core import Seat

POLE: Final = "red"
"""The contested pole, which is in play with any number of players."""


class Signal(msgspec.Struct, frozen=True):
    """What a racer needs to know of a view."""

    moment: int
    """The contested moment, counted from 1; 0 before the first."""
    shown: bool
    """Whether it can be grabbed now."""
    gone: bool
    """Whether it has been grabbed or taken away."""
    winner: Seat | None
    """Who has it; None if it was taken away."""
    over: bool
    chores: tuple[str, ...] = ()
    """Moves that keep the game going and decide nothing."""


class RaceGame(ABC):
    """A game with contested moments."""

    game: str
    arguments: tuple[str, ...]
    """Arguments of a hall with this game."""
    options: Any
    lead: float
    """Seconds before players get ready for their first game, so that the hall can measure latencies."""
    harmless_refusals: frozenset[str]
    """Refusals of late players."""

    @abstractmethod
    def read(self, view: msgspec.Raw, seat: Seat) -> Signal: ...
    @abstractmethod
    def grab(self, moment: int) -> str: ...


class GrabRace(RaceGame):
    """The benchmarks' own game Grab."""

    game = "grab"
    arguments = ("--also", "benchmarks.fairness.grab")
    lead = 0.0  # the game has its own
    harmless_refusals = frozenset({"already_gone"})

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
    """The needed fields of Zuma's view."""

    phase: str
    round: int
    poles: tuple[_Pole, ...]
    grabs: tuple[_Hand, ...]
    ready: tuple[Seat, ...] = ()


class ZumaRace(RaceGame):
    """Zuma: all grab the same pole as soon as the cards are dealt. Losers take the other poles, and the next
    round begins when all are ready. Strokes for fouls do not matter."""

    game = "zuma"
    arguments = ()
    harmless_refusals = frozenset(
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
