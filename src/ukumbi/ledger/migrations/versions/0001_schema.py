"""The schema of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    shared = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("watch_key", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("wake", sa.BigInteger),
        sa.Column("rematch", sa.Text),
        sa.Column("seat_key", sa.Text, nullable=False),
    )
    waiting = sa.text("status = 'open'")
    op.create_index("open_tables_by_host", "tables", ["host"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_index("tables_by_status", "tables", ["status", "created"])
    op.create_index("tables_to_wake", "tables", ["wake"])
    op.create_table(
        "occupants",
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("stand_in", sa.Text),
        sa.Column("ready", sa.Boolean, nullable=False),
    )
    op.create_index("occupants_by_person", "occupants", ["person"])
    op.create_table(
        "seat_changes",
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        # Where several machines write, the pair below is the key: one index less.
        sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False)
        if shared
        else sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("ref", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("arrival", sa.BigInteger),
        sa.Column("allowance", sa.Integer),
        sa.Column("version", sa.Integer),
    )
    named = sa.text("ref IS NOT NULL")
    op.create_index(
        "events_by_ref",
        "events",
        ["table_number", "actor", "ref"],
        unique=True,
        sqlite_where=named,
        postgresql_where=named,
    )
    op.create_index("events_in_order", "events", ["table_number", "seq"], unique=True)
    op.create_table(
        "snapshots",
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("refs", sa.Text, nullable=False),
        sa.Column("checksum", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
    )
    op.create_table(
        "hidden_tables",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
    )
    op.create_index("hidden_by_table", "hidden_tables", ["table_number"])
    op.create_table(
        "memories",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "personal_bests",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("category", sa.Text, primary_key=True),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("beaten", sa.BigInteger),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "cookie_stamps",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("next", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    if shared:
        _add_nodes()


def _add_nodes() -> None:
    """What several machines need."""
    op.create_table(
        "hall",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.execute(
        """
        CREATE TABLE nodes (
            name     text PRIMARY KEY,
            number   uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
            seen     timestamptz NOT NULL DEFAULT clock_timestamp(),
            began    timestamptz NOT NULL DEFAULT clock_timestamp(),
            since    timestamptz NOT NULL DEFAULT clock_timestamp(),
            load     integer NOT NULL DEFAULT 0,
            versions jsonb NOT NULL
        ) WITH (fillfactor = 10)
        """
    )
    op.add_column("tables", sa.Column("owner", sa.Uuid))
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False))
