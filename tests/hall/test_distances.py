"""How far away a person is: by all their lines and some minutes, and no farther for a trick."""

import pytest

from tests.kit.halls import Recorder
from tests.kit.loop import in_a_loop
from tests.kit.scripted import ScriptedClock
from ukumbi.core import Seat
from ukumbi.hall.fair.distances import ANEW, GRACE, OLD, ROOM, WINDOW, Distances, Reading, Trip
from ukumbi.hall.fair.order import CAP
from ukumbi.hall.fair.quota import FREE, FREE_SHARE, QUOTA, Quotas

MS = 1_000_000
SEAT = Seat(0)


class Line(Recorder):
    """A line that varies, or does not answer."""

    def __init__(self, lag: float | None, **known: object) -> None:
        super().__init__("ada", lag)
        self.known_trip = Trip(lag, **{"shortest": lag, **known})  # type: ignore[arg-type]

    @property
    def trip(self) -> Trip:
        return self.known_trip


class Home:
    """One person's lines, at a time that the test sets."""

    def __init__(self, *lines: Line) -> None:
        self.clock = ScriptedClock()
        self.lines: list[Line] = []
        self.distances = Distances(self.clock, lambda _: self.lines)
        for line in lines:
            self.open(line)

    def open(self, line: Line) -> None:
        self.lines.append(line)
        self.distances.note(line)

    def close(self, line: Line) -> None:
        self.lines.remove(line)
        self.distances.closed(line)

    def reading(self) -> Reading:
        reading = self.distances.of("ada")
        assert reading is not None
        return reading


@in_a_loop
async def test_of_two_lines_the_nearer_counts() -> None:
    home = Home(Line(0.25), Line(0.01))
    assert home.reading().usual == 0.01


@in_a_loop
async def test_a_far_line_does_not_help_until_the_near_one_is_minutes_ago() -> None:
    near, far = Line(0.01), Line(0.25)
    home = Home(near)
    home.close(near)
    home.open(far)
    assert home.reading() == Reading(0.25, 0.01, 0.01)
    home.clock.ms = WINDOW * 1000
    assert home.reading().shortest == 0.01
    home.clock.ms += 1
    assert home.reading() == Reading(0.25, 0.25, 0.25)


@in_a_loop
async def test_of_all_lines_of_late_the_shortest_counts_whichever_came_first() -> None:
    home = Home(Line(0.25))
    for lag in (0.1, 0.01, 0.05):
        other = Line(lag)
        home.open(other)
        home.close(other)
    assert home.reading().shortest == 0.01


@in_a_loop
async def test_a_line_that_was_measured_too_long_is_as_short_as_its_kernel_knows() -> None:
    """The handshake tells before any ping is answered."""
    home = Home(Line(None, shortest=0.01), Line(0.25))
    assert home.reading().usual == 0.01


@in_a_loop
async def test_what_varies_is_believed_as_far_as_it_varies() -> None:
    home = Home(Line(0.278, shortest=0.25, spread=0.027, settled=True))
    assert home.reading().usual == 0.278
    home = Home(Line(0.278, shortest=0.25, spread=0.008, settled=True))
    assert home.reading().usual == pytest.approx(0.25 + 0.008 + GRACE)


@in_a_loop
async def test_what_lies_far_above_the_shortest_does_not_vary_around_it() -> None:
    """One honest answer and many that are held back would give the first one's luck, and some more."""
    home = Home(Line(0.278, shortest=0.25, spread=0.005, settled=True))
    assert home.reading().usual == 0.25


@in_a_loop
async def test_a_restless_line_beside_a_calm_one_gains_nothing() -> None:
    calm, restless = Line(0.01, settled=True), Line(0.2, shortest=0.1, spread=0.1, settled=True)
    assert Home(restless, calm).reading().usual == 0.01


