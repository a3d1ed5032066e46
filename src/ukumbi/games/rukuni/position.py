"""A position is a value: towers, pegs, and who is to move."""

from collections.abc import Iterator
from enum import Enum
from typing import Final, Self

import msgspec

from ukumbi.games.rukuni.board import (
    ALL,
    BESIDE,
    CORNERS,
    RAYS,
    Hollow,
    Hollows,
    members,
    names,
)
from ukumbi.games.rukuni.moves import Turn

PEGS: Final = 25
"""Pegs of each colour."""


class Colour(Enum):
    WHITE = "white"
    GREY = "grey"

    @property
    def other(self) -> "Colour":
        return Colour.GREY if self is Colour.WHITE else Colour.WHITE


class Group(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Connected pegs of one colour, and all hollows next to them."""

    pegs: Hollows
    beside: Hollows
    names: tuple[str, ...]
    """Of its pegs: worked out when it grows, and shown after every turn."""

    def points(self, towers: Hollows) -> int:
        return self.pegs.bit_count() * (self.beside & towers).bit_count()


class Side(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One colour's pegs. They never move, so groups only grow and merge: they are kept, not searched."""

    pegs: Hollows = 0
    groups: tuple[Group, ...] = ()
    """In the order of their first hollow."""

    @classmethod
    def of(cls, pegs: Hollows) -> Self:
        side = cls()
        for peg in members(pegs):
            side = side.with_peg(peg)
        return side

    @property
    def pegs_left(self) -> int:
        return PEGS - self.pegs.bit_count()

    @property
    def largest(self) -> int:
        """How many pegs the largest group has: the tie-break."""
        return max([group.pegs.bit_count() for group in self.groups], default=0)

    def with_peg(self, peg: Hollow) -> Self:
        """One more peg founds a group, or joins the ones it touches into one."""
        bit = 1 << peg
        pegs, beside = bit, BESIDE[peg]
        groups = []
        for group in self.groups:
            if group.beside & bit:
                pegs |= group.pegs
                beside |= group.beside
            else:
                groups.append(group)
        groups.append(Group(pegs, beside & ~pegs, names(pegs)))
        groups.sort(key=_first_hollow)
        return type(self)(self.pegs | bit, tuple(groups))

    def points(self, towers: Hollows) -> int:
        return sum(group.points(towers) for group in self.groups)


def _first_hollow(group: Group) -> int:
    return group.pegs & -group.pegs


class Position(msgspec.Struct, frozen=True, array_like=True, gc=False):
    towers: Hollows
    white: Side
    grey: Side
    turn: Colour

    @classmethod
    def opening(cls) -> Self:
        return cls(towers=CORNERS, white=Side(), grey=Side(), turn=Colour.WHITE)

    def side(self, colour: Colour) -> Side:
        return self.white if colour is Colour.WHITE else self.grey

    def empty(self) -> Hollows:
        return ALL & ~(self.towers | self.white.pegs | self.grey.pegs)

    def reach(self) -> dict[Hollow, dict[Hollow, Hollows]]:
        """Where each tower can go, and from there where the peg can go."""
        empty = self.empty()
        return {
            tower: ways for tower in members(self.towers) if (ways := _ways(tower, empty, empty | 1 << tower))
        }

    def turns(self) -> Iterator[Turn]:
        """Every turn the rules allow, for a player who has a peg left."""
        for tower, ways in self.reach().items():
            for to, pegs in ways.items():
                for peg in members(pegs):
                    yield Turn(tower, to, peg)

    def can_move(self) -> bool:
        """Whether any tower has an empty hollow beside it."""
        towers, empty = self.towers, self.empty()
        while towers:
            lowest = towers & -towers
            if BESIDE[lowest.bit_length() - 1] & empty:
                return True
            towers ^= lowest
        return False

    def is_over(self) -> bool:
        return self.side(self.turn).pegs_left == 0 or not self.can_move()

    def after(self, turn: Turn) -> "Position":
        towers = self.towers ^ (1 << turn.tower) ^ (1 << turn.to)
        if self.turn is Colour.WHITE:
            return Position(towers, self.white.with_peg(turn.peg), self.grey, Colour.GREY)
        return Position(towers, self.white, self.grey.with_peg(turn.peg), Colour.WHITE)

    def points(self, colour: Colour) -> int:
        return self.side(colour).points(self.towers)


def _ways(tower: Hollow, empty: Hollows, empty_after: Hollows) -> dict[Hollow, Hollows]:
    ways: dict[Hollow, Hollows] = {}
    for ray in RAYS[tower]:
        for hollow in ray:
            if not empty >> hollow & 1:
                break
            ways[hollow] = BESIDE[hollow] & empty_after
    return ways
