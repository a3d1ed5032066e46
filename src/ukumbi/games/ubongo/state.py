"""The state of Ubongo, and how events change it."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import Readied, with_ready
from ukumbi.games.ubongo.boards import Level
from ukumbi.games.ubongo.days import day_of
from ukumbi.games.ubongo.events import (
    Aside,
    Chose,
    Closed,
    Dealt,
    DealtBoard,
    Event,
    Finished,
    HourglassTurned,
    Lifted,
    Lying,
    Opened,
    Placed,
    Remembered,
    Rolled,
    Solved,
    UbongoOptions,
)
from ukumbi.games.ubongo.gems import DISPLAYED, NUMBERS, GemCounts, gem_counts, with_gems, without
from ukumbi.games.ubongo.met import Met, day_key, meet, task_key

T = TypeVar("T")


class Phase(Enum):
    CHOOSING = "choosing"
    """Players choose their level."""
    ROLLING = "rolling"
    TURNING = "turning"
    """The task is known, the hourglass has to be turned."""
    BUILDING = "building"
    BETWEEN = "between"
    OVER = "over"


class Side(msgspec.Struct, frozen=True):
    """One player's level, board and gems."""

    level: Level | None = None
    board: DealtBoard | None = None
    """None before the first round, and for players who are not in the playoff."""
    lying: Lying = {}
    solved: int | None = None
    """Milliseconds until the task was solved."""
    gems: GemCounts = msgspec.field(default_factory=gem_counts)
    met: Met = {}
    solutions: tuple[str, ...] = ()
    """Solutions, after the round."""
    helped: int | msgspec.UnsetType = msgspec.UNSET
    """Pieces that were laid for the player in this game; unset for none, as in logs that know no help."""


class State(msgspec.Struct, frozen=True):
    options: UbongoOptions
    roller: Seat
    """The seat that rolls the die in the first round."""
    phase: Phase
    sides: tuple[Side, ...]
    bag: GemCounts
    display: GemCounts
    round: int = 0
    """Counted from 1; in a solo game it counts tasks."""
    die: int | None = None
    """The die's number, even before the roll."""
    until: Instant | None = None
    since: Instant | None = None
    """When the time began."""
    again: bool = False
    """Whether it is the second chance."""
    had: dict[Level, tuple[int, ...]] = {}
    """The tasks of this game by level, once for each player who got it."""
    solved: tuple[Seat, ...] = ()
    """Seats that have solved this round's task, the fastest first."""
    ready: tuple[Seat, ...] = ()
    done: int = 0
    """Tasks solved in a solo game."""
    spent: int = 0
    """Milliseconds until the latest of them."""
    repeated: bool = False
    """Whether the player knew the puzzle of the day before."""
    playoff: tuple[Seat, ...] = ()
    """The tied seats of a playoff."""
    ending: str | None = None
    winner: Seat | None = None

    @property
    def alone(self) -> bool:
        return len(self.sides) == 1

    @property
    def daily(self) -> bool:
        """Whether it is the puzzle of the day."""
        return self.alone and self.options.solo == "daily"

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats in this round."""
        return self.playoff or tuple(Seat(number) for number in range(len(self.sides)))

    @property
    def building(self) -> tuple[Seat, ...]:
        """The seats that have not solved the task of this round."""
        return tuple(seat for seat in self.players if seat not in self.solved)

    def role(self, place: int) -> Seat:
        """The seat that rolls the die (0) or turns the hourglass (1) in this round."""
        players = self.players
        first = 0 if self.playoff else self.roller + self.round - 1
        return players[(first + place) % len(players)]

    def pieces_for(self, seat: Seat) -> str:
        """This player's pieces, once the die is rolled."""
        board = self.sides[seat].board
        assert board is not None
        assert self.die is not None
        return board.tasks[self.die - 1]


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Opened):
        return _opened(event)
    assert state is not None
    return _EVOLVED[type(event)](state, event)


def _opened(event: Opened) -> State:
    displayed = {gem: event.options.rounds * (gem in DISPLAYED) for gem in NUMBERS}
    return State(
        options=event.options,
        roller=event.roller,
        phase=Phase.CHOOSING,
        sides=(Side(),) * event.seats,
        bag={gem: number - displayed[gem] for gem, number in NUMBERS.items()},
        display=displayed,
        until=event.until,
    )


def _remembered(state: State, event: Remembered) -> State:
    return _with(state, event.seat, met=event.met)


