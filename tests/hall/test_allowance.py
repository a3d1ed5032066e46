"""How much latency each player is granted, and when it is announced."""

from typing import Any

import msgspec
import pytest

from tests.kit.exact_clock import ExactClock
from ukumbi.core import Seat
from ukumbi.hall.allowance import (
    ANNOUNCE_INTERVAL_SECONDS,
    FREE_NS,
    FREE_SHARE,
    LEFT_COUNTS_SECONDS,
    QUOTA_NS,
    Allowance,
    AllowanceBoard,
    Latency,
)
from ukumbi.hall.fair_order import ALLOWANCE_CAP_NS, MILLISECOND

ANN, BEN = Seat(0), Seat(1)


class Connection(msgspec.Struct, eq=False):
    person: str
    latency: Latency


def steady(ms: float, silent: bool = False) -> Latency:
    return Latency(ms / 1000, ms / 1000, silent)


class ScriptedBoard:
    """A board whose viewers and time the test sets."""

    def __init__(self, enabled: bool = True) -> None:
        clock: Any = ExactClock()
        self.clock = clock
        self.viewers: dict[Connection, Seat | None] = {}
        self.announced = 0
        self.board = AllowanceBoard(clock, self.viewers.items, enabled, self._announce)

    def _announce(self) -> None:
        self.announced += 1
        self.board.note_announced()

    def join(self, latency: Latency, seat: Seat | None = ANN, person: str = "ann") -> Connection:
        connection = Connection(person, latency)
        self.viewers[connection] = seat
        return connection

    def leave(self, connection: Connection) -> None:
        del self.viewers[connection]
        self.board.left(connection)

    def advance(self, seconds: float) -> None:
        self.clock.turn_to(self.clock.moment_now + round(seconds * 1e9))

    def granted(self, seat: Seat = ANN) -> float:
        """Milliseconds granted to this seat."""
        return self.board.allowance(seat).total / MILLISECOND

    def widest(self, *seats: Seat) -> float:
        return self.board.widest(seats) / MILLISECOND


def test_a_steady_connection_is_granted_its_latency() -> None:
    scene = ScriptedBoard()
    scene.join(steady(120))
    assert (scene.granted(), scene.board.by_seat()) == (120, {ANN: (0.12, 0.12)})


def test_no_player_is_granted_more_than_the_cap() -> None:
    for ms in (300, 301, 7000):
        scene = ScriptedBoard()
        scene.join(steady(ms))
        assert scene.granted() == ALLOWANCE_CAP_NS / MILLISECOND


def test_nothing_is_granted_before_a_measurement() -> None:
    scene = ScriptedBoard()
    assert scene.granted() == 0
    scene.join(Latency())
    assert (scene.granted(), scene.board.by_seat()) == (0, {})


def test_without_fair_order_nothing_is_granted() -> None:
    scene = ScriptedBoard(enabled=False)
    scene.join(steady(120))
    assert (scene.granted(), scene.widest(ANN)) == (0, 0)
    assert scene.board.by_seat() == {ANN: (0.12, 0)}


def test_the_widest_grant_ignores_idle_and_silent_players() -> None:
    scene = ScriptedBoard()
    scene.join(steady(10))
    far = scene.join(steady(250), BEN, "ben")
    scene.join(steady(290), None, "eve")
    assert (scene.widest(ANN, BEN), scene.widest(ANN), scene.widest()) == (250, 10, 0)
    far.latency = steady(250, silent=True)
    assert (scene.widest(ANN, BEN), scene.widest(BEN)) == (10, 0)
    assert scene.granted(BEN) == 250


# two connections


@pytest.mark.parametrize("near", [steady(10), Latency(0.2, 0.01), Latency(), Latency(silent=True)])
def test_of_two_connections_the_shortest_latency_counts(near: Latency) -> None:
    """A connection without a measurement may be very near."""
    far = Latency(0.25, 0.25)
    for pair in ((near, far), (far, near)):
        alone, both = ScriptedBoard(), ScriptedBoard()
        alone.join(near)
        for latency in pair:
            both.join(latency)
        assert both.granted() == alone.granted() < 250


def test_one_silent_connection_does_not_make_its_player_silent() -> None:
    scene = ScriptedBoard()
    scene.join(steady(200, silent=True))
    scene.join(steady(200))
    assert scene.widest(ANN) == 200


def test_closing_the_near_connection_does_not_help_for_a_while() -> None:
    scene = ScriptedBoard()
    near = scene.join(steady(10))
    scene.join(steady(250))
    scene.leave(near)
    assert scene.granted() == 10
    scene.advance(LEFT_COUNTS_SECONDS)
    assert scene.granted() == 10
    scene.advance(0.001)
    assert scene.granted() == 250


