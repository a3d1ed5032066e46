"""Who may look at a table, from where, and who may sit down."""

from ukumbi.core import Refused, Seat
from ukumbi.ledger import TableRow


def admit(row: TableRow, person: str, key: str | None) -> Seat | None:
    """The seat of this person, or None if they may watch; otherwise refused."""
    seat = row.seat_of(person)
    if seat is None and not may_watch(row, key):
        raise Refused("watching_not_allowed")
    return seat


def spectators_key(row: TableRow, person: str, seat_key: str | None) -> str | None:
    """The key of the spectators' link, for those who sit here, and for those who could sit down."""
    invited = may_sit(row, seat_key) and row.free_seat() is not None and row.watched_by_link
    return row.watch_key if row.seat_of(person) is not None or invited else None


def may_watch(row: TableRow, key: str | None) -> bool:
    return row.watch != "off" and (not row.watched_by_link or key == row.watch_key)


def may_sit(row: TableRow, seat_key: str | None) -> bool:
    """Whether this key is an invitation."""
    return row.status == "open" and row.seat_key == seat_key


def sees_who_is_there(row: TableRow, person: str, key: str | None, seat_key: str | None) -> bool:
    return row.seat_of(person) is not None or may_watch(row, key) or may_sit(row, seat_key)
