"""Fair order by itself: moves arrive, and are released by the time their players acted."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tests.kit.exact_clock import ExactClock
from ukumbi.core import CLOCK, Instant, Seat, Timing
from ukumbi.hall.fair_order import ALLOWANCE_CAP_NS, LATE_TIMER_NS, MILLISECOND, FairOrder

MS = MILLISECOND
CAP_MS = ALLOWANCE_CAP_NS // MS


class Sent(NamedTuple):
    arrival: int
    seat: int
    allowance: int
    number: int


class LetIn(NamedTuple):
    at: int
    move: Sent
    timing: Timing


def run(moves: Sequence[Sent], widest: Callable[[int], int]) -> list[LetIn]:
    """When each of these moves is released."""
    clock: Any = ExactClock()
    let_in: list[LetIn] = []
    order: FairOrder[Sent] = FairOrder(
        clock,
        lambda: widest(clock.moment_now),
        lambda move, timing: let_in.append(LetIn(clock.moment_now, move, timing)),
    )
    for move in moves:
        clock.turn_to(move.arrival - 1)
        clock.turn_to(move.arrival)
        order.arrive(Seat(move.seat), move, move.allowance)
    clock.turn_to(None)
    assert len(order) == 0
    return let_in


LAGS = st.lists(st.integers(0, ALLOWANCE_CAP_NS), min_size=2, max_size=4)
ACTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(ALLOWANCE_CAP_NS, 3 * ALLOWANCE_CAP_NS)), min_size=1, max_size=30
)


def steady(lags: Sequence[int], acts: Sequence[tuple[int, int]]) -> list[Sent]:
    """Moves over connections with a constant round trip, in order of arrival."""
    seated = [(seat % len(lags), acted) for seat, acted in acts]
    moves = [Sent(acted + lags[seat], seat, lags[seat], n) for n, (seat, acted) in enumerate(seated)]
    return sorted(moves, key=lambda move: (move.arrival, move.number))


@given(LAGS, ACTS)
def test_the_earlier_action_comes_first_at_any_latency(lags: list[int], acts: list[tuple[int, int]]) -> None:
    """And each move is held for its player's lead in latency over the farthest player."""
    moves = steady(lags, acts)
    through = run(moves, lambda _: max(lags))
    assert sorted(move.number for _, move, _ in through) == list(range(len(moves)))
    acted = [move.arrival - move.allowance for _, move, _ in through]
    assert acted == sorted(acted)
    assert all(at - move.arrival == max(lags) - lags[move.seat] for at, move, _ in through)


@given(LAGS, ACTS, st.integers(0, 3))
def test_the_time_of_an_answer_does_not_depend_on_others(
    lags: list[int], acts: list[tuple[int, int]], seat: int
) -> None:
    seat %= len(lags)
    moves = steady(lags, acts)
    alone = [move for move in moves if move.seat == seat]
    among_others = run(moves, lambda _: max(lags))
    answers = {move.number: at for at, move, _ in among_others if move.seat == seat}
    assert answers == {move.number: at for at, move, _ in run(alone, lambda _: max(lags))}


JITTERY = st.lists(
    st.tuples(st.integers(0, 2 * CAP_MS), st.integers(0, 3), st.integers(0, CAP_MS)), min_size=1, max_size=30
)