@in_a_loop
async def test_of_two_lines_as_long_the_calmer_tells_how_much_can_be_believed() -> None:
    calm, restless = (Line(0.112, shortest=0.1, spread=spread, settled=True) for spread in (0.003, 0.03))
    for lines in ((calm, restless), (restless, calm)):
        assert Home(*lines).reading().usual == pytest.approx(0.1 + 0.003 + GRACE)


@in_a_loop
async def test_a_line_that_has_just_been_opened_does_not_make_the_others_calm() -> None:
    fresh, restless = Line(0.25), Line(0.278, shortest=0.25, spread=0.028, settled=True)
    assert Home(restless, fresh).reading().usual == 0.25
    assert Home(restless, Line(0.3, spread=0.0)).reading().usual == 0.278


@in_a_loop
async def test_who_comes_back_is_as_far_away_as_before() -> None:
    """Until the new line is measured; but not if that was long ago, or if the new line does not answer."""
    before, back = Line(0.25), Line(None)
    home = Home(before)
    home.close(before)
    assert home.distances.of("ada") is None  # nobody is there
    home.open(back)
    assert home.reading().usual == 0.25
    back.known_trip = Trip(None, silent=True)
    assert home.reading().usual == 0
    back.known_trip = Trip(0.02, 0.02)
    assert home.reading().usual == 0.02
    back.known_trip = Trip(None)
    home.clock.ms = WINDOW * 1000 + 1
    assert home.distances.of("ada") is None


@in_a_loop
async def test_a_line_that_listens_and_never_answers_is_as_near_as_can_be() -> None:
    home = Home(Line(0.25), Line(None, silent=True))
    assert home.reading() == Reading(0.25, 0.0, 0.0)


@in_a_loop
async def test_a_line_that_died_does_not_count_against_the_one_that_follows_it() -> None:
    home = Home(Line(0.25, silent=True), Line(0.25))
    assert home.reading().usual == 0.25


@in_a_loop
async def test_who_is_long_gone_is_forgotten() -> None:
    gone = Line(0.25)
    home = Home(gone)
    home.close(gone)
    home.clock.ms = WINDOW * 1000 + 1
    other = Recorder("ben", 0.01)
    home.distances.closed(other)
    assert set(home.distances._past) == {"ben"}


# what a game grants in sum


def allowances(reading: Reading, moves: int) -> list[int]:
    """In milliseconds, of so many moves in one game."""
    quotas, granted = Quotas(), []
    for _ in range(moves):
        grant = quotas.grant(SEAT, reading)
        quotas.spend(SEAT, grant.beyond)
        granted.append(round(grant.allowance / MS))
    return granted


@pytest.mark.parametrize(("lag", "varies"), [(0.01, 0.009), (0.06, 0.013), (0.12, 0.018), (0.25, 0.028)])
def test_lines_that_are_long_or_rough_cost_nothing(lag: float, varies: float) -> None:
    """Also after a thousand moves: these vary as the bench's rough lines do."""
    whole = round(1000 * (lag + varies))
    assert set(allowances(Reading(lag + varies, lag, lag + varies), 1000)) == {whole}


def test_what_is_claimed_beyond_that_runs_dry() -> None:
    granted = allowances(Reading(0.21, 0.01, 0.21), 1000)
    free = round((FREE + FREE_SHARE * 10 * MS) / MS)
    assert granted[0] == 210
    assert set(granted[20:]) == {10 + free}
    assert sum(each - 10 - free for each in granted) == pytest.approx(QUOTA / MS, abs=20)


def test_every_game_has_a_quota_of_its_own_and_every_seat() -> None:
    quotas, reading = Quotas(), Reading(0.21, 0.01, 0.21)
    quotas.spend(SEAT, QUOTA)
    assert quotas.grant(SEAT, reading).beyond == 0
    assert quotas.grant(Seat(1), reading).beyond > 0


