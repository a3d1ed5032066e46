"""The ledger: the only thing of a hall that outlives the process."""

from ukumbi.ledger.interface import Append, CannotOpen, Conflict, Done, KnownRef, Ledger, NoRoom, NotWritten
from ukumbi.ledger.rows import (
    Keep,
    Occupant,
    Pass,
    PersonalBest,
    SeatChange,
    Snapshot,
    Stamps,
    Status,
    TableRow,
    Takeaway,
    Watch,
)

__all__ = [
    "Append",
    "CannotOpen",
    "Conflict",
    "Done",
    "Keep",
    "KnownRef",
    "Ledger",
    "NoRoom",
    "NotWritten",
    "Occupant",
    "Pass",
    "PersonalBest",
    "SeatChange",
    "Snapshot",
    "Stamps",
    "Status",
    "TableRow",
    "Takeaway",
    "Watch",
]
