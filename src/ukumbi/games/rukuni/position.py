"""A position is a value: towers, pegs, and who is to move. It can be written as text, and read back.

The text is one line, row i first: `T3T/6/7/8/T7T/8/7/6/T3T w` is the opening; T is a tower, w and g are
pegs, digits count empty hollows, and the last letter says who is to move.
"""

from bisect import insort
from collections.abc import Iterator
from enum import Enum
from typing import Final, Self

import msgspec

from ukumbi.core import Unreadable
from ukumbi.games.rukuni.board import (
    ALL,
    BESIDE,
    CORNERS,
    PLACES,
    RAYS,
    ROWS,
    Hollow,
    Hollows,
    members,
)
from ukumbi.games.rukuni.moves import Turn

PEGS: Final = 25
"""Pegs of each colour."""
TOWERS: Final = 6


class Colour(Enum):
    WHITE = "white"
    GREY = "grey"

    @property
    def other(self) -> "Colour":
        return Colour.GREY if self is Colour.WHITE else Colour.WHITE


WHITE: Final = Colour.WHITE
GREY: Final = Colour.GREY
"""To look a member of an enumeration up takes longer than most else that is done here."""


class Group(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Connected pegs of one colour, and all hollows next to them."""

    pegs: Hollows
    beside: Hollows

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
        insort(groups, Group(pegs, beside & ~pegs), key=_first_hollow)
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
        return cls(towers=CORNERS, white=Side(), grey=Side(), turn=WHITE)

    def side(self, colour: Colour) -> Side:
        return self.white if colour is WHITE else self.grey

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
        return self.side(self.turn).pegs.bit_count() == PEGS or not self.can_move()

    def after(self, turn: Turn) -> "Position":
        towers = self.towers ^ (1 << turn.tower) ^ (1 << turn.to)
        if self.turn is WHITE:
            return Position(towers, self.white.with_peg(turn.peg), self.grey, GREY)
        return Position(towers, self.white, self.grey.with_peg(turn.peg), WHITE)

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


# as text

_TO_MOVE: Final = {"w": WHITE, "g": GREY}
_WIDTHS: Final = tuple(sum(row == r for row, _ in PLACES) for r in range(len(ROWS)))
_ROWS_FROM_TOP: Final = tuple(
    slice(sum(_WIDTHS[:row]), sum(_WIDTHS[: row + 1])) for row in reversed(range(len(ROWS)))
)
_RUNS: Final = tuple(("." * length, str(length)) for length in reversed(range(1, max(_WIDTHS) + 1)))
"""Empty hollows side by side, and how many they are."""
_LETTERS: Final = str.maketrans("0abc", ".Twg")


def format_position(position: Position) -> str:
    """One hexadecimal digit for each hollow, then rows cut out of these: no loop over hollows."""
    towers, white, grey = position.towers, position.white.pegs, position.grey.pegs
    digits = 0xA * int(f"{towers:b}", 16) + 0xB * int(f"{white:b}", 16) + 0xC * int(f"{grey:b}", 16)
    hollows = f"{digits:0{len(PLACES)}x}"[::-1].translate(_LETTERS)
    rows = "/".join([hollows[row] for row in _ROWS_FROM_TOP])
    for run, length in _RUNS:
        rows = rows.replace(run, length)
    return f"{rows} {'w' if position.turn is WHITE else 'g'}"


def parse_position(text: str) -> Position:
    """The position of a line; it must be one that `format_position` would write."""
    board, _, to_move = text.partition(" ")
    rows = board.split("/")
    if len(rows) != len(ROWS) or to_move not in _TO_MOVE:
        raise Unreadable("not_a_position", text=text[:80])
    sets: dict[str, Hollows] = {"T": 0, "w": 0, "g": 0}
    hollow = 0
    for row, width in zip(reversed(rows), _WIDTHS, strict=True):
        letters = list(_spelt_out(row))
        if len(letters) != width:
            raise Unreadable("row_has_wrong_length", row=row[:20], hollows=width)
        for letter in letters:
            if letter != ".":
                if letter not in sets:
                    raise Unreadable("not_a_position", text=text[:80])
                sets[letter] |= 1 << hollow
            hollow += 1
    if sets["T"].bit_count() != TOWERS:
        raise Unreadable("wrong_number_of_towers", towers=sets["T"].bit_count())
    if max(sets["w"].bit_count(), sets["g"].bit_count()) > PEGS:
        raise Unreadable("too_many_pegs", pegs=PEGS)
    position = Position(sets["T"], Side.of(sets["w"]), Side.of(sets["g"]), _TO_MOVE[to_move])
    if format_position(position) != text:
        raise Unreadable("not_a_position", text=text[:80])
    return position


def _spelt_out(row: str) -> Iterator[str]:
    for letter in row:
        if letter in "123456789":
            yield from "." * int(letter)
        else:
            yield letter
