"""Which boards come next, and the puzzle of the day."""

from collections.abc import Sequence
from random import Random
from typing import Final

from ukumbi.core import Instant, Seat
from ukumbi.games.ubongo.boards import DIE, LEVELS, Level, Task, board_of, grade, tasks, write_outline
from ukumbi.games.ubongo.events import Dealt, DealtBoard
from ukumbi.games.ubongo.state import Met, State

DAY: Final = 24 * 60 * 60 * 1000
THURSDAY: Final = 3
"""The epoch began on one."""
STRIDE: Final = 7919
"""A prime that divides no level: neighbouring days have unlike tasks, and all have their day."""
LEVEL_OF_DAY: Final[tuple[Level, ...]] = (1, 2, 2, 3, 3, 4, 5)
"""From Monday to Sunday."""


def deal(state: State, players: Sequence[Seat], until: Instant | None, rng: Random) -> Dealt:
    """New boards for these players; the number that the die will show is drawn with them."""
    die = rng.randint(1, DIE)
    boards = tuple(
        _with_number(_fresh(state, Seat(seat), rng), die) if seat in players else None
        for seat in range(len(state.sides))
    )
    return Dealt(state.round + 1, boards, die, until)


def deal_daily(state: State, now: Instant) -> Dealt:
    """The puzzle of this day."""
    task = daily_task(now)
    return Dealt(state.round + 1, (_with_number(task, 1),), 1, None)


def daily_task(now: Instant) -> Task:
    """The same for everybody, everywhere: days begin at midnight UTC."""
    day = now // DAY
    everything = tasks(LEVEL_OF_DAY[(day + THURSDAY) % len(LEVEL_OF_DAY)])
    return everything[day * STRIDE % len(everything)]


def known_tasks(met: Met) -> Met:
    """What somebody has met, without tasks that there are not any more."""
    return {
        level: tuple(number for number in met[level] if number < len(tasks(level)))
        for level in LEVELS
        if level in met
    }


def _fresh(state: State, seat: Seat, rng: Random) -> Task:
    """A task that the player has not met; when all are, it begins from the start."""
    side = state.sides[seat]
    assert side.level is not None
    everything, met = tasks(side.level), set(side.met.get(side.level, ()))
    return rng.choice([task for task in everything if task.number not in met] or everything)


def _with_number(task: Task, die: int) -> DealtBoard:
    """The task's board, with the numbers of the die so placed that this one means it."""
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
