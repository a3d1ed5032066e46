"""The figure for a line's round trip: what pings, kernels and silence make of it."""

from random import Random
from statistics import fmean

import pytest

from ukumbi.server.kernel import KernelTrip
from ukumbi.server.roundtrip import KEPT, LATEST, LOST, SILENT, WIDTH, RoundTrip


class Line:
    """A line whose length the test sets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.trip = RoundTrip(lambda: self.now)

    @property
    def usual(self) -> float:
        usual = self.trip.trip.usual
        assert usual is not None
        return usual

    def ping(self, seconds: float | None) -> None:
        """One ping and its answer after so long; None: never."""
        payload = self.trip.ask()
        if seconds is not None:
            self.now += seconds
            assert self.trip.answered(payload)
        self.now += 1.0


def test_the_middle_of_all_that_is_kept_counts() -> None:
    line = Line()
    assert line.trip.trip.usual is None
    for seconds in (0.3, 0.1, 0.2):
        line.ping(seconds)
    assert line.usual == pytest.approx(0.2)
    for _ in range(KEPT):
        line.ping(0.05)
    line.ping(1.4)
    assert line.usual == pytest.approx(0.05, rel=2 * WIDTH / KEPT)


def test_a_line_that_has_become_shorter_is_noticed_within_seconds() -> None:
    line = Line()
    for _ in range(KEPT):
        line.ping(0.25)
    for _ in range(LATEST // 2 + 1):
        line.ping(0.01)
    assert line.usual < 0.03
    assert line.trip.trip.shortest == pytest.approx(0.01)


def test_a_long_tail_counts_a_little() -> None:
    """More than the median of it, and far less than the mean."""
    line = Line()
    for seconds in (0.25, 0.25, 0.25, 0.26, 0.26, 0.27, 0.30, 0.35, 0.95):
        line.ping(seconds)
    assert 0.26 < line.usual < 0.28


JITTER = 0.014
"""Seconds each way, on the average, as a rough line of 250 ms has it."""


def test_what_varies_like_jitter_is_jitter() -> None:
    rng, line = Random(1), Line()
    spreads = []
    for number in range(600):
        line.ping(0.25 + rng.expovariate(1 / JITTER) + rng.expovariate(1 / JITTER))
        if number >= KEPT:
            spreads.append(line.trip.trip.spread)
    assert fmean(spreads) == pytest.approx(2 * JITTER, abs=0.004)


@pytest.mark.parametrize("quick", [0, 1, KEPT // 5])
def test_what_is_held_back_is_no_jitter(quick: int) -> None:
    """Nor does it become so when a few pings are answered at once."""
    rng, line = Random(2), Line()
    for number in range(KEPT):
        held = 0.0 if number % 5 == 0 and number < 5 * quick else 0.2
        line.ping(0.01 + held + rng.expovariate(1000))
    assert line.trip.trip.spread < 0.003


def test_an_answer_counts_once() -> None:
    line = Line()
    payload = line.trip.ask()
    assert line.trip.answered(payload)
    assert not line.trip.answered(payload)
    assert not line.trip.answered(b"12345678")


def test_no_two_pings_are_alike() -> None:
    trip = RoundTrip()
    assert len({trip.ask() for _ in range(100)}) == 100


def test_one_lost_answer_costs_nothing_and_silence_gains_nothing() -> None:
    line = Line()
    for _ in range(KEPT):
        line.ping(0.25)
    line.ping(None)
    for _ in range(int(LOST) + 2):
        line.ping(0.25)
    assert line.usual == pytest.approx(0.25, rel=2 * WIDTH / LATEST)
    assert line.trip.trip.shortest == pytest.approx(0.25)
    for _ in range(int(LOST) + LATEST):
        line.ping(None)
    assert line.usual < 0.003


def test_a_line_is_silent_when_a_ping_stays_without_an_answer() -> None:
    line = Line()
    line.ping(0.25)
    assert not line.trip.trip.silent
    payload = line.trip.ask()
    line.now += SILENT - 0.1
    assert not line.trip.trip.silent
    line.now += 0.2
    assert line.trip.trip.silent
    assert line.trip.answered(payload)
    assert not line.trip.trip.silent


def test_who_answers_a_later_ping_is_not_silent() -> None:
    line = Line()
    line.trip.ask()
    line.now += 0.5
    later = line.trip.ask()
    line.now += 2.0
    assert line.trip.answered(later)
    assert not line.trip.trip.silent


def test_no_more_is_believed_than_the_kernel_says() -> None:
    line = Line()
    line.ping(0.25)
    for most in (0.01, None, 0.04):
        line.trip.told(None if most is None else KernelTrip(most, 0.008))
        assert (line.usual, line.trip.trip.shortest) == (0.01, 0.008)
    for _ in range(LATEST):
        line.trip.told(KernelTrip(0.3, 0.24))
    assert line.usual == pytest.approx(0.25)


def test_what_lay_unread_is_not_part_of_the_way() -> None:
    line = Line()
    payload = line.trip.ask()
    line.now += 0.35
    assert line.trip.answered(payload, waited=0.1)
    assert line.usual == pytest.approx(0.25)
