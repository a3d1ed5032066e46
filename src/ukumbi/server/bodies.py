"""The bodies of HTTP requests and answers."""

from typing import Annotated

import msgspec

from ukumbi.core.errors import Fact
from ukumbi.core.lessons import Frame, Try
from ukumbi.hall.messages import Part, SeatCard, SeatNews
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
    lesson: int
    """The number of tasks of its lesson; 0: it has none."""


class SceneCard(msgspec.Struct, frozen=True):
    """A position to look at: where a task of a lesson begins, or a figure of the rules."""

    name: str
    seats: int
    you: int | None
    frame: Frame
    marks: tuple[str, ...]
    """What is ringed on the board, each as `kind:name`."""
    facts: dict[str, Fact]
    """What fills the gaps of its sentences."""


class FiguresCard(msgspec.Struct, frozen=True):
    """The figures of a game's rules, and the numbers in their sentences."""

    numbers: dict[str, Fact]
    figures: tuple[SceneCard, ...]


class ActCard(msgspec.Struct, frozen=True):
    """A move that a task asks for, or a question with its answers to choose from."""

    marks: tuple[str, ...]
    choices: tuple[str, ...] | None


class TaskCard(msgspec.Struct, frozen=True):
    scene: SceneCard
    acts: tuple[ActCard, ...]
    runs: bool
    """Whether time goes on while you think; else it stands still until you act."""


class LessonCard(msgspec.Struct, frozen=True):
    """A game's lesson, with the names of the tasks that you have done."""

    tasks: tuple[TaskCard, ...]
    done: tuple[str, ...]


class LessonTries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All moves of a task so far and the new one, as the hall keeps none; or the parts of a plan."""

    tries: list[Try]
    parts: Annotated[list[Part], msgspec.Meta(max_length=100)] = []


class TryRefused(msgspec.Struct, frozen=True):
    """Why a try was refused."""

    code: str
    facts: dict[str, Fact]


class LessonReply(msgspec.Struct, frozen=True):
    """What came of the last try."""

    frames: tuple[Frame, ...]
    """What happened, moment by moment."""
    moves: tuple[str, ...]
    """The moves so far: also those that the hall made for you."""
    act: int
    """The act that comes next."""
    refused: TryRefused | None
    facts: dict[str, Fact]
    done: bool


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
