"""A slow reference of Rukuni: cube coordinates and sets, nothing shared with the real rules."""

from collections.abc import Iterator
from dataclasses import dataclass

Spot = tuple[int, int]
"""Row from 0 (a), and the digit of the notation."""

SPOTS = [(row, digit) for row in range(9) for digit in range(1, 10) if -3 <= digit - row <= 5]
WAYS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]


def name(spot: Spot) -> str:
    return "abcdefghi"[spot[0]] + str(spot[1])


def neighbours(spot: Spot) -> list[Spot]:
    return [near for up, along in WAYS if (near := (spot[0] + up, spot[1] + along)) in SPOTS]


@dataclass
class Board:
    things: dict[Spot, str]
    """The piece on each spot: T, w or g."""
    turn: str

    @classmethod
    def read(cls, text: str) -> "Board":
        rows, turn = text.split(" ")
        things = {}
        for row, line in enumerate(reversed(rows.split("/"))):
            digit = min(digit for at, digit in SPOTS if at == row)
            for letter in line:
                if letter.isdigit():
                    digit += int(letter)
                else:
                    things[row, digit] = letter
                    digit += 1
        return cls(things, turn)

    def turns(self) -> Iterator[tuple[Spot, Spot, Spot]]:
        for tower, end in self.tower_moves():
            for peg in neighbours(end):
                if peg == tower or peg not in self.things:
                    yield tower, end, peg

    def tower_moves(self) -> Iterator[tuple[Spot, Spot]]:
        for tower in [spot for spot, thing in self.things.items() if thing == "T"]:
            for up, along in WAYS:
                end = (tower[0] + up, tower[1] + along)
                while end in SPOTS and end not in self.things:
                    yield tower, end
                    end = (end[0] + up, end[1] + along)

    def after(self, turn: tuple[Spot, Spot, Spot]) -> "Board":
        tower, end, peg = turn
        things = {spot: thing for spot, thing in self.things.items() if spot != tower}
        return Board({**things, end: "T", peg: self.turn}, "g" if self.turn == "w" else "w")

    def pegs(self, colour: str) -> list[Spot]:
        return [spot for spot, thing in self.things.items() if thing == colour]

    def is_over(self) -> bool:
        return len(self.pegs(self.turn)) == 25 or not any(self.tower_moves())

    def groups(self, colour: str) -> list[tuple[set[Spot], set[Spot]]]:
        """The pegs of each group, and the towers next to it."""
        left, groups = set(self.pegs(colour)), []
        while left:
            group, edge = set[Spot](), [left.pop()]
            while edge:
                spot = edge.pop()
                group.add(spot)
                more = {near for near in neighbours(spot) if near in left}
                left -= more
                edge += more
            beside = {near for spot in group for near in neighbours(spot)}
            groups.append((group, {spot for spot in beside if self.things.get(spot) == "T"}))
        return groups

    def points(self, colour: str) -> int:
        return sum(len(pegs) * len(towers) for pegs, towers in self.groups(colour))

    def count(self, depth: int) -> int:
        """The number of lines of this many turns (perft)."""
        if depth == 0:
            return 1
        if self.is_over():
            return 0
        return sum(self.after(turn).count(depth - 1) for turn in self.turns())


def spelt(turn: tuple[Spot, Spot, Spot]) -> str:
    return f"{name(turn[0])}-{name(turn[1])}/{name(turn[2])}"
