"""Fair order by itself: times go in, and moves come out in the order in which their players acted."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from ukumbi.core import CLOCK, Seat
from ukumbi.hall.fair.order import CAP, FairOrder, Held

MS = 1_000_000


class Sent(NamedTuple):
    """A move as it comes in."""

    arrival: int
    seat: int
    allowance: int
    number: int


class Through(NamedTuple):
    at: int
    held: Held[Sent]


def run(moves: Sequence[Sent], widest: Callable[[int], int]) -> list[Through]:
    """Let these moves come in; when each went through, as a timer that is never late would have it."""
    order: FairOrder[Sent] = FairOrder(opened=0)
    through: list[Through] = []

    def let_through(now: int, until: int | None) -> None:
        while (due := order.next_due(widest(now))) is not None and (until is None or due <= until):
            now = max(now, due)
            through.extend(Through(now, held) for held in order.due(now, widest(now)))

    now = 0
    for move in moves:
        let_through(now, move.arrival - 1)
        now = move.arrival
        order.arrive(Seat(move.seat), move, now, move.allowance)
        through.extend(Through(now, held) for held in order.due(now, widest(now)))
    let_through(now, None)
    assert len(order) == 0
    return through


LAGS = st.lists(st.integers(0, CAP), min_size=2, max_size=4)
ACTS = st.lists(st.tuples(st.integers(0, 3), st.integers(CAP, 3 * CAP)), min_size=1, max_size=30)


def steady(lags: Sequence[int], acts: Sequence[tuple[int, int]]) -> list[Sent]:
    """Moves over lines whose round trip is always what was measured, as they come in."""
    seated = [(seat % len(lags), acted) for seat, acted in acts]
    moves = [Sent(acted + lags[seat], seat, lags[seat], n) for n, (seat, acted) in enumerate(seated)]
    return sorted(moves, key=lambda move: (move.arrival, move.number))


@given(LAGS, ACTS)
def test_what_was_done_first_counts_first_however_far_away(
    lags: list[int], acts: list[tuple[int, int]]
) -> None:
    """And everybody is held for just as long as somebody farther away takes longer."""
    moves = steady(lags, acts)
    through = run(moves, lambda _: max(lags))
    assert sorted(held.move.number for _, held in through) == list(range(len(moves)))
    acted = [held.move.arrival - held.move.allowance for _, held in through]
    assert acted == sorted(acted)
    assert all(at - held.arrival == max(lags) - lags[held.move.seat] for at, held in through)


@given(LAGS, ACTS, st.integers(0, 3))
def test_the_moment_of_an_answer_tells_nothing_of_the_others(
    lags: list[int], acts: list[tuple[int, int]], seat: int
) -> None:
    seat %= len(lags)
    moves = steady(lags, acts)
    alone = [move for move in moves if move.seat == seat]
    among_others = run(moves, lambda _: max(lags))
    answers = {held.move.number: at for at, held in among_others if held.move.seat == seat}
    if alone:
        assert answers == {held.move.number: at for at, held in run(alone, lambda _: max(lags))}


JITTERY = st.lists(
    st.tuples(st.integers(0, 2 * CAP), st.integers(0, 3), st.integers(0, CAP)), min_size=1, max_size=30
)


@given(JITTERY, st.lists(st.integers(0, CAP), min_size=1, max_size=8))
def test_whatever_the_lines_do(jittery: list[tuple[int, int, int]], widths: list[int]) -> None:
    """Allowances change from move to move, and so does the widest; some promises hold all the same."""
    moves = [Sent(arrival, seat, lag, n) for n, (arrival, seat, lag) in enumerate(sorted(jittery))]
    through = run(moves, lambda now: widths[now // (50 * MS) % len(widths)])
    assert sorted(held.move.number for _, held in through) == list(range(len(moves)))
    effective = [held.effective for _, held in through]
    assert effective == sorted(effective)
    for seat in range(4):
        own = [held.move.number for _, held in through if held.move.seat == seat]
        assert own == sorted(own)
    for at, held in through:
        assert held.arrival - held.allowance <= held.effective <= at
        assert 0 <= at - held.arrival <= CAP


def test_equal_moments_count_as_they_came_in() -> None:
    moves = steady([10 * MS, 60 * MS], [(1, CAP), (0, CAP), (0, CAP)])
    assert [held.move.seat for _, held in run(moves, lambda _: 60 * MS)] == [0, 0, 1]


def test_the_clock_says_itself_when_it_acted() -> None:
    order: FairOrder[str] = FairOrder(opened=0)
    order.arrive(CLOCK, "tick", 1000 * MS, 0, acted=998 * MS)
    order.arrive(Seat(0), "in time", 1100 * MS, 150 * MS)
    order.arrive(Seat(1), "too late", 1101 * MS, 102 * MS)
    assert [held.move for held in order.due(2000 * MS, 150 * MS)] == ["in time", "tick", "too late"]


def test_nothing_counts_from_before_what_has_been_decided() -> None:
    """A line that was measured too short lets a move come in too late for its place."""
    order: FairOrder[str] = FairOrder(opened=500 * MS)
    early = order.arrive(Seat(0), "early", 600 * MS, 200 * MS)
    assert early.effective == 500 * MS
    order.arrive(Seat(1), "first", 1000 * MS, 0)
    assert len(order.due(1010 * MS, 10 * MS)) == 2
    assert order.arrive(Seat(0), "late", 1020 * MS, 100 * MS).effective == 1000 * MS
