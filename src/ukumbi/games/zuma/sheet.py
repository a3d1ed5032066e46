"""The score sheet: each player's result of a round, and totals."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from ukumbi.core import Seat
from ukumbi.games.zuma.cards import ZUMAS, Card, Combination, Row, combination
from ukumbi.games.zuma.poles import COLOUR_OF, Colour, Pole

FIRST_POINTS: Final = 2
OTHERS_POINTS: Final = 1
FOUL_STROKES: Final = 2
"""Strokes for grabbing first without a combination."""

Scored = dict[Colour, int]
"""Points by colour in one cycle."""
Why = Literal["first", "grabbed", "again", "foul", "nothing"]
"""First with a combination; another grab; a colour that had brought points; a foul; no pole."""


class Line(msgspec.Struct, frozen=True):
    """One player's result of one round."""

    hand: Row
    combination: Combination | None
    pole: Pole | None
    why: Why
    points: int
    foul: int
    """Strokes for a first grab without a combination."""
    zumas: int
    """Strokes for Zuma cards."""


class Stroke(msgspec.Struct, frozen=True):
    round: int
    why: Literal["foul", "zuma"]
    count: int


class Account(msgspec.Struct, frozen=True):
    """One player's column of the sheet."""

    cycles: tuple[Scored, ...] = ()
    """Points by colour, for each cycle."""
    strokes: tuple[Stroke, ...] = ()

    @property
    def points(self) -> int:
        return sum(points for scored in self.cycles for points in scored.values())

    @property
    def minus(self) -> int:
        return sum(stroke.count for stroke in self.strokes)

    @property
    def total(self) -> int:
        return self.points - self.minus

    def with_cycle(self) -> "Account":
        return Account((*self.cycles, {}), self.strokes)

    def with_line(self, round_: int, line: Line) -> "Account":
        *before, scored = self.cycles
        if line.points:
            assert line.pole is not None
            scored = {**scored, COLOUR_OF[line.pole]: line.points}
        given: list[Stroke] = []
        if line.foul:
            given.append(Stroke(round_, "foul", line.foul))
        if line.zumas:
            given.append(Stroke(round_, "zuma", line.zumas))
        return Account((*before, scored), (*self.strokes, *given))


def count_line(hand: Row, pole: Pole | None, is_first: bool, scored: Scored) -> Line:
    """One player's result of a round with grabs."""
    held = combination(hand)
    zumas = hand.count(Card.ZUMA)
    why = _why(held, pole, is_first, scored)
    return Line(
        hand=hand,
        combination=held,
        pole=pole,
        why=why,
        points={"first": FIRST_POINTS, "grabbed": OTHERS_POINTS}.get(why, 0),
        foul=FOUL_STROKES if is_first and held is None else 0,
        zumas=0 if zumas == ZUMAS else zumas,
    )


def _why(held: Combination | None, pole: Pole | None, is_first: bool, scored: Scored) -> Why:
    if is_first and held is None:
        return "foul"
    if pole is None:
        return "nothing"
    if COLOUR_OF[pole] in scored:
        return "again"
    return "first" if is_first else "grabbed"


def line_without_grabs(hand: Row) -> Line:
    """One player's result of a round without grabs."""
    return Line(hand, combination(hand), None, "nothing", 0, 0, 0)


def seats_that_close(
    accounts: Sequence[Account], lines: Sequence[Line], colours: frozenset[Colour]
) -> list[Seat]:
    """The seats that have points in all colours after these lines."""
    return [
        Seat(seat)
        for seat, (account, line) in enumerate(zip(accounts, lines, strict=True))
        if account.with_line(0, line).cycles[-1].keys() >= colours
    ]
