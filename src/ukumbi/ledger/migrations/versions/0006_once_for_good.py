"""What may happen only once does: a ref, a table's next seat change. Snapshots carry a checksum."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    # A move that was sent again late could be accepted a second time: the first one keeps the ref.
    op.execute(
        "UPDATE events SET ref = NULL WHERE ref IS NOT NULL AND EXISTS (SELECT 1 FROM events AS earlier"
        " WHERE earlier.table_number = events.table_number AND earlier.actor = events.actor"
        " AND earlier.ref = events.ref AND earlier.seq < events.seq)"
    )
    op.create_index(
        "events_by_ref",
        "events",
        ["table_number", "actor", "ref"],
        unique=True,
        sqlite_where=sa.text("ref IS NOT NULL"),
    )
    op.add_column("seat_changes", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE seat_changes SET seq = (SELECT count(*) FROM seat_changes AS earlier"
        " WHERE earlier.table_number = seat_changes.table_number AND earlier.number <= seat_changes.number)"
    )
    op.drop_index("seat_changes_of_table", "seat_changes")
    op.create_index("seat_changes_in_order", "seat_changes", ["table_number", "seq"], unique=True)
    # They only save time, and are written anew as play goes on.
    op.execute("DELETE FROM snapshots")
    op.add_column("snapshots", sa.Column("checksum", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "heartbeat",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_column("snapshots", "checksum")
    op.drop_index("seat_changes_in_order", "seat_changes")
    op.create_index("seat_changes_of_table", "seat_changes", ["table_number", "number"])
    op.drop_column("seat_changes", "seq")
    op.drop_index("events_by_ref", "events")
