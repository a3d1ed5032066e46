"""What a personal best has beaten, so that a first result is not called a new record."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("personal_bests", sa.Column("beaten", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("personal_bests", "beaten")
