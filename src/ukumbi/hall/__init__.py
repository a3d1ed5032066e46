"""The hall: live tables over a durable ledger."""
