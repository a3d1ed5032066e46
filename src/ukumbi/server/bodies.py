"""The bodies of HTTP requests and answers."""

from typing import Annotated

import msgspec

from ukumbi.hall.messages import SeatCard, SeatNews
from ukumbi.hall.replay import Moment, Remarked
from ukumbi.ledger import Status, Watch

Level = Annotated[str, msgspec.Meta(max_length=40)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a table. The host takes the first seat; `others` are for the other seats."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    others: Annotated[list[Level], msgspec.Meta(min_length=0, max_length=7)]
    """For each other seat: the level of a bot, or "open" for a person with the link."""
    options: msgspec.Raw = msgspec.Raw(b"{}")
    watch: Watch = "link"


class SeatBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a free seat to a bot of this level."""

    level: Level


class TakeBackAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agree or not to a take-back."""

    agrees: bool


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str
    invented: bool
    """Whether the hall has made up the name."""


class DevicePass(msgspec.Struct, frozen=True):
    """A code that makes another device the same person, once."""

    code: str
    until: int


class UsePass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Become the person of this code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OptionCard(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    values: tuple[str | int | bool, ...]
    """The values to choose from, in display order."""
    default: str | int | bool
    seats: tuple[int, int] | None
    """The fewest and the most players for whom it applies; null if it always applies."""
    unless: dict[str, str | int | bool]
    """It does not apply if another option has this value."""


class FirstGame(msgspec.Struct, frozen=True):
    """The settings of a person's first game: an easy bot, and help."""

    level: str | None
    options: dict[str, str | int | bool]
    """Options other than the defaults."""


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    seats: tuple[int, int]
    """The fewest and the most players."""
    bots: tuple[str, ...]
    """Levels, from the weakest up."""
    usual: str | None
    """The default level."""
    weaker: tuple[str, ...]
    """Levels that are weaker here, because the hall's machine lacks a package."""
    options: tuple[OptionCard, ...]
    first: FirstGame
    simultaneous: bool
    """Whether everyone moves at once; then time runs from the beginning."""
    analysis: bool
    """Whether its positions can be analysed here."""


class Addresses(msgspec.Struct, frozen=True):
    """Addresses of the hall for other devices, shown only to a page on the hall's own machine."""

    open: bool
    """Whether the hall listens to other machines."""
    addresses: tuple[str, ...]
    command: str
    """The command that starts a hall for other machines."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as seen before joining."""

    table: str
    game: str
    options: msgspec.Raw
    status: Status
    seats: tuple[SeatCard, ...]
    """Empty, like the host's name, for people who may neither sit down nor watch."""
    you: int | None
    host: bool
    host_name: str
    watch: Watch
    may_watch: bool
    """Whether you may watch with the key that you sent."""
    watch_key: str | None
    """The key of the spectators' link, for people who sit here or may sit down."""
    may_sit: bool
    """Whether you may take a free seat with the key that you sent."""
    seat_key: str | None
    """The key of an invitation, for seated people before the game."""


class CoachSwitch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the coach of this game is to help you."""

    on: bool


class Replay(msgspec.Struct, frozen=True):
    """A page of a finished game."""

    moments: tuple[Moment, ...]
    last: int
    """The seq of the game's last event; further pages follow until it is reached."""
    simultaneous: bool
    """Whether everyone moved at once; then the time between events was part of the play."""
    remarks: tuple[Remarked, ...]
    """Remarks on the whole game, on the first page."""
    seat_news: tuple[SeatNews, ...]
    """Seat changes with the events they happened after, on the first page."""
