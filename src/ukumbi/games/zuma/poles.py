"""The poles and the round board, with distances. Angles are degrees, clockwise from above."""

from enum import StrEnum
from typing import Final

FULL_TURN: Final = 360
ACROSS_MS: Final = 250
"""Milliseconds of a hand to a pole across the board."""


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"
    VIOLET = "violet"


class Pole(StrEnum):
    """In their order around the rim."""

    RED = "red"
    BLUE = "blue"
    VIOLET = "violet"
    RED2 = "red2"
    BLUE2 = "blue2"

    def __repr__(self) -> str:
        return f"Pole.{self.name}"


POLES: Final = tuple(Pole)
COLOUR_OF: Final = {pole: Colour(pole.value.rstrip("2")) for pole in POLES}


def poles_for(seats: int) -> tuple[Pole, ...]:
    """One fewer than players."""
    return POLES[: seats - 1]


def colours_for(seats: int) -> frozenset[Colour]:
    """The colours needed to close a cycle."""
    return frozenset(COLOUR_OF[pole] for pole in poles_for(seats))


def seat_angle(seats: int, seat: int) -> int:
    """A seat's angle; the first seat is at 0."""
    return seat * FULL_TURN // seats


def pole_angle(seats: int, turn: int, pole: Pole) -> int:
    """A pole's angle with this turn of the board."""
    return (turn + POLES.index(pole) * FULL_TURN // (seats - 1)) % FULL_TURN


def turns_for(seats: int) -> range:
    """The turns of the board in the steps between which a pole can be in front of a seat."""
    return range(0, FULL_TURN, FULL_TURN // (seats * (seats - 1)))


def turned_to(seats: int, seat: int, pole: Pole) -> int:
    """The turn of the board with this pole in front of this seat."""
    return (seat_angle(seats, seat) - pole_angle(seats, 0, pole)) % FULL_TURN


def reach_time(seats: int, turn: int, seat: int, pole: Pole) -> int:
    """Milliseconds of this player's hand to the pole."""
    apart = abs(seat_angle(seats, seat) - pole_angle(seats, turn, pole))
    return min(apart, FULL_TURN - apart) * ACROSS_MS // (FULL_TURN // 2)
