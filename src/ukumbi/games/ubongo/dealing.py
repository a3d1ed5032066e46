"""Chooses the next boards."""

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from ukumbi.core import Instant, Seat
from ukumbi.games.ubongo.boards import DIE, Task, board_of, grade, tasks, write_outline
from ukumbi.games.ubongo.days import daily_task
from ukumbi.games.ubongo.events import Dealt, DealtBoard
from ukumbi.games.ubongo.met import task_key
from ukumbi.games.ubongo.outlines import Outline
from ukumbi.games.ubongo.state import State


def deal(state: State, players: Sequence[Seat], until: Instant | None, rng: Random) -> Dealt:
    """New boards for these players, drawn together with the die's number."""
    die = rng.randint(1, DIE)
    dealt = _new_tasks(state, players, rng)
    boards = tuple(
        with_number(dealt[Seat(seat)], die) if seat in dealt else None for seat in range(len(state.sides))
    )
    return Dealt(state.round + 1, boards, die, until)


def deal_daily(state: State, now: Instant) -> Dealt:
    """The board with the puzzle of this day."""
    return Dealt(state.round + 1, (with_number(daily_task(now), 1),), 1, None)


def _new_tasks(state: State, players: Sequence[Seat], rng: Random) -> dict[Seat, Task]:
    """A task for each player. The player with the fewest boards to choose from comes first."""
    dealt: dict[Seat, Task] = {}
    choice = {seat: {task.outline for task in _choice(state, seat, ())} for seat in players}
    for seat in sorted(players, key=lambda seat: len(choice[seat])):
        dealt[seat] = rng.choice(_choice(state, seat, [task.outline for task in dealt.values()]))
    return dealt


def _choice(state: State, seat: Seat, taken: Collection[Outline]) -> list[Task]:
    """The tasks of this player's level that are least known at the table, then to the player.

    An outline counts as one board, whatever the pieces.
    """
    side = state.sides[seat]
    assert side.level is not None
    everything = tasks(side.level)
    had = Counter(state.had.get(side.level, ()))
    boards = Counter(everything[number].outline for number in had.elements())
    staleness = [
        (
            task.outline in taken,
            task.outline in boards,
            had.get(task.number, 0),
            side.met.get(task_key(task.level, task.number), 0),
            boards.get(task.outline, 0),
        )
        for task in everything
    ]
    least = min(staleness)
    return [task for task, stale in zip(everything, staleness, strict=True) if stale == least]


def with_number(task: Task, die: int) -> DealtBoard:
    """The task's board, with its tasks arranged so that this die number selects it."""
    board = board_of(task.level, task.number)
    place = board.tasks.index(task)
    numbered = [board.tasks[(place + number - die) % len(board.tasks)] for number in range(1, DIE + 1)]
    return DealtBoard(
        task.level,
        write_outline(task.outline),
        tuple(each.pieces for each in numbered),
        tuple(each.number for each in numbered),
        tuple(map(grade, numbered)),
    )
