"""What stands in the database, as the hall knows it, and the other way round."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from ukumbi.core import Instant, Record
from ukumbi.ledger.rows import Occupant, SeatChange, TableRow
from ukumbi.ledger.schema import OCCUPANTS, TABLES


def read_record(row: Row[Any]) -> Record:
    event = msgspec.Raw(row.event.encode())
    return Record(
        row.seq, Instant(row.at), row.actor, event, row.ref, row.arrival, row.allowance, row.version
    )


def occupant_rows(table: int, occupants: Sequence[Occupant]) -> list[dict[str, Any]]:
    return [
        {"table_number": table, "seat": seat, **msgspec.structs.asdict(occupant)}
        for seat, occupant in enumerate(occupants)
    ]


def change_row(table: int, change: SeatChange) -> dict[str, Any]:
    row = msgspec.structs.asdict(change)
    return {**row, "number": None, "table_number": table, "event": change.event.decode()}


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
        columns = {name: value for name, value in table._asdict().items() if name not in ("seats", "options")}
        found[table.id] = TableRow(
            **columns, options=table.options.encode(), occupants=tuple(occupants[table.number])
        )
    return [found[table] for table in ids if table in found]
