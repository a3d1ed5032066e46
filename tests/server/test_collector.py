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
from ukumbi.server.collector import Collector
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


def old_ring() -> "weakref.ref[Ring]":
    """It is garbage, and no longer new."""
    ring = Ring()
    gc.collect(1)
    return weakref.ref(ring)


@in_a_loop
async def test_what_is_new_goes_soon_however_much_old_goes_too() -> None:
    """Of what is old so much goes that Python itself would not look."""
    old = [[number] for number in range(100_000)]
    collector = Collector(FairScheduler(0.2))
    collector.start()
    ring = weakref.ref(Ring())

    def is_gone() -> bool:
        del old[-100:]
        return ring() is None

    await until(is_gone)
    collector.stop()
    assert old


@in_a_loop
async def test_all_is_looked_through_when_it_is_worth_while_and_nothing_goes_on() -> None:
    collector = Collector(FairScheduler(0.2))
    collector.start()
    ring = old_ring()
    collector._decide()
    assert ring() is not None, "not worth while"
    more = [[number] for number in range(WORTH)]
    collector._decide()
    assert ring() is None
    collector.stop()
    assert more


@in_a_loop
async def test_while_others_play_it_is_put_off_until_there_is_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(collecting, "TOO_MANY", 4 * WORTH)
    scheduler = FairScheduler(0.2)
    collector = Collector(scheduler)
    collector.start()
    ring, more = old_ring(), [[number] for number in range(WORTH)]
    for _ in range(20):
        scheduler.do("ada", lambda: None)
        collector._decide()
        assert ring() is not None
    more += [[number] for number in range(3 * WORTH)]
    scheduler.do("ada", lambda: None)
    collector._decide()
    assert ring() is None
    collector.stop()
    assert more
