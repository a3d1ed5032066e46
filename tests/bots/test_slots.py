"""Who waits for a worker gets one in turn, whatever others do."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.actions import until
from ukumbi.bots.slots import Asker, FairSlots

NEVER = 1e6


class Thoughts:
    """Thinks for whoever asks, and keeps in which order they were let in."""

    def __init__(self, slots: FairSlots) -> None:
        self.order: list[Asker] = []
        self.now: list[Asker] = []
        self.most = 0
        self._slots = slots
        self._tasks: list[asyncio.Task[None]] = []
        self._done: dict[int, asyncio.Event] = {}

    def ask(self, person: str, table: str, home: str = "") -> int:
        number = len(self._tasks)
        self._done[number] = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._think(number, Asker(person, table, home))))
        return number

    async def _think(self, number: int, asker: Asker) -> None:
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


async def test_a_flood_of_one_persons_tables_is_in_nobodys_way() -> None:
    thoughts = Thoughts(FairSlots(1, 1, 0, NEVER))
    flood = [thoughts.ask("eve", f"e{number}") for number in range(100)]
    await settled()
    thoughts.ask("ada", "a")
    await thoughts.finish(flood[0])
    await thoughts.finish(flood[1])  # who was in line before
    await settled()
    assert thoughts.now == [Asker("ada", "a")]
    await thoughts.finish()
    assert thoughts.most == 1


async def test_nor_is_a_flood_of_people_from_one_address() -> None:
    thoughts = Thoughts(FairSlots(1, 1, 0, NEVER))
    flood = [thoughts.ask(f"eve {number}", f"e{number}", "hers") for number in range(100)]
    await settled()
    thoughts.ask("ada", "a", "ours")
    thoughts.ask("ben", "b", "ours")
    await thoughts.finish(flood[0])
    await thoughts.finish(flood[1])  # who was in line before
    await settled()
    assert thoughts.now == [Asker("ada", "a", "ours")]
    await thoughts.finish()
    assert [asker.home for asker in thoughts.order[:6]] == ["hers", "hers", "ours", "hers", "ours", "hers"]


async def test_a_hanging_bot_keeps_none_at_its_address_waiting() -> None:
    thoughts = Thoughts(FairSlots(1, 1, 1, 0.001))
    thoughts.ask("eve", "e", "hers")
    await settled()
    thoughts.ask("ada", "a", "hers")
    await until(lambda: Asker("ada", "a", "hers") in thoughts.now)
    await thoughts.finish()


async def test_an_address_never_has_every_slot_and_every_spare_one() -> None:
    thoughts = Thoughts(FairSlots(3, 2, 3, 0.001))
    for number in range(10):
        thoughts.ask(f"eve {number}", "e", "hers")
    await until(lambda: len(thoughts._slots._aside) == 3)
    await settled()
    assert len(thoughts.now) == 3, "one more than a person may have, and all of them hang"
    for person in ("ada", "ben", "cyd"):
        thoughts.ask(person, "t", "ours")
    await settled()
    assert [asker.home for asker in thoughts.now[3:]] == ["ours"] * 3
    await thoughts.finish()


async def test_tables_of_one_person_take_turns() -> None:
    thoughts = Thoughts(FairSlots(1, 1, 0, NEVER))
    for table in ("x", "x", "x", "y", "z"):
        thoughts.ask("ada", table)
    await settled()
    await thoughts.finish()
    assert [asker.queue for asker in thoughts.order] == ["x", "x", "y", "z", "x"], (
        "the second was asked for before y was"
    )


async def test_a_person_never_has_every_slot() -> None:
    thoughts = Thoughts(FairSlots(3, 2, 0, NEVER))
    for number in range(9):
        thoughts.ask("eve", f"e{number}")
    await settled()
    assert len(thoughts.now) == 2
    thoughts.ask("ada", "a")
    await settled()
    assert thoughts.now[-1] == Asker("ada", "a")
    await thoughts.finish()


async def test_a_thought_that_hangs_moves_aside() -> None:
    thoughts = Thoughts(FairSlots(1, 1, 1, 0.001))
    hanging = thoughts.ask("eve", "e")
    await settled()
    thoughts.ask("ada", "a")
    await until(lambda: len(thoughts.now) == 2)
    # There is one spare slot: the next that hangs stays where it is.
    thoughts.ask("ben", "b")
    await settled()
    assert thoughts.now == [Asker("eve", "e"), Asker("ada", "a")]
    await thoughts.finish(hanging)
    await until(lambda: Asker("ben", "b") in thoughts.now)
    await thoughts.finish()
    assert thoughts.most == 2


async def test_who_gives_up_just_when_a_slot_comes_free_is_passed_over() -> None:
    fair = FairSlots(1, 1, 0, NEVER)
    thoughts = Thoughts(fair)
    first, second, third = (thoughts.ask(person, "t") for person in ("ada", "ben", "cleo"))
    await settled()
    thoughts._done[first].set()
    thoughts.give_up(second)
    await settled()
    assert thoughts.now == [Asker("cleo", "t")]
    await thoughts.finish(first, third)
    assert (fair._free, fair._waiting, fair._taken) == (1, {}, {})


@pytest.mark.parametrize("slots", [1, 3])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from("xy"), st.sampled_from("hk"), st.booleans()),
        max_size=30,
    )
)
def test_every_slot_comes_back(slots: int, steps: list[tuple[str, str, str, bool]]) -> None:
    async def run() -> None:
        fair = FairSlots(slots, max(1, slots - 1), 0, NEVER)
        thoughts = Thoughts(fair)
        for person, table, home, stays in steps:
            number = thoughts.ask(person, table, home)
            if not stays:
                await asyncio.sleep(0)
                thoughts.give_up(number)
        await settled()
        for done in thoughts._done.values():
            done.set()
        await asyncio.gather(*thoughts._tasks, return_exceptions=True)
        assert thoughts.most <= slots
        assert (fair._free, fair._waiting, fair._taken) == (slots, {}, {})

    asyncio.run(run())
