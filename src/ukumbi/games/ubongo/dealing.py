"""Which boards come next."""

from collections.abc import Sequence
from random import Random

from ukumbi.core import Instant, Seat
from ukumbi.games.ubongo.boards import DIE, Task, board_of, grade, tasks, write_outline
from ukumbi.games.ubongo.days import daily_task
from ukumbi.games.ubongo.events import Dealt, DealtBoard
from ukumbi.games.ubongo.state import State


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
    return Dealt(state.round + 1, (_with_number(daily_task(now), 1),), 1, None)


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
