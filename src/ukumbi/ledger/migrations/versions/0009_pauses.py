"""Snapshots keep how the match's time stands to the hall's."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("snapshots", sa.Column("clock", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("snapshots", "clock")
