"""The bodies of HTTP requests and answers."""

from typing import Annotated, Literal

import msgspec

from ukumbi.hall.replay import Moment, Remarked
from ukumbi.server.wire import SeatCard, Status

Watch = Literal["off", "on", "link"]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a table: the host takes the first seat, `others` says who may have the rest."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    others: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=0, max_length=7)
    ]
    """For each other seat the level of a bot, or "open" for whoever has the link."""
    options: msgspec.Raw = msgspec.Raw(b"{}")
    watch: Watch = "link"


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    seats: tuple[int, int]
    """The fewest and the most players."""
    bots: tuple[str, ...]
    """Levels, from the weakest up."""


class TableCard(msgspec.Struct, frozen=True):
    """A table seen from outside."""

    table: str
    game: str
    status: Status
    seats: tuple[SeatCard, ...]
    you: int | None
    host: bool
    watch: Watch
    watch_key: str | None
    """For those who sit here: the key of the link for spectators."""


class Replay(msgspec.Struct, frozen=True):
    """A page of a finished game."""

    moments: tuple[Moment, ...]
    last: int
    """The number of the game's last event: a page that does not reach it is followed by another."""
    simultaneous: bool
    """Whether several could act at once: then every pause was part of the play."""
    remarks: tuple[Remarked, ...]
    """On the first page, of the whole game."""
