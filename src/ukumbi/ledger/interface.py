"""What the hall needs of a ledger."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from ukumbi.core import Instant, Record, Refused
from ukumbi.ledger.rows import (
    MemoryGrowth,
    Occupant,
    PassRow,
    PersonalBest,
    PersonalResult,
    SeatChange,
    Snapshot,
    Stamps,
    Status,
    TableRow,
)


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

    @property
    def is_events_only(self) -> bool:
        return not (self.row_changed or self.snapshot or self.memories or self.results)


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
        """Who has hidden this table, and after which event."""
        ...

    async def hidden_by(self, person: str) -> dict[int, int]:
        """Which tables this person has hidden, and after which event."""
        ...

    async def memories(self, game: str, people: Sequence[str]) -> dict[str, dict[str, int]]:
        """What these people have met in their games of this kind: how often, by key."""
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
        """Delete tables that nobody began, and where nothing has happened since then; their ids."""
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
