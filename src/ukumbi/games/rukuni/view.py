"""What everybody at the table sees: Rukuni has no secrets."""

from functools import lru_cache

import msgspec

from ukumbi.core import Seat
from ukumbi.games.rukuni.board import NAMES, Hollows, names
from ukumbi.games.rukuni.moves import Turn, format_move, parse_move
from ukumbi.games.rukuni.notation import format_position, parse_position
from ukumbi.games.rukuni.position import Colour, Position, Side
from ukumbi.games.rukuni.state import State


class GroupView(msgspec.Struct, frozen=True, gc=False):
    """A group and what it counts: pegs times different towers beside it."""

    pegs: tuple[str, ...]
    towers: tuple[str, ...]
    points: int


class SideView(msgspec.Struct, frozen=True, gc=False):
    """One colour: who plays it, the pegs it has left, its live score group by group."""

    seat: Seat
    pegs_left: int
    points: int
    largest: int
    groups: tuple[GroupView, ...]


class RukuniView(msgspec.Struct, frozen=True, gc=False):
    """The board, both scores, and where each tower may go."""

    position: str
    turn_number: int
    """How many turns have been played."""
    to_move: Seat | None
    towers: tuple[str, ...]
    white: SideView
    grey: SideView
    last: str | None
    """The turn just played, in notation."""
    reach: dict[str, dict[str, tuple[str, ...]]]
    """Each tower that can move: its hollows, and for each of them the hollows for the peg."""


def see(position: Position, white: Seat, last: Turn | None) -> RukuniView:
    over = position.is_over()
    grey = Seat(1 - white)
    return RukuniView(
        position=format_position(position),
        turn_number=position.white.pegs.bit_count() + position.grey.pegs.bit_count(),
        to_move=None if over else white if position.turn is Colour.WHITE else grey,
        towers=names(position.towers),
        white=_side(position.white, white, position.towers),
        grey=_side(position.grey, grey, position.towers),
        last=None if last is None else format_move(last),
        reach={} if over else _named_reach(position),
    )


def _side(side: Side, seat: Seat, towers: Hollows) -> SideView:
    groups = tuple([_group(group.pegs, group.beside & towers) for group in side.groups])
    return SideView(
        seat=seat,
        pegs_left=side.pegs_left,
        points=sum(group.points for group in groups),
        largest=side.largest,
        groups=groups,
    )


@lru_cache(maxsize=1 << 14)
def _group(pegs: Hollows, towers: Hollows) -> GroupView:
    """Pegs and the towers beside them. Most groups are the same as before the turn."""
    return GroupView(names(pegs), names(towers), pegs.bit_count() * towers.bit_count())


def _named_reach(position: Position) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        NAMES[tower]: {NAMES[to]: names(pegs) for to, pegs in ways.items()}
        for tower, ways in position.reach().items()
    }


def imagine(view: RukuniView) -> State:
    """The state that the view shows: nothing is hidden."""
    last = None if view.last is None else parse_move(view.last)
    return State(parse_position(view.position), view.white.seat, last)
