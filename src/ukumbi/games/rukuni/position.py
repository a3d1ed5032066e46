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
)

PEGS: Final = 25
"""Pegs of each colour."""


class Colour(Enum):
    WHITE = "white"
    GREY = "grey"

    @property
    def other(self) -> "Colour":
        return Colour.GREY if self is Colour.WHITE else Colour.WHITE


class Turn(msgspec.Struct, frozen=True):
    """A whole turn: a tower goes to a hollow, a peg is put beside it."""

    tower: Hollow
    to: Hollow
    peg: Hollow


class Group(msgspec.Struct, frozen=True, array_like=True, order=True):
    """Connected pegs of one colour, and all hollows next to them."""

    pegs: Hollows
    beside: Hollows

    def towers(self, towers: Hollows) -> Hollows:
        return self.beside & towers

    def points(self, towers: Hollows) -> int:
        return self.pegs.bit_count() * (self.beside & towers).bit_count()


Groups = tuple[Group, ...]
"""One colour's groups, in the order of their first hollow."""


class Position(msgspec.Struct, frozen=True, array_like=True):
    """Towers and pegs. Pegs never move, so groups only grow and merge: they are kept, not searched."""

    towers: Hollows
    white: Groups
    grey: Groups
    turn: Colour

    @classmethod
    def opening(cls) -> Self:
        return cls(towers=CORNERS, white=(), grey=(), turn=Colour.WHITE)

    @classmethod
    def of(cls, towers: Hollows, white: Hollows, grey: Hollows, turn: Colour) -> Self:
        return cls(towers, gathered(white), gathered(grey), turn)

    def groups(self, colour: Colour) -> Groups:
        return self.white if colour is Colour.WHITE else self.grey

    def pegs(self, colour: Colour) -> Hollows:
        return sum(group.pegs for group in self.groups(colour))

    def pegs_left(self, colour: Colour) -> int:
        return PEGS - self.pegs(colour).bit_count()

    def empty(self) -> Hollows:
        return ALL & ~(self.towers | self.pegs(Colour.WHITE) | self.pegs(Colour.GREY))

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
        empty = self.empty()
        return any(BESIDE[tower] & empty for tower in members(self.towers))

    def is_over(self) -> bool:
        return not self.can_move() or self.pegs_left(self.turn) == 0

    def after(self, turn: Turn) -> "Position":
        towers = self.towers ^ (1 << turn.tower) ^ (1 << turn.to)
        if self.turn is Colour.WHITE:
            return Position(towers, joined(self.white, turn.peg), self.grey, Colour.GREY)
        return Position(towers, self.white, joined(self.grey, turn.peg), Colour.WHITE)

    def points(self, colour: Colour) -> int:
        return sum(group.points(self.towers) for group in self.groups(colour))

    def largest(self, colour: Colour) -> int:
        """How many pegs the colour's largest group has: the tie-break."""
        return max((group.pegs.bit_count() for group in self.groups(colour)), default=0)


def _ways(tower: Hollow, empty: Hollows, empty_after: Hollows) -> dict[Hollow, Hollows]:
    ways: dict[Hollow, Hollows] = {}
    for ray in RAYS[tower]:
        for hollow in ray:
            if not empty >> hollow & 1:
                break
            ways[hollow] = BESIDE[hollow] & empty_after
    return ways


def joined(groups: Groups, peg: Hollow) -> Groups:
    """The groups after one more peg: it founds a group, or joins the ones it touches into one."""
    bit = 1 << peg
    pegs, beside = bit, BESIDE[peg]
    apart = []
    for group in groups:
        if group.beside & bit:
            pegs |= group.pegs
            beside |= group.beside
        else:
            apart.append(group)
    apart.append(Group(pegs, beside & ~pegs))
    apart.sort(key=_first_hollow)
    return tuple(apart)


def gathered(pegs: Hollows) -> Groups:
    """The groups that these pegs form."""
    groups: Groups = ()
    for peg in members(pegs):
        groups = joined(groups, peg)
    return groups


def _first_hollow(group: Group) -> int:
    return group.pegs & -group.pegs
