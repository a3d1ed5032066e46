"""The simulation of nodes that share a PostgreSQL."""

from random import Random

from benchmarks.cluster.database import Model
from benchmarks.scaling import capacity, simulate

MODEL = Model(statement_us=150, move_us=10, wait_us=250, log_bytes=450, disk_bytes=320)


def test_a_quiet_database_answers_as_fast_as_a_statement_takes() -> None:
    quiet = simulate(10, 1, MODEL, Random(1))
    assert 0.40 < quiet.p50_ms < 0.43
    assert quiet.batch < 1.1


def test_more_moves_share_appends_until_the_cores_are_full() -> None:
    some, many = (simulate(nodes * 2_400, nodes, MODEL, Random(1)) for nodes in (10, 400))
    assert some.busy < 0.3
    assert many.busy > 0.9
    assert many.batch > 2 * some.batch
    assert many.p99_ms > some.p99_ms


def test_dearer_moves_let_a_database_bear_fewer_nodes() -> None:
    cheap, dear = (capacity(Model(150, move_us, 250, 450, 320), 2_400, Random(1)) for move_us in (10, 40))
    assert 1 < dear < cheap
