"""Every message of the socket: one closed union for each direction.

`docs/protocol.md` and the TypeScript types are generated from here.
"""

from typing import Annotated, ClassVar, Literal

import msgspec

from ukumbi.core import Outcome, PlayClock
from ukumbi.core.errors import Fact
from ukumbi.ledger import Status

TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Ref = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\A[^\x00]*\Z")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
NodeName = Annotated[str, msgspec.Meta(max_length=32)]
Part = Annotated[str, msgspec.Meta(max_length=100)]


class _In(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """From a client."""

    cost: ClassVar[float] = 1
    """How many moves it counts for."""


class Join(_In, tag="join", frozen=True):
    """Take part in a table, or come back to it, having seen everything up to `since`."""

    table: TableId
    since: Seq = 0
    key: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """The key of a link for spectators."""
    shunned: Annotated[tuple[NodeName, ...], msgspec.Meta(max_length=16)] = ()
    """Nodes that did not answer: where one of them has the table, the asked node waits for its end."""

    @property
    def cost(self) -> float:  # type: ignore[override]
        """From the beginning, everything is read and sent."""
        return 5 if self.since else 20


class Leave(_In, tag="leave", frozen=True):
    """Hear no more of a table."""

    table: TableId


class Move(_In, tag="move", frozen=True):
    """A whole move, made in answer to the table as it was at `answers`."""

    table: TableId
    move: Annotated[str, msgspec.Meta(max_length=4000)]
    answers: Seq
    ref: Ref
    """The client's own name for this move: sent again after a broken line, it still counts once."""


class Plan(_In, tag="plan", frozen=True):
    """What may follow these parts of a move?"""

    table: TableId
    parts: Annotated[list[Part], msgspec.Meta(max_length=100)]
    ref: Ref


class Look(_In, tag="look", frozen=True):
    """How did the table look after event `seq`?"""

    cost: ClassVar[float] = 3
    table: TableId
    seq: Seq
    ref: Ref


class Ping(_In, tag="ping", frozen=True):
    """Is the line alive? (A page cannot see the socket's own pings.)"""

    ref: Ref


class Pause(_In, tag="pause", frozen=True):
    """Stop the time of a game that you play alone or against bots."""

    table: TableId
    ref: Ref


class Resume(_In, tag="resume", frozen=True):
    """Let the time go on, three seconds from now."""

    table: TableId
    ref: Ref


ClientIn = Join | Leave | Move | Plan | Look | Ping | Pause | Resume


class _Out(msgspec.Struct, frozen=True, tag_field="type"):
    """To a client."""


class SeatCard(msgspec.Struct, frozen=True):
    """The occupant of a seat: none (no name), a person, or a bot (its level)."""

    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    """The level of the bot that plays for this person, who is away."""
    ready: bool = False
    """Before the game: whether this person has said that it may begin."""
    here: bool = False
    """Whether its player is connected."""
    away_since: int | None = None
    """Since when this person has been away."""
    longer_from: int | None = None
    """From when on they are away for longer: then, of two, the one who stays may end the game."""
    lag: int | None = None
    """The round trip to them in milliseconds, measured by the hall, where everyone moves at once."""
    allowance: int | None = None
    """How many of these are evened out."""


SeatWord = Literal[
    "sat_down",
    "stood_up",
    "freed",
    "bot_sat",
    "left",
    "stood_in",
    "came_back",
    "asked_back",
    "agreed",
    "declined",
    "cancelled",
]


class SeatNews(msgspec.Struct, frozen=True):
    """Something that happened at a seat, beside the game."""

    after: int
    """The number of the game's latest event when it happened."""
    at: int
    what: SeatWord
    seat: int | None
    name: str | None
    """Of the person it is about."""
    level: str | None
    """Of the bot that came."""


class TakeBackWish(msgspec.Struct, frozen=True):
    """A player would like to take back what happened after event `to`, if all agree."""

    by: int
    to: int
    agreed: tuple[int, ...]


class TableEvent(msgspec.Struct, frozen=True):
    """An event as this viewer may know it."""

    seq: int
    at: int
    actor: int | None
    """The seat that moved, -1 for the clock, null for the setup."""
    event: msgspec.Raw


class Welcome(_Out, tag="welcome", frozen=True):
    """The line is open: who you are here."""

    person: str
    name: str
    version: str
    client: str | None = None
    """The build of the page that this hall serves, as it stands in that page; null where none is built."""
    node: str | None = None
    """The node of a hall of several; null in a hall of one process."""
    nodes: tuple[str, ...] = ()
    """All nodes that live."""


class Sync(_Out, tag="sync", frozen=True):
    """A table as it is now, and what happened since the client last saw it."""

    table: str
    game: str
    options: msgspec.Raw
    status: Status
    seats: tuple[SeatCard, ...]
    you: int | None
    """The seat of this viewer; null for a spectator."""
    host: bool
    seq: int
    view: msgspec.Raw | None
    """Null while the table waits for players."""
    awaited: tuple[int, ...]
    """The seats that the table waits for."""
    can_take_back: bool
    """Whether the game lets moves be taken back."""
    take_back: TakeBackWish | None
    events: tuple[TableEvent, ...]
    seat_news: tuple[SeatNews, ...]
    whole: bool
    """False when more events were missed than stand here; the rest is in the log."""
    accepted: tuple[str, ...]
    """Refs of this viewer's latest accepted moves."""
    outcome: Outcome | None
    rematch: str | None
    """The table where these players meet for the next game."""
    now: int
    """The hall's time, in milliseconds since 1970."""
    late: int
    """A spectator's delay in milliseconds; clocks on the table run as late."""
    pausable: bool
    """Whether this viewer may pause the game."""
    clock: PlayClock


class Accepted(_Out, tag="accepted", frozen=True):
    """The answer to `move`, `pause` and `resume`: it counts, once, and is on disk."""

    table: str
    ref: str


class Elsewhere(_Out, tag="elsewhere", frozen=True):
    """Join this table at another node: it is not here, or will not be any more."""

    table: str
    node: str
    """Empty: any other node knows."""


class Update(_Out, tag="update", frozen=True):
    """Something happened at the table."""

    table: str
    after: int
    """The event that this follows; a client that has not seen that one has missed something."""
    seq: int
    events: tuple[TableEvent, ...]
    view: msgspec.Raw
    awaited: tuple[int, ...]
    outcome: Outcome | None
    clock: PlayClock


class Presence(_Out, tag="presence", frozen=True):
    """A person came, went, sat down, stood up, said something at a seat, or set up the next game."""

    table: str
    status: Status
    seats: tuple[SeatCard, ...]
    you: int | None
    watching: int
    take_back: TakeBackWish | None
    seat_news: tuple[SeatNews, ...]
    rematch: str | None = None


class AdviceCard(msgspec.Struct, frozen=True):
    """One thing worth doing now."""

    code: str
    facts: dict[str, Fact]
    marks: tuple[str, ...]
    """What is ringed on the board, as `kind:name`."""
    move: str | None
    """A move that the page offers to make; null where the player makes it."""


class Coach(_Out, tag="coach", frozen=True):
    """The coach of a player against bots: whether it helps, and what it says now."""

    table: str
    on: bool
    advice: AdviceCard | None
    at: int
    """The hall's time from which it is said, in milliseconds since 1970."""


class BriefSeat(msgspec.Struct, frozen=True):
    """The occupant of a seat, for clients that have not joined the table."""

    name: str | None
    bot: str | None
    stand_in: str | None


class TableBrief(msgspec.Struct, frozen=True):
    """One of your tables, as the start page shows it."""

    table: str
    game: str
    status: Status
    seats: tuple[BriefSeat, ...]
    you: int
    host: bool
    changed: int
    """When something last happened in the game, or when the table was set up."""
    awaited: tuple[int, ...]
    """The seats that the table waits for."""
    score: tuple[int, ...]
    """What is counted for each seat, so far or in the end; empty where nothing is."""
    outcome: Outcome | None


class TableNews(_Out, tag="table_news", frozen=True):
    """Something changed at a table of yours that you do not look at."""

    table: str
    brief: TableBrief | None
    """Null: it is no longer among yours."""


class Called(_Out, tag="called", frozen=True):
    """A player waits for you at a table that you have not joined."""

    table: str
    game: str
    name: str


class Planned(_Out, tag="planned", frozen=True):
    """The answer to `plan`."""

    table: str
    ref: str
    next: tuple[str, ...]
    move: str | None
    notes: tuple[str, ...]


class Past(_Out, tag="past", frozen=True):
    """The answer to `look`."""

    table: str
    ref: str
    seq: int
    view: msgspec.Raw


class Stopped(_Out, tag="stopped", frozen=True):
    """This table cannot go on; its log is kept."""

    table: str
    code: str


class Refused(_Out, tag="refused", frozen=True):
    """A request that was refused: a stable code and its facts."""

    code: str
    facts: dict[str, Fact]
    table: str | None = None
    ref: str | None = None


class Pong(_Out, tag="pong", frozen=True):
    """The answer to `ping`."""

    ref: str
    now: int
    """The hall's time when it was sent, in milliseconds since 1970."""


ClientOut = (
    Welcome
    | Sync
    | Accepted
    | Elsewhere
    | Update
    | Presence
    | TableNews
    | Called
    | Planned
    | Past
    | Stopped
    | Coach
    | Refused
    | Pong
)
