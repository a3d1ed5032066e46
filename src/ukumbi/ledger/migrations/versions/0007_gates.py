"""Keys for those who may sit down, cookies that can be revoked, and indexes to find tables nobody began."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    # Where there is none yet the id alone still lets people sit down: their links are out in the world.
    op.add_column("tables", sa.Column("seat_key", sa.Text))
    op.create_index("tables_by_status", "tables", ["status", "created"])
    op.create_index("open_tables_by_host", "tables", ["host"], sqlite_where=sa.text("status = 'open'"))
    op.create_table(
        "cookie_stamps",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("next", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("cookie_stamps")
    op.drop_index("open_tables_by_host", "tables")
    op.drop_index("tables_by_status", "tables")
    op.drop_column("tables", "seat_key")
