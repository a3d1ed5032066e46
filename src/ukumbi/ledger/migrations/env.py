"""Run by Alembic: migrates over the connection that it was handed."""

from alembic import context

from ukumbi.ledger.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
