"""The options and the events of Unikato; tiles and places have names."""

from typing import Annotated, Literal

import msgspec

from ukumbi.core import Instant, Options, Seat
from ukumbi.core.shared_rules import Readied

Patience = Literal[3, 5, 10, 20, "never"]
"""Times around the table without a laid tile after which a round ends."""
Second = Literal["anywhere", "onward"]
"""Where a second action may begin: at any tile, or at the last one laid in this turn."""


class UnikatoOptions(Options, frozen=True):
    starter: Literal["drawn", "first"] = "drawn"
    """Who begins: drawn by lot, or the player on the first seat."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=10, examples=[1, 2, 3, 5])] = 1
    patience: Patience = 10
    """After how many times around the table without a tile laid a round ends."""
    second: Second = "anywhere"
    """Where a second action may begin: at any tile, or at the last one laid in this turn."""


Row = tuple[str, ...]
"""Tiles by name."""


class RoundBegan(msgspec.Struct, frozen=True, tag="round_began"):
    rounds: int
    patience: Patience
    second: Second
    starter: Seat
    racks: tuple[Row | None, ...]
    """None where a viewer may not look."""
    display: Row
    start: str

    def __str__(self) -> str:
        return f"seat {self.starter} starts, {self.start} lies, on display: {' '.join(self.display)}"


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    seat: Seat
    chain: Row
    """Each tile with its place."""

    def __str__(self) -> str:
        return f"seat {self.seat} lays {' '.join(self.chain)}"


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    seat: Seat
    gave: str
    took: str | None
    """None where it came from the bag and a viewer may not know it."""
    bag: bool

    def __str__(self) -> str:
        return f"seat {self.seat} gives {self.gave} and takes {_taken(self.took, self.bag)}"


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    seat: Seat
    took: str | None
    """None where it came from the bag and a viewer may not know it."""
    bag: bool

    def __str__(self) -> str:
        return f"seat {self.seat} draws {_taken(self.took, self.bag)}"


def _taken(took: str | None, bag: bool) -> str:
    return f"{took or 'a tile'} from the {'bag' if bag else 'display'}"


class Refilled(msgspec.Struct, frozen=True, tag="refilled"):
    display: Row

    def __str__(self) -> str:
        return f"new on display: {' '.join(self.display)}"


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} declines"


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} passes"


class RoundEnded(msgspec.Struct, frozen=True, tag="round_ended"):
    ending: str
    racks: tuple[Row, ...]
    """All remaining racks, which are shown then."""
    next_at: Instant | None
    """When the next round begins by itself; None after the last."""

    def __str__(self) -> str:
        left = "; ".join(" ".join(rack) or "none" for rack in self.racks)
        return f"the round ends, {self.ending}, tiles left: {left}"


Event = RoundBegan | Laid | Swapped | Drew | Refilled | Declined | Passed | RoundEnded | Readied
