"""When Python looks for objects that only hold each other."""

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall.scene import until
from tests.kit.inside import process_restored
from tests.kit.loop import in_a_loop
from ukumbi.server import collector as collecting
from ukumbi.server.collector import LONGEST, Collector
from ukumbi.server.scheduler import FairScheduler


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.own: Any = self


WORTH = 50_000


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(collecting, "WORTH", WORTH)
    with process_restored():
        yield


class Scheduler(FairScheduler):
    busy = False

    @property
    def waiting(self) -> int:
        return int(self.busy)


def old_ring() -> "weakref.ref[Ring]":
    """It is garbage, and no longer new."""
    ring = Ring()
    gc.collect(1)
    return weakref.ref(ring)


@in_a_loop
async def test_what_is_new_goes_soon_however_much_old_goes_too() -> None:
    """Of what is old so much goes that Python itself would not look."""
    old = [[number] for number in range(100_000)]
    collector = Collector(FairScheduler())
    collector.start()
    ring = weakref.ref(Ring())

    def is_gone() -> bool:
        del old[-100:]
        return ring() is None

    await until(is_gone)
    collector.stop()
    assert old


@in_a_loop
async def test_all_is_looked_through_when_it_is_worth_while_and_nobody_waits() -> None:
    scheduler = Scheduler()
    collector = Collector(scheduler)
    collector.start()
    ring = old_ring()
    collector._decide()
    assert ring() is not None, "not worth while"
    more = [[number] for number in range(WORTH)]
    for _ in range(2 * LONGEST):
        scheduler.busy = not scheduler.busy
        collector._decide()
    assert ring() is None
    collector.stop()
    assert more


@in_a_loop
async def test_while_others_wait_it_is_put_off_but_not_for_ever() -> None:
    scheduler = Scheduler()
    scheduler.busy = True
    collector = Collector(scheduler)
    collector.start()
    ring, more = old_ring(), [[number] for number in range(WORTH)]
    for _ in range(LONGEST):
        collector._decide()
        assert ring() is not None
    collector._decide()
    assert ring() is None
    collector.stop()
    assert more
