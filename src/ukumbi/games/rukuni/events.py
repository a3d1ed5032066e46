"""What can be settled before a game of Rukuni, and what can happen in it."""

from typing import Literal

import msgspec

from ukumbi.core import Options, Seat


class RukuniOptions(Options, frozen=True):
    white: Literal["drawn", "first", "second"] = "drawn"
    """Who plays White and starts: drawn by lot, or the player on the first or second seat."""


class Began(msgspec.Struct, frozen=True, gc=False, tag="began"):
    """The towers stand on the corners; White is settled."""

    white: Seat

    def __str__(self) -> str:
        return f"seat {self.white} is White and starts"


class Turned(msgspec.Struct, frozen=True, gc=False, tag="turned"):
    """A whole turn, in notation."""

    turn: str

    def __str__(self) -> str:
        return self.turn


Event = Began | Turned
