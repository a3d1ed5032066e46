"""Tables that somebody has taken off their start page."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "hidden_tables",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("table_number", sa.Integer, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
    )
    op.create_index("hidden_by_table", "hidden_tables", ["table_number"])


def downgrade() -> None:
    op.drop_index("hidden_by_table", "hidden_tables")
    op.drop_table("hidden_tables")
