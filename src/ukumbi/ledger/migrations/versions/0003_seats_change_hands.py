"""Seats that change hands, versions of rules, passes to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.rename_table("sitters", "occupants")
    op.drop_index("sitters_of_person", "occupants")
    op.create_index("occupants_by_person", "occupants", ["person"])
    op.add_column("occupants", sa.Column("stand_in", sa.Text))
    op.add_column("occupants", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.false()))
    op.alter_column("tables", "again", new_column_name="rematch")
    op.add_column("events", sa.Column("version", sa.Integer))
    # Until now every game has had one version.
    op.add_column("snapshots", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.create_table(
        "seat_changes",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_index("seat_changes_of_table", "seat_changes", ["table_number", "number"])
    op.create_table(
        "passes",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("passes")
    op.drop_table("seat_changes")
    op.drop_column("snapshots", "version")
    op.drop_column("events", "version")
    op.alter_column("tables", "rematch", new_column_name="again")
    op.drop_column("occupants", "ready")
    op.drop_column("occupants", "stand_in")
    op.drop_index("occupants_by_person", "occupants")
    op.rename_table("occupants", "sitters")
    op.create_index("sitters_of_person", "sitters", ["person"])
