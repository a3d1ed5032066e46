"""What everybody at the table sees: Rukuni has no secrets."""

import msgspec

from ukumbi.core import Seat
from ukumbi.games.rukuni.board import NAMES, names
from ukumbi.games.rukuni.notation import format_position, format_turn
from ukumbi.games.rukuni.position import Colour, Group, Position, Turn


class GroupView(msgspec.Struct, frozen=True):
    """A group and what it counts: pegs times different towers beside it."""

    pegs: tuple[str, ...]
    towers: tuple[str, ...]
    points: int


class SideView(msgspec.Struct, frozen=True):
    """One colour: who plays it, the pegs it has left, its live score group by group."""

    seat: Seat
    pegs_left: int
    points: int
    largest: int
    groups: tuple[GroupView, ...]


class RukuniView(msgspec.Struct, frozen=True):
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
        turn_number=sum(position.pegs(colour).bit_count() for colour in Colour),
        to_move=None if over else white if position.turn is Colour.WHITE else grey,
        towers=names(position.towers),
        white=_side(position, Colour.WHITE, white),
        grey=_side(position, Colour.GREY, grey),
        last=None if last is None else format_turn(last),
        reach={} if over else _named_reach(position),
    )


def _side(position: Position, colour: Colour, seat: Seat) -> SideView:
    groups = tuple(_group(group, position.towers) for group in position.groups(colour))
    return SideView(
        seat=seat,
        pegs_left=position.pegs_left(colour),
        points=sum(group.points for group in groups),
        largest=position.largest(colour),
        groups=groups,
    )


def _group(group: Group, towers: int) -> GroupView:
    return GroupView(names(group.pegs), names(group.towers(towers)), group.points(towers))


def _named_reach(position: Position) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        NAMES[tower]: {NAMES[to]: names(pegs) for to, pegs in ways.items()}
        for tower, ways in position.reach().items()
    }
