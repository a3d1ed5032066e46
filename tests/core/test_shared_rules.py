"""Rules that several games share."""

import pytest

from ukumbi.core import CLOCK, Illegal, Instant, Seat, Tick
from ukumbi.core.shared_rules import Readied, Ready, check_tick, not_ready, places, say_ready

ANN, BEN, CLEO = map(Seat, range(3))


def test_equal_results_share_a_place() -> None:
    assert places([3, 7, 3, 1]) == (2, 1, 2, 4)
    assert places([(3, 0), (3, 1)]) == (2, 1)


def test_play_goes_on_when_the_last_seat_is_ready() -> None:
    assert not_ready(3, [CLEO]) == {ANN, BEN}
    assert say_ready(3, [CLEO], ANN, lambda: ["next"]) == [Readied(ANN)]
    assert say_ready(3, [ANN, CLEO], BEN, lambda: ["next"]) == [Readied(BEN), "next"]


def test_the_next_event_is_drawn_only_when_all_are_ready() -> None:
    def draw() -> list[str]:
        raise AssertionError("somebody is still waited for")

    assert say_ready(2, [], ANN, draw) == [Readied(ANN)]


def test_a_seat_says_ready_once() -> None:
    with pytest.raises(Illegal, match="said already"):
        say_ready(3, [ANN], ANN, list)


def test_readied_prints_as_a_sentence() -> None:
    assert f"{Ready()}: {Readied(BEN)}" == "ready: seat 1 is ready"


@pytest.mark.parametrize(
    ("actor", "move", "now", "deadline"),
    [(ANN, Tick(), 9, 5), (CLOCK, Ready(), 9, 5), (CLOCK, Tick(), 4, 5), (CLOCK, Tick(), 9, None)],
)
def test_only_the_clock_ticks_and_not_too_early(
    actor: Seat, move: object, now: int, deadline: int | None
) -> None:
    check_tick(CLOCK, Tick(), Instant(5), Instant(5))
    with pytest.raises(Illegal, match="the clock has nothing to do now"):
        check_tick(actor, move, Instant(now), None if deadline is None else Instant(deadline))
