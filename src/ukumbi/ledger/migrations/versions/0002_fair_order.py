"""Moves in fair order: when they came in, and what was granted for lag."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("events", sa.Column("arrival", sa.BigInteger))
    op.add_column("events", sa.Column("allowance", sa.Integer))


def downgrade() -> None:
    op.drop_column("events", "allowance")
    op.drop_column("events", "arrival")
