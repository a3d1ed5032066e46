"""Rows of the database as the ledger's structs, and the other way round."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from ukumbi.core import Instant, PlayClock, Record
from ukumbi.ledger.interface import Occupant, SeatChange, Snapshot, TableRow
from ukumbi.ledger.schema import OCCUPANTS, TABLES


def read_record(row: Row[Any]) -> Record:
    event = msgspec.Raw(row.event.encode())
    return Record(
        row.seq, Instant(row.at), row.actor, event, row.ref, row.arrival, row.allowance, row.version
    )


def read_snapshot(row: Row[Any]) -> Snapshot:
    refs = msgspec.json.decode(row.refs, type=tuple[str, ...])
    clock = msgspec.json.decode(row.clock, type=PlayClock)
    return Snapshot(row.seq, row.version, row.state.encode(), refs, clock)


def table_row(row: TableRow) -> dict[str, Any]:
    """The columns of a new table."""
    fields = msgspec.structs.asdict(row)
    del fields["number"], fields["occupants"]
    return {**fields, "options": row.options.decode()}


def change_row(table: int, change: SeatChange) -> dict[str, Any]:
    return {**msgspec.structs.asdict(change), "table_number": table, "event": change.event.decode()}


def table_rows(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """These tables, in this order."""
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).all()
    occupants: dict[int, list[Occupant]] = {}
    seats = select(OCCUPANTS).where(OCCUPANTS.c.table_number.in_([table.number for table in tables]))
    for row in connection.execute(seats.order_by(OCCUPANTS.c.seat)):
        who = Occupant(row.person, row.bot, row.stand_in, row.ready)
        occupants.setdefault(row.table_number, []).append(who)
    found = {}
    for table in tables:
        columns = {**table._asdict(), "options": table.options.encode()}
        found[table.id] = TableRow(**columns, occupants=tuple(occupants[table.number]))
    return [found[table] for table in ids if table in found]
