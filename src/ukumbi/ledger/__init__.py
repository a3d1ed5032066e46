"""The ledger: the only thing of a hall that outlives the process."""

from ukumbi.ledger.interface import Append, CannotOpen, Conflict, Done, KnownRef, Ledger, NoRoom, NotWritten
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
    Watch,
)

__all__ = [
    "Append",
    "CannotOpen",
    "Conflict",
    "Done",
    "KnownRef",
    "Ledger",
    "MemoryGrowth",
    "NoRoom",
    "NotWritten",
    "Occupant",
    "PassRow",
    "PersonalBest",
    "PersonalResult",
    "SeatChange",
    "Snapshot",
    "Stamps",
    "Status",
    "TableRow",
    "Watch",
]
