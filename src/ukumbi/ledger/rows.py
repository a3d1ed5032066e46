"""What stands in the ledger besides events: tables, who sits there, snapshots, passes."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Literal

import msgspec

from ukumbi.core import Instant, Performance, PlayClock, Seat

Status = Literal["open", "playing", "over", "stopped", "cancelled"]
Watch = Literal["off", "on", "link", "on_live", "link_live"]
"""Who may watch a table: nobody, everybody, or those with its link for spectators. A race is seen a little
late, unless it is live."""


class Occupant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: nobody yet, a person, or a bot by its level."""

    person: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    """The level of the bot that plays for a person who is away."""
    ready: bool = False
    """Whether the person has said that the game may begin."""

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def played_by_bot(self) -> str | None:
        """The level of the bot that makes the moves here, if one does."""
        return self.bot or self.stand_in


class TableRow(msgspec.Struct, frozen=True):
    """All there is to know of a table besides its events."""

    id: str
    game: str
    version: int
    """Of the rules that its log was begun with."""
    options: bytes
    occupants: tuple[Occupant, ...]
    status: Status
    host: str
    watch: Watch
    watch_key: str
    seat_key: str
    """What an invitation carries: without it nobody sits down."""
    created: Instant
    wake: Instant | None = None
    """When the table needs attention though nobody may be looking: a deadline, a bot's turn."""
    rematch: str | None = None
    """The table of the next game."""
    number: int = 0
    """The ledger's own short name for it, given when it is created."""

    @property
    def watched_live(self) -> bool:
        return self.watch in ("on_live", "link_live")

    @property
    def watched_by_link(self) -> bool:
        return self.watch in ("link", "link_live")

    def seat_of(self, person: str) -> Seat | None:
        for number, occupant in enumerate(self.occupants):
            if occupant.person == person:
                return Seat(number)
        return None

    def free_seat(self) -> Seat | None:
        for number, occupant in enumerate(self.occupants):
            if occupant.free:
                return Seat(number)
        return None

    def people(self) -> list[Seat]:
        """The seats that people have."""
        return [Seat(number) for number, who in enumerate(self.occupants) if who.person is not None]


class SeatChange(msgspec.Struct, frozen=True):
    """A change at a seat, or what its player said besides moves: durable, like a move."""

    seq: int
    """Its number among the table's changes, from 1 on."""
    after: int
    """The number of the game's latest event when it happened."""
    at: Instant
    event: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A state on the way, so that opening a table does not cost more the longer it is played."""

    seq: int
    version: int
    """Of the rules that wrote it: for others it means nothing."""
    state: bytes
    refs: tuple[str, ...]
    """The latest accepted moves, each as `seat:ref`, so that one sent again still counts once."""
    clock: PlayClock = PlayClock()

    def checksum(self, table: int) -> str:
        """Tells whether it is read as it was written, at this table."""
        facts = msgspec.json.encode((table, self.seq, self.version, self.refs, self.clock))
        return blake2b(facts + self.state, digest_size=16).hexdigest()


class MemoryGrowth(msgspec.Struct, frozen=True):
    """What a step adds to a person's memory of a game: how many times more, by key."""

    person: str
    game: str
    counts: Mapping[str, int]


class PersonalResult(msgspec.Struct, frozen=True):
    """How well a person did in a game that ends with this step."""

    person: str
    game: str
    performance: Performance


class PersonalBest(msgspec.Struct, frozen=True):
    """A person's best result in one category of a game."""

    category: str
    value: int
    table: str
    """Where it was reached."""
    at: Instant
    beaten: int | None = None
    """The best before; none for a first result."""


class Stamps(msgspec.Struct, frozen=True):
    """What a person's tokens carry: the stamp in force, and one that comes into force when it is used."""

    current: str
    next: str | None = None


class PassRow(msgspec.Struct, frozen=True):
    """Lets another device be the same person, once and for a short time."""

    code: str
    person: str
    until: Instant
