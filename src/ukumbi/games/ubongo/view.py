"""What one seat sees of a game of Ubongo, and the worlds that this allows."""

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
"""When the die has been rolled."""
_SHOWN: Final = (Phase.BETWEEN, Phase.OVER)
"""When everybody sees what everybody has built."""


class SideView(msgspec.Struct, frozen=True):
    level: Level | None
    board: DealtBoard | None
    task: str | None
    """The pieces to use, once the die is rolled."""
    count: int
    """How many lie."""
    lying: Lying | None
    """Your own, and after a round everybody's."""
    solved: int | None
    """Milliseconds after which the task was solved."""
    gems: GemCounts
    points: int
    solutions: tuple[str, ...]
    """After a round: one or two fillings."""


class UbongoView(msgspec.Struct, frozen=True):
    you: Seat | None
    options: UbongoOptions
    alone: bool
    phase: Phase
    round: int
    """Counted from 1; for who plays alone it counts tasks. After the last one there may be a playoff."""
    until: Instant | None
    """When the time is up, or the next thing happens by itself."""
    since: Instant | None
    """When the time began to run."""
    again: bool
    """It is the second chance."""
    first: Seat
    """Whose honour the die was in the first round."""
    roller: Seat | None
    """Whose honour the die is."""
    turner: Seat | None
    """Whose honour the hourglass is."""
    die: int | None
    sides: tuple[SideView, ...]
    solved: tuple[Seat, ...]
    """Seats that have solved the task of this round, the fastest first."""
    playoff: tuple[Seat, ...]
    bag: GemCounts
    display: GemCounts
    ready: tuple[Seat, ...]
    done: int
    """Tasks that a player alone has solved."""
    spent: int
    """Milliseconds up to the latest of them."""
    repeated: bool
    """You knew the puzzle of the day before: it does not count again."""
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
        roller=state.honour(0) if playing and not state.alone else None,
        turner=state.honour(1) if playing and not state.alone and not state.playoff else None,
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
    )


def imagine(view: UbongoView, rng: Random) -> State:
    """What nobody sees is drawn: the die before it is rolled, and where others have put their pieces."""
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
    )


def _imagine_lying(view: UbongoView, side: SideView, rng: Random) -> Lying:
    """So many pieces as they lie in a filling that we know."""
    if side.board is None or view.die is None or not side.count:
        return {}
    task = side.board.task_at(view.die)
    filling = read_filling(task.outline, rng.choice(task.fillings))
    pieces = rng.sample(sorted(filling), side.count)
    return {piece: name_cubes(filling[piece]) for piece in pieces}
