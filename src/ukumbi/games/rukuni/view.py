"""The view of all: Rukuni has no secrets."""

from typing import Final

import msgspec

from ukumbi.core import Seat
from ukumbi.games.rukuni.board import BESIDE, HOLLOWS, NAMES, RAYS, Hollows, names, subsets
from ukumbi.games.rukuni.moves import Turn, format_move, parse_move
from ukumbi.games.rukuni.position import WHITE, Position, Side, format_position, parse_position
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


End = tuple[Hollows, str, Hollows, dict[Hollows, tuple[str, ...]]]
"""A hollow where a tower may go: its bit, its name, the hollows beside it, and names for any set of these."""

_ENDS: Final[tuple[End, ...]] = tuple(
    (1 << to, NAMES[to], BESIDE[to], {pegs: names(pegs) for pegs in subsets(BESIDE[to])}) for to in HOLLOWS
)
_TOWERS: Final = {
    1 << hollow: (NAMES[hollow], BESIDE[hollow], tuple(tuple(_ENDS[to] for to in ray) for ray in rays if ray))
    for hollow, rays in zip(HOLLOWS, RAYS, strict=True)
}
"""For a tower's bit: its name, the hollows beside it, and the straight lines that leave it."""


def see(position: Position, white: Seat, last: Turn | None) -> RukuniView:
    reach = _named_reach(position)
    over = not reach or not position.side(position.turn).pegs_left
    grey = Seat(1 - white)
    return RukuniView(
        position=format_position(position),
        turn_number=position.white.pegs.bit_count() + position.grey.pegs.bit_count(),
        to_move=None if over else white if position.turn is WHITE else grey,
        towers=names(position.towers),
        white=_side(position.white, white, position.towers),
        grey=_side(position.grey, grey, position.towers),
        last=None if last is None else format_move(last),
        reach={} if over else reach,
    )


def _side(side: Side, seat: Seat, towers: Hollows) -> SideView:
    groups = []
    total = largest = 0
    for group in side.groups:
        beside, pegs = group.beside & towers, group.pegs.bit_count()
        points = pegs * beside.bit_count()
        groups.append(GroupView(names(group.pegs), names(beside), points))
        total += points
        largest = max(largest, pegs)
    return SideView(seat, side.pegs_left, total, largest, tuple(groups))


def _named_reach(position: Position) -> dict[str, dict[str, tuple[str, ...]]]:
    """As `Position.reach`, in names: it is most of what a turn costs, and small tables keep it fast."""
    empty = position.empty()
    reach = {}
    towers = position.towers
    while towers:
        tower = towers & -towers
        towers ^= tower
        tower_name, beside_tower, lines = _TOWERS[tower]
        if beside_tower & empty:
            after = empty | tower
            ways: dict[str, tuple[str, ...]] = {}
            for line in lines:
                for bit, name, beside, pegs in line:
                    if not empty & bit:
                        break
                    ways[name] = pegs[beside & after]
            reach[tower_name] = ways
    return reach


def imagine(view: RukuniView) -> State:
    """The state that the view shows: nothing is hidden."""
    last = None if view.last is None else parse_move(view.last)
    return State(parse_position(view.position), view.white.seat, last)
