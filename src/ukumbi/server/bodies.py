"""The bodies of HTTP requests and answers."""

from typing import Annotated

import msgspec

from ukumbi.hall.messages import SeatCard, SeatNews
from ukumbi.hall.replay import Moment, Remarked
from ukumbi.ledger import Status, Watch

Level = Annotated[str, msgspec.Meta(max_length=40)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a table: the host takes the first seat, `others` says who may have the rest."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    others: Annotated[list[Level], msgspec.Meta(min_length=0, max_length=7)]
    """For each other seat the level of a bot, or "open" for the first person with the link."""
    options: msgspec.Raw = msgspec.Raw(b"{}")
    watch: Watch = "link"


class SeatBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a free seat to a bot of this level."""

    level: Level


class TakeBackAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a move may be taken back."""

    agrees: bool


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Me(msgspec.Struct, frozen=True):
    person: str
    name: str
    invented: bool
    """Whether the hall has made the name up, because nobody has said one yet."""


class DevicePass(msgspec.Struct, frozen=True):
    """With this code another device becomes the same person, once."""

    code: str
    until: int


class UsePass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Be the person whose code this is."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class OptionCard(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    values: tuple[str | int | bool, ...]
    """What can be chosen, in the order in which it is offered."""
    default: str | int | bool
    seats: tuple[int, int] | None
    """For how few and how many players it means anything; nothing where it always does."""
    unless: dict[str, str | int | bool]
    """Other options, and the values of these with which it means nothing."""


class FirstGame(msgspec.Struct, frozen=True):
    """How a first game is set up: an easy bot, and with help."""

    level: str | None
    options: dict[str, str | int | bool]
    """What is chosen otherwise than by default."""


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
    """Levels that play below their strength here, because something is missing on the hall's machine."""
    options: tuple[OptionCard, ...]
    first: FirstGame
    simultaneous: bool
    """Whether everybody moves at once: then time runs from the beginning."""
    analysis: bool
    """Whether its positions can be analysed here."""


class Addresses(msgspec.Struct, frozen=True):
    """Where other devices find the hall; told only to a page that was opened on the hall's own machine."""

    open: bool
    """Whether the hall listens to other machines at all."""
    addresses: tuple[str, ...]
    command: str
    """What starts a hall that does."""


class TableCard(msgspec.Struct, frozen=True):
    """A table seen from outside."""

    table: str
    game: str
    options: msgspec.Raw
    status: Status
    seats: tuple[SeatCard, ...]
    """None of them for those who may neither sit down nor watch; nor do these hear who the host is."""
    you: int | None
    host: bool
    host_name: str
    watch: Watch
    may_watch: bool
    """Whether you may watch, with the key that you sent."""
    watch_key: str | None
    """For those who sit here, or could: the key of the link for spectators."""
    may_sit: bool
    """Whether you are invited, with the key that you sent, as long as a seat is free."""
    seat_key: str | None
    """For those who sit here before the game: the key of an invitation."""


class Replay(msgspec.Struct, frozen=True):
    """A page of a finished game."""

    moments: tuple[Moment, ...]
    last: int
    """The number of the game's last event: a page that does not reach it is followed by another."""
    simultaneous: bool
    """Whether several could act at once: then every pause was part of the play."""
    remarks: tuple[Remarked, ...]
    """On the first page, of the whole game."""
    seat_news: tuple[SeatNews, ...]
    """On the first page: who played for whom, from which event on."""
