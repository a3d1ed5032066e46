"""Who is served when there is more to do than the loop has time for."""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from tests.hall.scene import until
from tests.kit.loop import in_a_loop
from ukumbi.server.scheduler import (
    AHEAD,
    BURST,
    HALF_LIFE,
    LITTLE,
    LONGEST,
    LONGEST_REST,
    ROUND,
    FairScheduler,
    Gone,
)

SHARE = 0.2


class Hours:
    """A clock that goes on when something is done, and while the loop waits."""

    def __init__(self) -> None:
        self.now = 0.0
        """What was done so far."""
        self._waited: float | None = None

    def __call__(self) -> float:
        """The same until the loop has gone round: what the test itself takes does not count."""
        if self._waited is None:
            loop = asyncio.get_running_loop()
            self._waited = loop.time()
            loop.call_soon(self._look_again)
        return self.now + self._waited

    def _look_again(self) -> None:
        self._waited = None


@pytest.fixture
def hours() -> Hours:
    return Hours()


PIECE = 0.6 * ROUND
"""Seconds of work, of which a round has two."""


def toil(hours: Hours, done: list[str], what: str, seconds: float = PIECE) -> Callable[[], None]:
    def work() -> None:
        hours.now += seconds
        done.append(what)

    return work


def heard_of(*callers: str, hours: Hours) -> FairScheduler:
    """These were heard of before, and have had little."""
    scheduler = FairScheduler(SHARE, clock=hours)
    for caller in callers:
        scheduler.charge(caller, 0.0)
    hours.now += 10 * HALF_LIFE
    return scheduler


async def until_done(scheduler: FairScheduler) -> None:
    await until(lambda: not scheduler.waiting)


