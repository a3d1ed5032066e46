"""What one PostgreSQL spends on moves: CPU, log and disk, for appends of several sizes."""

import asyncio
import time
from collections.abc import Sequence
from statistics import linear_regression, median
from typing import Final

import msgspec

from benchmarks.postgres import Postgres
from ukumbi.core import Instant, Record
from ukumbi.hall.appending import written
from ukumbi.ledger import Append
from ukumbi.ledger.postgres import PostgresLedger

SIZES: Final = (1, 4, 16, 64, 256)
"""Moves in one statement."""
TABLES: Final = max(SIZES)
SECONDS: Final = 2.0
EVENT: Final = msgspec.Raw(
    b'{"type":"moved","tower":"d4","to":"f4","peg":"black","captured":["e4"],"score":[12,9]}'
)
"""As long as a usual one."""
FILL: Final = """
INSERT INTO tables
    (id, game, version, options, status, host, watch, watch_key, seat_key, created, rules, owner)
SELECT 't' || n, 'rukuni', 1, '{{}}', 'playing', 'ada', 'on', '', '', 0, 1, '{life}'
FROM generate_series(1, {tables}) n RETURNING number
"""


class Cost(msgspec.Struct, frozen=True):
    """Of one statement that writes so many moves."""

    moves: int
    wall_us: float
    """From sending it to its answer, with the disk's sync."""
    cpu_us: float
    """Of PostgreSQL."""
    log_bytes: float
    """Written ahead for each move."""


class Model(msgspec.Struct, frozen=True):
    """What statements cost: so much each, and so much for each move."""

    statement_us: float
    move_us: float
    wait_us: float
    """That a statement waits for the disk and the network."""
    log_bytes: float
    """Written ahead for each move."""
    disk_bytes: float
    """That each move takes for good, with its share of the indexes."""


async def measure() -> tuple[list[Cost], Model]:
    with Postgres("autovacuum=off") as postgres:
        database = postgres.new_database()
        ledger = await PostgresLedger.open(postgres.url(database), "a", {"rukuni": 1})
        filled = postgres.ask(FILL.format(life=ledger.life.number, tables=TABLES), database)
        tables = {int(row[0]): 0 for row in filled}
        """Each with its latest event."""
        await _append(ledger, tables, TABLES)  # now the connection is open, and its statement prepared
        costs = [await _cost(postgres, database, ledger, tables, size) for size in SIZES]
        await ledger.close()
        ((size, number),) = postgres.ask(
            "SELECT pg_total_relation_size('events'), count(*) FROM events", database
        )
    return costs, fit(costs, int(size) / int(number))


async def _cost(
    postgres: Postgres, database: str, ledger: PostgresLedger, tables: dict[int, int], size: int
) -> Cost:
    log = postgres.ask("SELECT pg_current_wal_lsn()", database)[0][0]
    done, cpu, began = 0, postgres.cpu_seconds(), time.perf_counter()
    while (took := time.perf_counter() - began) < SECONDS:
        await _append(ledger, tables, size)
        done += 1
    cpu = postgres.cpu_seconds() - cpu
    ((written,),) = postgres.ask(f"SELECT pg_current_wal_lsn() - '{log}'::pg_lsn", database)
    return Cost(size, 1e6 * took / done, 1e6 * cpu / done, float(written) / (done * size))


async def _append(ledger: PostgresLedger, tables: dict[int, int], size: int) -> None:
    """One event more at so many tables, in one statement."""
    await asyncio.gather(*(_move(ledger, tables, table) for table in list(tables)[:size]))


async def _move(ledger: PostgresLedger, tables: dict[int, int], table: int) -> None:
    tables[table] += 1
    seq = tables[table]
    record = Record(seq, Instant(time.time_ns() // 1_000_000), seq % 2, EVENT, f"{seq:032x}")
    await written(ledger, Append(table, (record,), "playing", None, row_changed=False))


def fit(costs: Sequence[Cost], disk_bytes: float) -> Model:
    """Least squares: a statement costs so much, and each of its moves so much more."""
    sizes = [cost.moves for cost in costs]
    move_us, statement_us = linear_regression(sizes, [cost.cpu_us for cost in costs])
    wait_us = median(cost.wall_us - cost.cpu_us for cost in costs)
    return Model(statement_us, move_us, wait_us, costs[-1].log_bytes, disk_bytes)
