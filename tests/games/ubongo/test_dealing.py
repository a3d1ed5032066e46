"""Which boards are dealt over whole games, on all levels, whatever players remember."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.games.ubongo.table import ANN, BEN, Table
from ukumbi.core import Seat
from ukumbi.games.ubongo.boards import LEVELS, Level, Task, tasks
from ukumbi.games.ubongo.met import task_key
from ukumbi.games.ubongo.state import Phase

Deal = dict[Seat, Task]
BOARDS = {level: {task.outline for task in tasks(level)} for level in LEVELS}
levels = st.lists(st.sampled_from(LEVELS), min_size=2, max_size=4)
seeds = st.integers(0, 1 << 16)
remembered = st.sampled_from([0.0, 0.3, 0.9, 1.0])


def memory(share: float, seed: int) -> dict[str, int]:
    """A memory with this share of every level's tasks."""
    order = Random(seed)
    numbers = {level: range(len(tasks(level))) for level in LEVELS}
    return {
        task_key(level, number): 1
        for level in LEVELS
        for number in order.sample(numbers[level], int(share * len(numbers[level])))
    }


def deals(table: Table) -> Iterator[Deal]:
    """The deals of all rounds. No player solves a task."""
    while table.state.phase is not Phase.OVER:
        table.build()
        yield {seat: table.task(seat) for seat in table.state.players}
        while table.state.phase is Phase.BUILDING:
            table.wait()


def of_level(deal: Deal, level: Level) -> list[Task]:
    return [task for task in deal.values() if task.level == level]


@given(chosen=levels, seed=seeds, shares=st.lists(remembered, min_size=4, max_size=4))
@example(chosen=[1, 1], seed=0, shares=[0.9] * 4)
def test_a_board_does_not_come_again_while_others_are_left(
    chosen: list[Level], seed: int, shares: list[float]
) -> None:
    """R9: for all seats, also in a playoff, and whatever players remember."""
    memories = {Seat(seat): memory(shares[seat], seed + seat) for seat in range(len(chosen))}
    had: dict[Level, set[object]] = {level: set() for level in LEVELS}
    rounds = 0
    for deal in deals(Table(len(chosen), seed, memories, hourglass=5).choose(*chosen)):
        rounds += 1
        for level in set(chosen):
            boards = [task.outline for task in of_level(deal, level)]
            assert len(set(boards)) == len(boards)
            new = set(boards) - had[level]
            assert len(new) == min(len(boards), len(BOARDS[level] - had[level]))
            had[level] |= new
    assert rounds == 10


@given(chosen=levels, seed=seeds)
@example(chosen=[1, 1, 1, 1], seed=0)
def test_no_task_comes_twice_at_a_table(chosen: list[Level], seed: int) -> None:
    """R9: its solution has been shown to all players."""
    table = Table(len(chosen), seed, hourglass=5).choose(*chosen)
    dealt = Counter((task.level, task.number) for deal in deals(table) for task in deal.values())
    assert set(dealt.values()) == {1}


@given(chosen=levels, seed=seeds, shares=st.lists(remembered, min_size=4, max_size=4))
def test_met_tasks_come_only_when_no_other_is_left(
    chosen: list[Level], seed: int, shares: list[float]
) -> None:
    """R7: as long as a new board has a task that the player has not met."""
    memories = {Seat(seat): memory(shares[seat], seed + seat) for seat in range(len(chosen))}
    met = {seat: set(kept) for seat, kept in memories.items()}
    had: set[object] = set()
    for deal in deals(Table(len(chosen), seed, memories, hourglass=5).choose(*chosen)):
        had |= {task.outline for task in deal.values()}
        for seat, task in deal.items():
            if task_key(task.level, task.number) in met[seat]:
                left = [other for other in tasks(task.level) if other.outline not in had]
                assert all(task_key(other.level, other.number) in met[seat] for other in left)
            met[seat].add(task_key(task.level, task.number))


@pytest.mark.parametrize("seed", range(10))
def test_the_last_new_task_goes_to_the_player_who_needs_it(seed: int) -> None:
    """R7: the others have enough boards, on whichever seat."""
    for seat in (ANN, BEN):
        last = tasks(1)[seed]
        kept = {task_key(1, task.number): 1 for task in tasks(1) if task.outline != last.outline}
        table = Table(2, seed, {seat: kept}, level=1).build()
        assert table.task(seat).outline == last.outline


def test_boards_are_outlines() -> None:
    """R9: an outline is one board, on one level only."""
    assert [len(boards) for boards in BOARDS.values()] == [27, 77, 177, 84, 326]
    assert len(frozenset[object]().union(*BOARDS.values())) == 691


def test_boards_come_again_when_all_were_dealt() -> None:
    """R9: those that were dealt least come first; a solo game never runs out."""
    table, turned_up = Table(1, level=1, limit=20).choose(), list[object]()
    for _ in range(2 * len(BOARDS[1])):
        turned_up.append(table.task(ANN).outline)
        table.play(ANN, f"aside {table.state.round}")
    assert set(Counter(turned_up[: len(BOARDS[1])]).values()) == {1}
    assert set(Counter(turned_up).values()) == {2}
