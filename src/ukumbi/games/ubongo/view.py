"""What one seat sees of Ubongo, and imagined states."""

from random import Random
from typing import Final

import msgspec

from ukumbi.core import Instant, Seat
from ukumbi.games.ubongo.boards import DIE, Level, read_filling
from ukumbi.games.ubongo.events import DealtBoard, Lying, UbongoOptions
from ukumbi.games.ubongo.gems import GemCounts, points
from ukumbi.games.ubongo.grid import name_cubes
from ukumbi.games.ubongo.state import Phase, Side, State

_KNOWN: Final = (Phase.TURNING, Phase.BUILDING, Phase.BETWEEN, Phase.OVER)
"""Phases after the roll."""
_SHOWN: Final = (Phase.BETWEEN, Phase.OVER)
"""Phases in which all boards are shown."""


class SideView(msgspec.Struct, frozen=True):
    level: Level | None
    board: DealtBoard | None
    task: str | None
    """The player's pieces, once the die is rolled."""
    count: int
    """The number of placed pieces."""
    lying: Lying | None
    """Your own board; all boards after a round."""
    solved: int | None
    """Milliseconds until the task was solved."""
    gems: GemCounts
    points: int
    solutions: tuple[str, ...]
    """One or two solutions, after a round."""
    helped: int
    """Pieces that were laid for the player in this game."""


class UbongoView(msgspec.Struct, frozen=True):
    you: Seat | None
    options: UbongoOptions
    alone: bool
    phase: Phase
    round: int
    """Counted from 1; in a solo game it counts tasks. A playoff may follow the last round."""
    until: Instant | None
    """The next tick."""
    since: Instant | None
    """When the time began."""
    again: bool
    """Whether it is the second chance."""
    first: Seat
    """The seat that rolled the die in the first round."""
    roller: Seat | None
    """The seat that rolls the die."""
    turner: Seat | None
    """The seat that turns the hourglass."""
    die: int | None
    sides: tuple[SideView, ...]
    solved: tuple[Seat, ...]
    """Seats that have solved this round's task, the fastest first."""
    playoff: tuple[Seat, ...]
    bag: GemCounts
    display: GemCounts
    ready: tuple[Seat, ...]
    done: int
    """Tasks solved in a solo game."""
    spent: int
    """Milliseconds until the latest of them."""
    repeated: bool
    """Whether you knew the puzzle of the day before; then it does not count."""
    ending: str | None
    winner: Seat | None


def see(state: State, seat: Seat | None, open_boards: bool = False) -> UbongoView:
    shown = open_boards or state.phase in _SHOWN
    known = state.phase in _KNOWN
    playing = state.round > 0
    return UbongoView(
        you=seat,
        options=state.options,
        alone=state.alone,
        phase=state.phase,
        round=state.round,
        until=state.until,
        since=state.since,
        again=state.again,
        first=state.roller,
        roller=state.role(0) if playing and not state.alone else None,
        turner=state.role(1) if playing and not state.alone and not state.playoff else None,
        die=state.die if known else None,
        sides=tuple(
            _side(state, Seat(owner), known, shown or owner == seat) for owner in range(len(state.sides))
        ),
        solved=state.solved,
        playoff=state.playoff,
        bag=state.bag,
        display=state.display,
        ready=state.ready,
        done=state.done,
        spent=state.spent,
        repeated=state.repeated,
        ending=state.ending,
        winner=state.winner,
    )


def _side(state: State, owner: Seat, known: bool, shown: bool) -> SideView:
    side = state.sides[owner]
    return SideView(
        level=side.level,
        board=side.board,
        task=state.pieces_for(owner) if known and side.board else None,
        count=len(side.lying),
        lying=side.lying if shown else None,
        solved=side.solved,
        gems=side.gems,
        points=points(side.gems),
        solutions=side.solutions,
        helped=side.helped or 0,
    )


def imagine(view: UbongoView, rng: Random) -> State:
    """Hidden facts are drawn: the die before the roll, and the others' placements."""
    return State(
        options=view.options,
        roller=view.first,
        phase=view.phase,
        sides=tuple(_imagine_side(view, side, rng) for side in view.sides),
        bag=view.bag,
        display=view.display,
        round=view.round,
        die=view.die if view.die or not view.round else rng.randint(1, DIE),
        until=view.until,
        since=view.since,
        again=view.again,
        solved=view.solved,
        ready=view.ready,
        done=view.done,
        spent=view.spent,
        repeated=view.repeated,
        playoff=view.playoff,
        ending=view.ending,
        winner=view.winner,
    )


def _imagine_side(view: UbongoView, side: SideView, rng: Random) -> Side:
    return Side(
        level=side.level,
        board=side.board,
        lying=_imagine_lying(view, side, rng) if side.lying is None else side.lying,
        solved=side.solved,
        gems=side.gems,
        solutions=side.solutions,
        helped=side.helped or msgspec.UNSET,
    )


def _imagine_lying(view: UbongoView, side: SideView, rng: Random) -> Lying:
    """This many pieces, placed as in a known filling."""
    if side.board is None or view.die is None or not side.count:
        return {}
    task = side.board.task_at(view.die)
    filling = read_filling(task.outline, rng.choice(task.fillings))
    pieces = rng.sample(sorted(filling), side.count)
    return {piece: name_cubes(filling[piece]) for piece in pieces}