def test_closing_a_far_connection_too_does_not_help() -> None:
    scene = ScriptedBoard()
    near, far = scene.join(steady(10)), scene.join(steady(250))
    for each in (near, far):
        scene.leave(each)
    scene.join(steady(250))
    assert scene.granted() == 10


def test_players_who_come_back_keep_their_grant() -> None:
    scene = ScriptedBoard()
    scene.leave(scene.join(steady(250)))
    assert scene.widest(ANN) == 0
    scene.leave(scene.join(Latency()))  # it broke before it was measured
    scene.join(steady(250))
    assert (scene.granted(), scene.widest(ANN)) == (250, 250)


def test_another_player_on_the_seat_is_not_measured_by_the_first() -> None:
    scene = ScriptedBoard()
    scene.leave(scene.join(steady(10)))
    scene.join(steady(250), ANN, "cyd")
    assert scene.granted() == 250


# the quota


def all_granted(latency: Latency, moves: int) -> list[float]:
    """Milliseconds granted to each of this many moves of one game."""
    scene, granted = ScriptedBoard(), []
    scene.join(latency)
    for _ in range(moves):
        allowance = scene.board.allowance(ANN)
        scene.board.spend(ANN, allowance.from_quota)
        granted.append(allowance.total / MILLISECOND)
    return granted


@pytest.mark.parametrize(("ms", "jitter"), [(10, 9), (60, 13), (120, 18), (250, 28)])
def test_jitter_costs_nothing(ms: int, jitter: int) -> None:
    """Also after a thousand moves. The benchmark's rough links have this much jitter."""
    latency = Latency((ms + jitter) / 1000, ms / 1000)
    assert all_granted(latency, 1000) == pytest.approx([ms + jitter] * 1000)


def test_jitter_above_the_allowance_spends_the_quota() -> None:
    granted = all_granted(Latency(0.21, 0.01), 1000)
    free = 10 + (FREE_NS + FREE_SHARE * 10 * MILLISECOND) / MILLISECOND
    assert granted[0] == 210
    assert granted[20:] == pytest.approx([free] * 980)
    assert sum(each - free for each in granted) == pytest.approx(QUOTA_NS / MILLISECOND)


def test_moves_held_together_may_overdraw_the_quota_once() -> None:
    """It is spent when a move is released: earlier, it would change the others' waits."""
    scene = ScriptedBoard()
    scene.join(Latency(0.21, 0.01))
    scene.board.spend(ANN, QUOTA_NS + MILLISECOND)
    assert scene.board.allowance(ANN) == Allowance(round(20.8 * MILLISECOND))


def test_latency_above_the_cap_costs_no_quota() -> None:
    scene = ScriptedBoard()
    scene.join(Latency(0.5, 0.2))
    assert scene.board.allowance(ANN) == Allowance(ALLOWANCE_CAP_NS, 74 * MILLISECOND)


def test_every_seat_has_its_own_quota() -> None:
    scene = ScriptedBoard()
    scene.join(Latency(0.21, 0.01))
    scene.join(Latency(0.21, 0.01), BEN, "ben")
    scene.board.spend(ANN, QUOTA_NS)
    assert scene.board.allowance(ANN).from_quota == 0
    assert scene.board.allowance(BEN) == Allowance(210 * MILLISECOND, round(189.2 * MILLISECOND))


# announcing


def test_small_changes_are_not_announced() -> None:
    scene = ScriptedBoard()
    far = scene.join(steady(100))
    scene.board.note_announced()
    scene.advance(10)
    for ms in (114, 86, 90, 119):
        far.latency = steady(ms)
        scene.board.measured()
        scene.advance(10)
    assert scene.announced == 0
    far.latency = steady(130)
    scene.board.measured()
    scene.advance(0)
    assert scene.announced == 1


def test_changes_are_announced_together() -> None:
    scene = ScriptedBoard()
    far = scene.join(steady(100))
    scene.board.note_announced()
    for step in range(11):
        far.latency = steady(30 if step % 2 else 200)
        scene.board.measured()
        scene.advance(0.1)
    assert scene.announced == 0
    scene.advance(ANNOUNCE_INTERVAL_SECONDS)
    assert scene.announced == 1


def test_a_player_who_is_measured_for_the_first_time_is_announced() -> None:
    scene = ScriptedBoard()
    new = scene.join(Latency())
    scene.board.note_announced()
    scene.advance(10)
    new.latency = steady(1)
    scene.board.measured()
    scene.advance(0)
    assert scene.announced == 1


def test_a_closed_board_announces_nothing() -> None:
    scene = ScriptedBoard()
    scene.join(steady(100))
    scene.board.measured()
    scene.board.close()
    scene.advance(10)
    assert scene.announced == 0