@in_a_loop
async def test_while_there_is_time_everything_is_done_at_once(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    scheduler.do("ada", toil(hours, done, "a"))
    scheduler.do("ben", toil(hours, done, "b"))
    assert done == ["a", "b"]


@in_a_loop
async def test_who_asks_for_much_waits_and_who_asks_for_little_does_not(hours: Hours) -> None:
    scheduler, done = heard_of("ada", hours=hours), list[str]()
    for number in range(50):
        scheduler.do("foe", toil(hours, done, f"{number}"))
    scheduler.do("ada", toil(hours, done, "move"))
    assert done == ["0", "1", "move"]
    await until_done(scheduler)
    assert len(done) == 51


@in_a_loop
async def test_of_those_who_ask_for_little_too_many_wait_too(hours: Hours) -> None:
    """And whoever has had the least comes first."""
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    many = round(3 * AHEAD / PIECE)
    callers = [f"{number}" for number in range(many)]
    for number, caller in enumerate(callers):
        scheduler.charge(caller, 2 * (many - number) / many)
    hours.now += 10 * HALF_LIFE
    for caller in callers:
        scheduler.do(caller, toil(hours, done, caller))
    first = len(done)
    assert AHEAD <= first * PIECE < AHEAD + ROUND
    await until_done(scheduler)
    assert done == [*callers[:first], *callers[: first - 1 : -1]]


@in_a_loop
async def test_at_the_doors_whoever_is_new_comes_first(hours: Hours) -> None:
    """However little those have had who wait there already."""
    scheduler, done = FairScheduler(SHARE, ahead=0.0, stranger=0.0, clock=hours), list[str]()
    foes = [f"{number}" for number in range(100)]
    for foe in foes:
        scheduler.charge(foe, 0.001)
    for foe in foes * 3:
        scheduler.do(foe, toil(hours, done, foe), cost=BURST)
    scheduler.do("ada", toil(hours, done, "ada"))
    before = len(done)
    await until(lambda: "ada" in done)
    assert done.index("ada") == before
    await until(lambda: len(done) > before + 1)


@in_a_loop
async def test_nobody_is_kept_out_by_those_who_are_always_new(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, ahead=0.0, stranger=ROUND, clock=hours), list[str]()
    scheduler.do("ada", toil(hours, done, "ada"))
    hours.now += 20 * HALF_LIFE
    for number in range(50):
        scheduler.do(f"{number}", toil(hours, done, "foe"), cost=BURST)
    scheduler.do("ada", toil(hours, done, "again"))
    before = len(done)
    await until(lambda: "again" in done)
    assert done.index("again") == before


@in_a_loop
async def test_after_a_pause_there_is_time_again(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, ahead=0.0, clock=hours), list[str]()
    scheduler.do("foe", toil(hours, done, "foe"), cost=2 * BURST)
    await until_done(scheduler)
    await asyncio.sleep(0)
    hours.now += 100
    scheduler.do("ada", toil(hours, done, "ada"))
    assert done[-1] == "ada"


@in_a_loop
async def test_when_counting_starts_anew_those_who_wait_do_not_go_last(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, ahead=0.0, clock=hours), list[str]()
    hours.now += LONGEST * HALF_LIFE - 1
    for who in ("foe", "foe", "ada"):
        scheduler.do(who, toil(hours, done, who), cost=BURST)
    hours.now += 2
    for _ in range(20):
        scheduler.do("other", toil(hours, done, "other"), cost=BURST)
    await until(lambda: "ada" in done)
    assert done.count("other") <= 1


@in_a_loop
async def test_nobody_pays_for_what_others_had_long_ago(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    scheduler.do("foe", toil(hours, done, "foe"), cost=1000 * BURST)
    scheduler.do("foe", toil(hours, done, "foe"), cost=1000 * BURST)
    await until(lambda: len(done) == 2)
    hours.now += LONGEST_REST
    scheduler.do("ada", toil(hours, done, "ada"))
    await until_done(scheduler)
    assert done[-1] == "ada"
    assert scheduler._credit >= -SHARE * LONGEST_REST


@in_a_loop
async def test_who_asks_for_little_does_not_wait_for_the_end_of_a_rest(hours: Hours) -> None:
    scheduler, done = heard_of("ada", hours=hours), list[str]()
    for number in range(200):
        scheduler.do("foe", toil(hours, done, f"{number}"), cost=BURST)
    await until(lambda: len(done) > 1)  # and what was done for the foe has used up everything
    for number in range(3):
        for _ in range(2):
            scheduler.do("ada", toil(hours, done, f"move {number}"))
        assert done[-2:] == [f"move {number}"] * 2
        await asyncio.sleep(0)


@in_a_loop
async def test_who_had_to_be_slowed_down_comes_after_all_others(hours: Hours) -> None:
    scheduler, done = heard_of("ada", "foe", hours=hours), list[str]()
    scheduler.blame("foe", 0.05)
    scheduler.charge("cleo", 0.02)
    for who in ("foe", "cleo", "ada"):
        scheduler.do(who, toil(hours, done, who))
    assert done == ["ada"]
    await until_done(scheduler)
    assert done == ["ada", "cleo", "foe"]


@in_a_loop
async def test_somebody_new_is_not_served_before_those_who_were_there(hours: Hours) -> None:
    scheduler, done = heard_of("ada", hours=hours), list[str]()
    for number in range(5):
        scheduler.do("foe", toil(hours, done, f"{number}"))
    scheduler.do("new", toil(hours, done, "new"))
    scheduler.do("ada", toil(hours, done, "ada"))
    assert done == ["0", "1", "ada"]


@in_a_loop
async def test_a_hundred_who_ask_for_much_do_not_crowd_out_one(hours: Hours) -> None:
    scheduler, done, longest = FairScheduler(SHARE, clock=hours), list[str](), 0.0
    scheduler.do("ada", toil(hours, done, "move"))
    hours.now += 10
    moved = list[float]()
    foes = [f"foe {number}" for number in range(100)]
    for _ in range(4):
        for foe in foes * 4:
            scheduler.do(foe, toil(hours, done, foe))
        asked = hours.now
        scheduler.do("ada", lambda: moved.append(hours.now))
        await until(lambda: hours.now > asked + 300 * PIECE)  # noqa: B023, it is looked at here and now
        longest = max(longest, moved[-1] - asked)
    assert longest <= 3 * ROUND
    await until_done(scheduler)
    assert {done.count(foe) for foe in foes} == {16}


@in_a_loop
async def test_what_one_caller_says_is_heard_in_its_order(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    for number in range(30):
        for who in ("ada", "ben"):
            scheduler.do(who, toil(hours, done, f"{who} {number}"))
        if number == 10:
            await asyncio.sleep(0)
    await until_done(scheduler)
    for who in ("ada", "ben"):
        assert [entry for entry in done if who in entry] == [f"{who} {number}" for number in range(30)]


@in_a_loop
async def test_what_somebody_has_had_is_forgotten_in_time(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    for who in ("ada", "ben"):
        scheduler.do(who, toil(hours, done, ""))
    scheduler.charge("ada", 1.0)
    await asyncio.sleep(0)
    done.clear()
    hours.now += 20 * HALF_LIFE
    scheduler.charge("ben", 2 * LITTLE)
    for number in range(3):
        scheduler.do("ben", toil(hours, done, f"ben {number}"))
    scheduler.do("ada", toil(hours, done, "ada"))
    await until_done(scheduler)
    assert done == ["ada", "ben 0", "ben 1", "ben 2"]
    hours.now += 2 * LONGEST * HALF_LIFE
    scheduler.do("ada", toil(hours, done, "much later"))
    await until_done(scheduler)
    assert done[-1] == "much later"


@in_a_loop
async def test_work_that_fails_keeps_nobody_waiting(hours: Hours, caplog: pytest.LogCaptureFixture) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    for who in ("ada", "ben", "cleo"):
        scheduler.do(who, toil(hours, done, who))
        scheduler.do(who, partial(int, "no number"))  # type: ignore[arg-type]
    await until_done(scheduler)
    assert done == ["ada", "ben", "cleo"]
    assert "failed" in caplog.text


@in_a_loop
async def test_who_gives_up_waiting_is_passed_over(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, clock=hours), list[str]()
    for number in range(3):
        scheduler.do("ben", toil(hours, done, f"{number}"))
    turn = asyncio.create_task(scheduler.turn("ada", 0.0))
    await asyncio.sleep(0)
    turn.cancel()
    await asyncio.gather(turn, return_exceptions=True)
    await until_done(scheduler)
    assert done == ["0", "1", "2"]


@in_a_loop
async def test_who_is_gone_when_the_turn_comes_takes_nobodys_time(hours: Hours) -> None:
    scheduler, done = FairScheduler(SHARE, places=1, clock=hours), list[str]()
    scheduler.do("ada", toil(hours, done, "a"), cost=2 * BURST)
    turns = [asyncio.create_task(scheduler.turn("foe", 1.0, is_gone=lambda: True)) for _ in range(50)] + [
        asyncio.create_task(scheduler.turn("ben", 0.0))
    ]
    *gone, there = await asyncio.gather(*turns, return_exceptions=True)
    assert {type(fault) for fault in gone} == {Gone}
    assert not isinstance(there, BaseException)
    scheduler.charge("cleo", 0.1)  # much less than they would have had
    for who in ("cleo", "foe"):
        scheduler.do(who, toil(hours, done, who))
    there()
    await until_done(scheduler)
    assert done == ["a", "foe", "cleo"]


@in_a_loop
async def test_no_more_turns_at_once_than_there_are_places() -> None:
    scheduler, busy, most = FairScheduler(SHARE, places=2), 0, 0

    async def ask(number: int) -> None:
        nonlocal busy, most
        make_room = await scheduler.turn(f"{number % 5}", 0.0)
        busy += 1
        most = max(most, busy)
        await asyncio.sleep(0)
        busy -= 1
        make_room()
        make_room()  # once is enough

    await asyncio.gather(*(ask(number) for number in range(40)))
    assert most == 2
    assert scheduler._free == 2


@in_a_loop
async def test_nobody_keeps_a_place_by_being_slow() -> None:
    scheduler = FairScheduler(SHARE, places=1)
    make_room = await scheduler.turn("slow", 0.0)
    await scheduler.turn("ada", 0.0)
    make_room()
    await scheduler.turn("ben", 0.0)


@in_a_loop
async def test_who_is_gone_when_the_turn_comes_keeps_no_place() -> None:
    scheduler = FairScheduler(SHARE, places=1)
    make_room = await scheduler.turn("ada", 0.0)
    gone = asyncio.create_task(scheduler.turn("ben", 0.0))
    await asyncio.sleep(0)
    make_room()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    make_room = await scheduler.turn("cleo", 0.0)
    make_room()
    assert scheduler._free == 1


@in_a_loop
async def test_what_goes_on_for_longer_is_done_with_rests_however_long_nothing_was_done_before(
    hours: Hours,
) -> None:
    """In a rest everything else has its turns: somebody stands by who counts theirs."""
    scheduler, rounds, turns = FairScheduler(SHARE, clock=hours), list[int](), 0
    hours.now += 1000

    def work() -> None:
        hours.now += ROUND
        rounds.append(turns)

    for _ in range(round(3 * BURST / ROUND)):
        scheduler.do("foe", work)
    while scheduler.waiting:
        turns += 1
        await asyncio.sleep(0)
    between = [later - sooner for sooner, later in pairwise(rounds)]
    burst = round(BURST / ROUND)
    assert max(between[: burst - 1]) <= 2, "no rest as long as it is a page that opens"
    assert max(between[burst + round(SHARE * burst) + 2 :]) > 2
