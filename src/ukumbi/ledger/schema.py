"""The tables of the database, as the migrations under `migrations/` build them, and their rows as structs."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    Row,
    Table,
    Text,
    select,
)

from ukumbi.core import Instant, PlayClock, Record
from ukumbi.ledger.interface import Occupant, SeatChange, Snapshot, TableRow

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("watch", Text, nullable=False),
    Column("watch_key", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("wake", BigInteger),
    Column("rematch", Text),
    Column("seat_key", Text, nullable=False),
)
Index("tables_to_wake", TABLES.c.wake)
Index("tables_by_status", TABLES.c.status, TABLES.c.created)
Index("open_tables_by_host", TABLES.c.host, sqlite_where=TABLES.c.status == "open")

OCCUPANTS: Final = Table(
    "occupants",
    METADATA,
    Column("table_number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text),
    Column("bot", Text),
    Column("stand_in", Text),
    Column("ready", Boolean, nullable=False),
)
Index("occupants_by_person", OCCUPANTS.c.person)

SEAT_CHANGES: Final = Table(
    "seat_changes",
    METADATA,
    Column("table_number", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("after", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("event", Text, nullable=False),
)

# Events lie in the order in which they happened, and are found by small numbers: a commit that
# carries one move of each of a hundred tables touches a dozen pages instead of a hundred.
EVENTS: Final = Table(
    "events",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("table_number", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", Integer),
    Column("ref", Text),
    Column("event", Text, nullable=False),
    Column("arrival", BigInteger),
    Column("allowance", Integer),
    Column("version", Integer),
)
Index("events_in_order", EVENTS.c.table_number, EVENTS.c.seq, unique=True)
Index(
    "events_by_ref",
    EVENTS.c.table_number,
    EVENTS.c.actor,
    EVENTS.c.ref,
    unique=True,
    sqlite_where=EVENTS.c.ref.is_not(None),
)

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("table_number", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("refs", Text, nullable=False),
    Column("checksum", Text, nullable=False),
    Column("clock", Text, nullable=False),
)

HIDDEN_TABLES: Final = Table(
    "hidden_tables",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("table_number", Integer, primary_key=True),
    Column("after", Integer, nullable=False),
)
Index("hidden_by_table", HIDDEN_TABLES.c.table_number)

MEMORIES: Final = Table(
    "memories",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("times", Integer, nullable=False),
    sqlite_with_rowid=False,
)

PERSONAL_BESTS: Final = Table(
    "personal_bests",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("category", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("beaten", BigInteger),
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)

COOKIE_STAMPS: Final = Table(
    "cookie_stamps",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("stamp", Text, nullable=False),
    Column("next", Text),
    Column("at", BigInteger, nullable=False),
)

HEARTBEAT: Final = Table(
    "heartbeat",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

PASSES: Final = Table(
    "passes",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)


# rows as structs, and the other way round


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
