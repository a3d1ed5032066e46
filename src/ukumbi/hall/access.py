"""Who may look at a table, and from where."""

from ukumbi.core import Refused, Seat
from ukumbi.ledger import TableRow


def admit(row: TableRow, person: str, key: str | None) -> Seat | None:
    """The seat of this person, or None if they may watch; otherwise refused."""
    seat = row.seat_of(person)
    if seat is None and not may_watch(row, key):
        raise Refused("watching_not_allowed")
    return seat


def spectators_key(row: TableRow, person: str) -> str | None:
    """The key of the spectators' link, for those who sit here, and for those who could sit down."""
    invited = row.status == "open" and row.free_seat() is not None
    return row.watch_key if row.seat_of(person) is not None or (invited and row.watched_by_link) else None


def may_watch(row: TableRow, key: str | None) -> bool:
    return row.watch != "off" and (not row.watched_by_link or key == row.watch_key)
