"""What the hall needs of a ledger, and what stands there besides events: tables, seats, snapshots, passes."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Literal, Protocol

import msgspec

from ukumbi.core import Instant, Performance, PlayClock, Record, Refused, Seat

Status = Literal["open", "playing", "over", "stopped", "cancelled"]
Watch = Literal["off", "on", "link", "on_live", "link_live"]
"""Who may watch a table: no one, all, or people with its link for spectators. Races are shown late unless
they are live."""


class Occupant(msgspec.Struct, frozen=True, omit_defaults=True):
    """The occupant of a seat: none yet, a person, or a bot by its level."""

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
    """The key of an invitation, needed to sit down."""
    created: Instant
    wake: Instant | None = None
    """When the table must be open even without viewers: a deadline, a bot's turn."""
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
        """Differs if it is damaged, or belongs to another table."""
        facts = msgspec.json.encode((table, self.seq, self.version, self.refs, self.clock))
        return blake2b(facts + self.state, digest_size=16).hexdigest()


class MemoryGrowth(msgspec.Struct, frozen=True):
    """What is added to a person's memory of a game: how many times more, by key."""

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


class Append(msgspec.Struct, frozen=True):
    """What one decided move writes, all or nothing."""

    table: int
    """Its number."""
    records: Sequence[Record]
    status: Status
    wake: Instant | None
    row_changed: bool
    """Whether status or wake differ from what stands in the ledger."""
    snapshot: Snapshot | None = None
    memories: Sequence[MemoryGrowth] = ()
    results: Sequence[PersonalResult] = ()


class NotWritten(Refused):
    """This could not be written, so it has not happened. The next try may succeed."""


class NoRoom(NotWritten):
    """Nothing can be written now: the disk is full, read-only or failing."""


class CannotOpen(Exception):
    """Why a hall cannot open with this data folder, in a plain sentence for its host."""


class Conflict(Exception):
    """Another writer has written to this table."""


class KnownRef(Exception):
    """A move with this ref was accepted long ago."""


class InDoubt(Exception):
    """The answer was lost: this is written, or it is not, or it may yet be."""


Done = Callable[[Exception | None], None]


class Ledger(Protocol):
    """A durable store of tables, events and people. Calls return at once or are awaited."""

    def append(self, move: Append, done: Done) -> None:
        """Write the move; `done` is called in the event loop once it is safe, or has failed."""
        ...

    async def create(self, row: TableRow, change: SeatChange, before: int | None = None) -> int:
        """Write a new table and who sits there at first; its number.

        `before` is the table whose next one it is: it has only one, else this is a Conflict.
        """
        ...

    async def change_seats(
        self,
        table: int,
        change: SeatChange,
        occupants: Sequence[Occupant],
        status: Status,
        wake: Instant | None,
    ) -> None:
        """Write that a seat changed hands, and how the table stands after it.

        A Conflict if seats have changed hands since the last change that is known here.
        """
        ...

    async def stop(self, table: int) -> None: ...
    async def beat(self, now: Instant) -> None:
        """Write something, to see whether that can be done."""
        ...

    async def knows_ref(self, table: int, actor: int, ref: str) -> bool:
        """Whether a move with this ref was ever accepted from this seat."""
        ...

    async def hide(self, table: int, person: str, after: int) -> None:
        """Keep the table off this person's start page until something happens after this event."""
        ...

    async def unhide(self, table: int, person: str) -> None: ...
    async def hidden_at(self, table: int) -> dict[str, int]:
        """The people who hid this table, each with the latest event then."""
        ...

    async def hidden_by(self, person: str) -> dict[int, int]:
        """The tables that this person hid, each with the latest event then."""
        ...

    async def memories(self, game: str, people: Sequence[str]) -> dict[str, dict[str, int]]:
        """What these people have met in their games of this kind: how often, by key."""
        ...

    async def remember(self, grown: MemoryGrowth) -> None:
        """Add to a person's memory, outside of any game."""
        ...

    async def personal_bests(self, person: str, game: str) -> list[PersonalBest]: ...
    async def latest(self, tables: Sequence[int]) -> dict[int, tuple[int, Instant]]:
        """The number and time of each table's last event, where it has one."""
        ...

    async def latest_instant(self) -> Instant:
        """When the last of all events happened."""
        ...

    async def row(self, table: str) -> TableRow | None: ...
    async def rows_of(self, person: str, limit: int) -> list[TableRow]:
        """This person's tables, those in play first; of the finished ones not those that they have hidden."""
        ...

    async def in_play(self, person: str, game: str) -> list[TableRow]:
        """The tables at which this person plays this game just now."""
        ...

    async def open_tables(self, host: str) -> int:
        """How many tables of this host wait for their game to begin."""
        ...

    async def expire_tables(self, before: Instant, keep: Sequence[str], limit: int) -> list[str]:
        """Delete tables whose game never began and whose seats have not changed since then; their ids."""
        ...

    async def expire_people(self, before: Instant) -> list[str]:
        """Delete names and cookie stamps older than this of people without a seat; who lost their stamps."""
        ...

    async def to_wake(self) -> list[tuple[str, Instant]]: ...
    async def seat_changes(self, table: int) -> list[SeatChange]: ...
    async def records(self, table: int, after: int, limit: int) -> list[Record]: ...
    async def snapshot(self, table: int, at_most: int, version: int) -> Snapshot | None:
        """The newest one up to this event that this version of the rules wrote."""
        ...

    async def person(self, person: str) -> str | None: ...
    async def name_person(self, person: str, name: str, now: Instant) -> None: ...
    async def stamps(self) -> dict[str, Stamps]:
        """Of all who have ever revoked a token."""
        ...

    async def put_stamps(self, person: str, stamps: Stamps, now: Instant) -> None:
        """Keep them; the person's passes are void."""
        ...

    async def add_pass(self, new: PassRow, now: Instant) -> None: ...
    async def take_pass(self, code: str, now: Instant) -> str | None:
        """The person whose pass this is; it is gone afterwards."""
        ...

    async def close(self) -> None: ...
