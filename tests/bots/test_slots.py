"""Waiting requests get workers in turn, whatever others do."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.actions import until
from ukumbi.bots.slots import Asker, FairSlots

NEVER = 1e6


class Requests:
    """Requests that hold a slot until the test finishes them; keeps their order."""

    def __init__(self, slots: FairSlots) -> None:
        self.order: list[Asker] = []
        self.now: list[Asker] = []
        self.most = 0
        self._slots = slots
        self._tasks: list[asyncio.Task[None]] = []
        self._done: dict[int, asyncio.Event] = {}

    def ask(self, person: str, table: str, address: str = "") -> int:
        number = len(self._tasks)
        self._done[number] = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._hold_slot(number, Asker(person, table, address))))
        return number

    async def _hold_slot(self, number: int, asker: Asker) -> None:
        async with self._slots.slot(asker):
            self.order.append(asker)
            self.now.append(asker)
            self.most = max(self.most, len(self.now))
            try:
                await self._done[number].wait()
            finally:
                self.now.remove(asker)

    async def finish(self, *numbers: int) -> None:
        for number in numbers or self._done:
            self._done[number].set()
        await asyncio.gather(*(self._tasks[number] for number in numbers or self._done))

    def give_up(self, number: int) -> None:
        self._tasks[number].cancel()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_many_tables_of_one_person_delay_no_other() -> None:
    requests = Requests(FairSlots(1, 1, 0, NEVER))
    flood = [requests.ask("eve", f"e{number}") for number in range(100)]
    await settled()
    requests.ask("ada", "a")
    await requests.finish(flood[0])
    await requests.finish(flood[1])  # who was in line before
    await settled()
    assert requests.now == [Asker("ada", "a")]
    await requests.finish()
    assert requests.most == 1


async def test_many_people_from_one_address_delay_no_other() -> None:
    requests = Requests(FairSlots(1, 1, 0, NEVER))
    flood = [requests.ask(f"eve {number}", f"e{number}", "hers") for number in range(100)]
    await settled()
    requests.ask("ada", "a", "ours")
    requests.ask("ben", "b", "ours")
    await requests.finish(flood[0])
    await requests.finish(flood[1])  # who was in line before
    await settled()
    assert requests.now == [Asker("ada", "a", "ours")]
    await requests.finish()
    assert [asker.address for asker in requests.order[:6]] == ["hers", "hers", "ours", "hers", "ours", "hers"]


async def test_a_hanging_bot_delays_no_other_at_its_address() -> None:
    requests = Requests(FairSlots(1, 1, 1, 0.001))
    requests.ask("eve", "e", "hers")
    await settled()
    requests.ask("ada", "a", "hers")
    await until(lambda: Asker("ada", "a", "hers") in requests.now)
    await requests.finish()


async def test_an_address_never_gets_all_slots() -> None:
    requests = Requests(FairSlots(3, 2, 3, 0.001))
    for number in range(10):
        requests.ask(f"eve {number}", "e", "hers")
    await until(lambda: len(requests._slots._aside) == 3)
    await settled()
    assert len(requests.now) == 3, "one more than a person may have, and all of them hang"
    for person in ("ada", "ben", "cyd"):
        requests.ask(person, "t", "ours")
    await settled()
    assert [asker.address for asker in requests.now[3:]] == ["ours"] * 3
    await requests.finish()


async def test_tables_of_one_person_take_turns() -> None:
    requests = Requests(FairSlots(1, 1, 0, NEVER))
    for table in ("x", "x", "x", "y", "z"):
        requests.ask("ada", table)
    await settled()
    await requests.finish()
    assert [asker.queue for asker in requests.order] == ["x", "x", "y", "z", "x"], (
        "the second was asked for before y was"
    )


async def test_a_person_never_gets_all_slots() -> None:
    requests = Requests(FairSlots(3, 2, 0, NEVER))
    for number in range(9):
        requests.ask("eve", f"e{number}")
    await settled()
    assert len(requests.now) == 2
    requests.ask("ada", "a")
    await settled()
    assert requests.now[-1] == Asker("ada", "a")
    await requests.finish()


async def test_a_hanging_request_moves_to_a_spare_slot() -> None:
    requests = Requests(FairSlots(1, 1, 1, 0.001))
    hanging = requests.ask("eve", "e")
    await settled()
    requests.ask("ada", "a")
    await until(lambda: len(requests.now) == 2)
    # There is only one spare slot: the next hanging request keeps its slot.
    requests.ask("ben", "b")
    await settled()
    assert requests.now == [Asker("eve", "e"), Asker("ada", "a")]
    await requests.finish(hanging)
    await until(lambda: Asker("ben", "b") in requests.now)
    await requests.finish()
    assert requests.most == 2


async def test_a_request_cancelled_as_a_slot_frees_is_skipped() -> None:
    fair = FairSlots(1, 1, 0, NEVER)
    requests = Requests(fair)
    first, second, third = (requests.ask(person, "t") for person in ("ada", "ben", "cleo"))
    await settled()
    requests._done[first].set()
    requests.give_up(second)
    await settled()
    assert requests.now == [Asker("cleo", "t")]
    await requests.finish(first, third)
    assert (fair._free, fair._waiting, fair._taken) == (1, {}, {})


@pytest.mark.parametrize("slots", [1, 3])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from("xy"), st.sampled_from("hk"), st.booleans()),
        max_size=30,
    )
)
def test_every_slot_is_returned(slots: int, steps: list[tuple[str, str, str, bool]]) -> None:
    async def run() -> None:
        fair = FairSlots(slots, max(1, slots - 1), 0, NEVER)
        requests = Requests(fair)
        for person, table, address, stays in steps:
            number = requests.ask(person, table, address)
            if not stays:
                await asyncio.sleep(0)
                requests.give_up(number)
        await settled()
        for done in requests._done.values():
            done.set()
        await asyncio.gather(*requests._tasks, return_exceptions=True)
        assert requests.most <= slots
        assert (fair._free, fair._waiting, fair._taken) == (slots, {}, {})

    asyncio.run(run())
