"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("watch_key", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("wake", sa.BigInteger),
        sa.Column("again", sa.Text),
    )
    op.create_index("tables_to_wake", "tables", ["wake"])
    op.create_table(
        "sitters",
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text),
        sa.Column("bot", sa.Text),
    )
    op.create_index("sitters_of_person", "sitters", ["person"])
    op.create_table(
        "events",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Integer),
        sa.Column("ref", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_index("events_in_order", "events", ["table_number", "seq"], unique=True)
    op.create_table(
        "snapshots",
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("refs", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("people", "snapshots", "events", "sitters", "tables"):
        op.drop_table(table)
