"""What the hall needs of a ledger: the only thing in it that outlives the process."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import msgspec

from ukumbi.core import Instant, Record, Refused, Seat

Status = Literal["open", "playing", "over", "stopped"]
Watch = Literal["off", "on", "link"]


class Sitter(msgspec.Struct, frozen=True):
    """Who has a seat: nobody yet, a person, or a bot by its level."""

    person: str | None = None
    bot: str | None = None

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None


class TableRow(msgspec.Struct, frozen=True):
    """All there is to know of a table besides its events."""

    id: str
    game: str
    version: int
    options: bytes
    sitters: tuple[Sitter, ...]
    status: Status
    host: str
    watch: Watch
    watch_key: str
    created: Instant
    wake: Instant | None = None
    """When the table needs attention though nobody may be looking: a deadline, a bot's turn."""
    again: str | None = None
    """The table of the next game."""
    number: int = 0
    """The ledger's own short name for it, given when it is created."""

    def seat_of(self, person: str) -> Seat | None:
        for number, sitter in enumerate(self.sitters):
            if sitter.person == person:
                return Seat(number)
        return None

    def free_seat(self) -> Seat | None:
        for number, sitter in enumerate(self.sitters):
            if sitter.free:
                return Seat(number)
        return None


class Snapshot(msgspec.Struct, frozen=True):
    """A state on the way, so that opening a table does not cost more the longer it is played."""

    seq: int
    state: bytes
    refs: tuple[str, ...]
    """The latest accepted moves, each as `seat:ref`, so that one sent again still counts once."""


class Entry(msgspec.Struct, frozen=True):
    """What one decided move writes, all or nothing."""

    table: int
    """Its number."""
    records: Sequence[Record]
    status: Status
    wake: Instant | None
    row_changed: bool
    """Whether status or wake differ from what stands in the ledger."""
    snapshot: Snapshot | None = None


class NoRoom(Refused):
    """Nothing can be written now: the disk is full or read-only. Nothing has happened."""

    def __init__(self, reason: str) -> None:
        super().__init__("no_room")
        self.reason = reason


class Conflict(Exception):
    """Another writer has appended to this table."""


Done = Callable[[Exception | None], None]


class Ledger(Protocol):
    """A durable store of tables, events and people. Calls return at once or are awaited."""

    def append(self, entry: Entry, done: Done) -> None:
        """Write the entry; `done` is called in the event loop once it is safe, or has failed."""
        ...

    async def create(self, row: TableRow) -> int:
        """Write a new table; its number."""
        ...

    async def sit(self, table: int, seat: Seat, person: str) -> None: ...
    async def go_again(self, table: int, again: str) -> None: ...
    async def stop(self, table: int) -> None: ...
    async def row(self, table: str) -> TableRow | None: ...
    async def rows_of(self, person: str, limit: int) -> list[TableRow]: ...
    async def to_wake(self) -> list[tuple[str, Instant]]: ...
    async def records(self, table: int, after: int, limit: int) -> list[Record]: ...
    async def snapshot(self, table: int, at_most: int) -> Snapshot | None: ...
    async def person(self, person: str) -> str | None: ...
    async def name_person(self, person: str, name: str, now: Instant) -> None: ...
    async def close(self) -> None: ...
