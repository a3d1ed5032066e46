"""The ledger: the only thing of a hall that outlives the process."""

from ukumbi.ledger.interface import Append, Conflict, Done, Ledger, NoRoom
from ukumbi.ledger.rows import Occupant, Pass, SeatChange, Snapshot, Status, TableRow, Watch

__all__ = [
    "Append",
    "Conflict",
    "Done",
    "Ledger",
    "NoRoom",
    "Occupant",
    "Pass",
    "SeatChange",
    "Snapshot",
    "Status",
    "TableRow",
    "Watch",
]