def test_nobody_is_granted_more_than_the_cap() -> None:
    for lag in (0.3, 0.301, 7.0):
        assert Quotas().grant(SEAT, Reading(lag, lag, lag)).allowance == CAP
    assert Quotas().grant(SEAT, Reading(0.0, 0.0, 0.0)) == (0, 0)


def told_home(**known: object) -> tuple[Home, Line]:
    """Somebody behind a proxy that tells how far away they are, who has been asked to let it."""
    line = Line(0.2, anew=True, **known)
    home = Home(line)
    assert home.distances.wants_request(line)
    return home, line


@in_a_loop
async def test_a_proxy_is_asked_anew_now_and_then() -> None:
    home, line = told_home()
    assert not home.distances.wants_request(line)
    home.clock.ms += ANEW * 1000 + 1
    assert home.distances.wants_request(line)
    home.clock.ms += ANEW * 1000
    home.distances.stated("ada", 0.2)
    home.clock.ms += ANEW * 1000
    assert not home.distances.wants_request(line)
    home.clock.ms += 1
    assert home.distances.wants_request(line)


@in_a_loop
async def test_a_line_that_is_dead_is_not_asked_in_place_of_another() -> None:
    home, dead = told_home()
    home.distances.stated("ada", 0.2)
    home.clock.ms += ANEW * 1000 + 1
    assert home.distances.wants_request(dead)
    fresh = Line(0.2, anew=True)
    home.open(fresh)
    assert home.distances.wants_request(fresh), "though the other was asked just now"
    dead.known_trip = Trip(0.2, 0.2, silent=True, anew=True)
    home.clock.ms += ANEW * 1000 + 1
    assert not home.distances.wants_request(dead)


@in_a_loop
async def test_nobody_is_asked_of_whom_no_proxy_tells() -> None:
    line = Line(0.2)
    home = Home(line)
    assert not home.distances.wants_request(line)
    home.distances.stated("ada", 0.01)  # by themselves, perhaps
    assert not home.distances.wants_request(line)
    assert home.reading() == Reading(0.2, 0.2, 0.2)


@in_a_loop
async def test_what_a_proxy_tells_bounds_what_pings_seem_to_take() -> None:
    home, _ = told_home(shortest=0.15, spread=0.05, settled=True)
    home.distances.stated("ada", 0.17)
    assert home.reading() == Reading(0.2, 0.15, 0.17 + ROOM)
    home.distances.stated("ada", 0.01)
    assert home.reading() == Reading(0.2, 0.01, 0.01), "so far above the shortest it is no jitter"


@in_a_loop
async def test_who_keeps_a_proxy_from_measuring_is_as_near_as_can_be() -> None:
    home, line = told_home()
    assert home.reading() == Reading(0.2, 0.0, 0.0)
    home.distances.stated("ada", 0.2)
    assert home.reading() == Reading(0.2, 0.2, 0.2)
    home.clock.ms += ANEW * 1000 + 1
    assert home.distances.wants_request(line)
    home.clock.ms += OLD * 1000
    assert home.reading() == Reading(0.2, 0.2, 0.2)
    home.clock.ms += 1
    assert home.reading() == Reading(0.2, 0.0, 0.0)
    home.distances.stated("ada", 0.2)
    assert home.reading() == Reading(0.2, 0.2, 0.2)


@in_a_loop
async def test_who_comes_back_after_a_minute_is_granted_what_they_had() -> None:
    home, line = told_home()
    home.distances.stated("ada", 0.2)
    home.close(line)
    home.clock.ms += 60_000
    again = Line(None, anew=True, shortest=None)
    home.open(again)
    assert home.reading() == Reading(0.2, 0.2, 0.2)
    assert home.distances.wants_request(again)
    assert home.reading() == Reading(0.2, 0.2, 0.2), "also while it is asked for"


@in_a_loop
async def test_of_those_who_have_no_line_nothing_is_kept() -> None:
    home = Home()
    for number in range(1000):
        home.distances.stated(f"caller {number}", 0.1)
    assert not home.distances._past