def _chose(state: State, event: Chose) -> State:
    return _with(state, event.seat, level=event.level)


def _dealt(state: State, event: Dealt) -> State:
    sides = tuple(
        replace(side, board=board, lying={}, solved=None, solutions=())
        for side, board in zip(state.sides, event.boards, strict=True)
    )
    tied = tuple(Seat(seat) for seat, board in enumerate(event.boards) if board)
    return replace(
        state,
        phase=Phase.ROLLING,
        sides=sides,
        round=event.round,
        die=event.die,
        until=event.until,
        again=False,
        solved=(),
        ready=(),
        playoff=tied if not state.alone and event.round > state.options.rounds else (),
    )


def _rolled(state: State, event: Rolled) -> State:
    sides = tuple(_having_met(side, event.die) for side in state.sides)
    had = dict(state.had)
    for board in (side.board for side in sides if side.board):
        had[board.level] = (*had.get(board.level, ()), board.numbers[event.die - 1])
    phase = Phase.TURNING if state.since is None else Phase.BUILDING  # in a solo game time runs on
    return replace(state, phase=phase, sides=sides, had=had, die=event.die, until=event.until)


def _having_met(side: Side, die: int) -> Side:
    """Note the task as met: it does not come again before all others of its level."""
    if side.board is None:
        return side
    return replace(side, met=meet(side.met, task_key(side.board.level, side.board.numbers[die - 1])))


def _turned(state: State, event: HourglassTurned) -> State:
    since = state.since if event.again else event.since
    after = replace(state, phase=Phase.BUILDING, since=since, until=event.until, again=event.again)
    return _with_day(after, day_of(event.since)) if state.daily else after


def _with_day(state: State, day: int) -> State:
    """Note that the player has met the puzzle of this day."""
    [side] = state.sides
    known = day_key(day) in side.met
    return replace(state, sides=(replace(side, met=meet(side.met, day_key(day))),), repeated=known)


def _placed(state: State, event: Placed) -> State:
    assert event.piece is not None
    assert event.cubes is not None
    side = state.sides[event.seat]
    lying = {piece: cubes for piece, cubes in side.lying.items() if piece != event.piece}
    helped = (side.helped or 0) + 1 if event.helped else side.helped
    return _with(state, event.seat, lying={**lying, event.piece: event.cubes}, helped=helped)


def _lifted(state: State, event: Lifted) -> State:
    lying = {piece: cubes for piece, cubes in state.sides[event.seat].lying.items() if piece != event.piece}
    return _with(state, event.seat, lying=lying)


def _solved(state: State, event: Solved) -> State:
    seat = event.seat
    after = _with(
        state,
        seat,
        solved=event.after,
        gems=with_gems(state.sides[seat].gems, event.drawn, event.bonus),
    )
    return replace(
        after,
        solved=(*state.solved, seat),
        bag=without(state.bag, event.drawn),
        display=without(state.display, event.bonus),
        done=state.done + state.alone,
        spent=event.after if state.alone else 0,
    )


def _aside(state: State, event: Aside) -> State:
    return _with(state, event.seat, solutions=event.solutions)


def _closed(state: State, event: Closed) -> State:
    sides = tuple(
        replace(side, solutions=solutions)
        for side, solutions in zip(state.sides, event.solutions, strict=True)
    )
    return replace(
        state,
        phase=Phase.BETWEEN,
        sides=sides,
        bag=with_gems(state.bag, *event.unclaimed),
        display=without(state.display, *event.unclaimed),
        until=event.until,
        since=state.since if state.alone else None,
    )


def _readied(state: State, event: Readied) -> State:
    return replace(state, ready=with_ready(state.ready, event.seat))


def _finished(state: State, event: Finished) -> State:
    return replace(state, phase=Phase.OVER, until=None, ending=event.ending, winner=event.winner)


def _with(state: State, seat: Seat, **changes: Any) -> State:
    sides = list(state.sides)
    sides[seat] = replace(sides[seat], **changes)
    return replace(state, sides=tuple(sides))


_EVOLVED: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Remembered: _remembered,
    Chose: _chose,
    Dealt: _dealt,
    Rolled: _rolled,
    HourglassTurned: _turned,
    Placed: _placed,
    Lifted: _lifted,
    Solved: _solved,
    Aside: _aside,
    Closed: _closed,
    Readied: _readied,
    Finished: _finished,
}