@given(JITTERY, st.lists(st.integers(0, ALLOWANCE_CAP_NS), min_size=1, max_size=8))
def test_order_holds_while_allowances_change(jittery: list[tuple[int, int, int]], widths: list[int]) -> None:
    """In integer milliseconds, so that timings are exact."""
    moves = [Sent(ms * MS, seat, lag * MS, n) for n, (ms, seat, lag) in enumerate(sorted(jittery))]
    through = run(moves, lambda now: widths[now // (50 * MS) % len(widths)] // MS * MS)
    assert sorted(move.number for _, move, _ in through) == list(range(len(moves)))
    effective = [timing.at for *_, timing in through]
    assert effective == sorted(effective)
    for seat in range(4):
        own = [move.number for _, move, _ in through if move.seat == seat]
        assert own == sorted(own)
    for at, move, timing in through:
        assert timing.arrival == move.arrival // MS
        assert timing.allowance == move.allowance // MS
        assert move.arrival - move.allowance <= timing.at * MS <= at
        assert 0 <= at - move.arrival <= ALLOWANCE_CAP_NS


def test_equal_times_count_in_order_of_arrival() -> None:
    moves = steady([10 * MS, 60 * MS], [(1, ALLOWANCE_CAP_NS), (0, ALLOWANCE_CAP_NS), (0, ALLOWANCE_CAP_NS)])
    assert [move.seat for _, move, _ in run(moves, lambda _: 60 * MS)] == [0, 0, 1]


class Table:
    """A fair order whose test sets the widest allowance."""

    def __init__(self, widest_ms: int) -> None:
        clock: Any = ExactClock()
        self.clock = clock
        self.widest = widest_ms * MS
        self.let_in: list[tuple[str, int]] = []
        """Each move, and the millisecond it counts from."""
        self.holds: list[float] = []
        self.order: FairOrder[str] = FairOrder(clock, lambda: self.widest, self._note, self.holds.append)

    def _note(self, move: str, timing: Timing) -> None:
        self.let_in.append((move, timing.at))


def test_a_tick_counts_from_its_deadline() -> None:
    table = Table(150)
    table.clock.turn_to(1000 * MS)
    table.order.strike(CLOCK, "tick", Instant(998))
    table.clock.turn_to(1100 * MS)
    table.order.arrive(Seat(0), "in time", 150 * MS)
    table.clock.turn_to(1101 * MS)
    table.order.arrive(Seat(1), "too late", 102 * MS)
    table.clock.turn_to(None)
    assert table.let_in == [("in time", 950), ("tick", 998), ("too late", 999)]


def test_an_old_deadline_counts_as_just_past() -> None:
    table = Table(0)
    table.clock.turn_to(60_000 * MS)
    table.order.strike(CLOCK, "tick", Instant(1000))
    assert table.let_in == [("tick", 60_000 - CAP_MS)]


def test_moves_count_no_earlier_than_released_ones() -> None:
    """When latency grows, a move may arrive too late for its place."""
    table = Table(10)
    table.clock.turn_to(1000 * MS)
    table.order.arrive(Seat(1), "first", 0)
    table.clock.turn_to(1020 * MS)
    table.order.arrive(Seat(0), "late", 100 * MS)
    assert table.let_in == [("first", 1000), ("late", 1000)]


def test_moves_count_no_earlier_than_the_tables_opening() -> None:
    table = Table(0)
    table.order.arrive(Seat(0), "early", 200 * MS)
    assert table.let_in == [("early", 0)]


def test_moves_of_a_seat_stay_in_order() -> None:
    """Also when a longer allowance would let the second overtake the first."""
    table = Table(200)
    table.clock.turn_to(1000 * MS)
    table.order.arrive(Seat(0), "first", 10 * MS)
    table.order.arrive(Seat(0), "second", 100 * MS)
    table.clock.turn_to(None)
    assert table.let_in == [("first", 990), ("second", 990)]


def test_moves_count_from_arrival_not_from_reading() -> None:
    table = Table(20)
    table.clock.turn_to(1000 * MS)
    table.order.arrive(Seat(0), "read first", 10 * MS)
    table.order.arrive(Seat(1), "arrived first", 10 * MS, waited=5 * MS)
    table.clock.turn_to(None)
    assert table.let_in == [("arrived first", 985), ("read first", 990)]
    assert table.holds == [0.01, 0.01]


def test_after_a_late_timer_unread_moves_come_first() -> None:
    table = Table(100)
    table.clock.turn_to(1000 * MS)
    table.order.arrive(Seat(0), "near", 10 * MS)
    table.clock.moment_now = 1090 * MS + LATE_TIMER_NS + MS
    table.clock.turn_to(table.clock.moment_now)
    assert table.let_in == []
    table.order.arrive(Seat(1), "unread", 100 * MS, waited=20 * MS)
    table.clock.turn_to(None)
    assert table.let_in == [("unread", 975), ("near", 990)]


def test_a_player_who_cannot_act_any_more_delays_no_move() -> None:
    table = Table(200)
    table.clock.turn_to(1000 * MS)
    table.order.arrive(Seat(0), "near", 10 * MS)
    table.clock.turn_to(1050 * MS)
    table.widest = 30 * MS
    table.order.look_again()
    assert table.holds == [0.05]


def test_a_closed_order_returns_held_moves_and_releases_none() -> None:
    table = Table(200)
    table.clock.turn_to(1000 * MS)
    for seat, (move, allowance) in enumerate((("near", 10), ("far", 100))):
        table.order.arrive(Seat(seat), move, allowance * MS)
    assert len(table.order) == 2
    assert table.order.close() == ["far", "near"]
    table.clock.turn_to(None)
    table.order.look_again()
    assert table.let_in == []
