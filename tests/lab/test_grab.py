"""Grab, the lab's own game: the first one has it."""

from random import Random

import pytest

from ukumbi.core import CLOCK, Actor, Illegal, Instant, Seat, Tick, Unreadable
from ukumbi.lab.bench.grab import Contest, Grab, GrabGame, GrabOptions

GAME = GrabGame()
OPTIONS = GrabOptions(moments=2)
NOW = Instant(1000)
ONE, OTHER = Seat(0), Seat(1)


def after(contest: Contest, actor: Actor, move: Grab | Tick, now: Instant | None = None) -> Contest:
    now = now if now is not None else contest.until or NOW
    for event in GAME.decide(contest, actor, move, now, Random(1)):
        contest = GAME.evolve(contest, event)
    return contest


@pytest.fixture
def begun() -> Contest:
    (event,) = GAME.setup(2, OPTIONS, NOW, Random(1))
    return GAME.evolve(None, event)


@pytest.fixture
def shown(begun: Contest) -> Contest:
    return after(begun, CLOCK, Tick())


def refusal(contest: Contest, actor: Actor, move: Grab | Tick, now: Instant = NOW) -> str:
    with pytest.raises(Illegal) as refused:
        GAME.decide(contest, actor, move, now, Random(1))
    return refused.value.code


def test_the_signal_comes_after_a_pause_of_random_length(begun: Contest) -> None:
    pauses = set()
    for seed in range(200):
        (event,) = GAME.setup(2, OPTIONS, NOW, Random(seed))
        contest = GAME.evolve(None, event)
        assert contest.until is not None
        pauses.add(contest.until - NOW - OPTIONS.lead_ms)
    assert OPTIONS.pause_ms <= min(pauses) < max(pauses) <= 3 * OPTIONS.pause_ms
    assert len(pauses) > 50
    assert not begun.shown


def test_nothing_can_be_grabbed_before_the_signal(begun: Contest) -> None:
    assert GAME.may_act(begun) == frozenset()
    assert refusal(begun, ONE, Grab(1)) == "nothing_there"
    assert refusal(begun, ONE, Grab(0)) == "nothing_there"


@pytest.mark.parametrize("seat", [ONE, OTHER])
def test_the_first_one_has_the_point_and_the_other_is_told(shown: Contest, seat: Seat) -> None:
    assert GAME.may_act(shown) == {ONE, OTHER}
    gone = after(shown, seat, Grab(1))
    assert (gone.winner, gone.points[seat], sum(gone.points)) == (seat, 1, 1)
    assert refusal(gone, Seat(1 - seat), Grab(1)) == "already_gone"
    assert refusal(after(gone, CLOCK, Tick()), Seat(1 - seat), Grab(1)) == "already_gone"


def test_what_nobody_wants_is_taken_away(shown: Contest) -> None:
    gone = after(shown, CLOCK, Tick())
    assert (gone.winner, gone.points, gone.shown) == (None, (0, 0), False)


def test_the_last_moment_ends_it(shown: Contest) -> None:
    again = after(after(shown, OTHER, Grab(1)), CLOCK, Tick())
    over = after(again, OTHER, Grab(2))
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.places, outcome.points) == ((2, 1), (0, 2))
    assert GAME.deadline(over) is None
    assert refusal(over, ONE, Grab(2)) == "already_gone"


def test_only_the_clock_ticks_and_only_when_it_is_time(begun: Contest) -> None:
    late = GAME.deadline(begun)
    assert late is not None
    assert refusal(begun, ONE, Tick(), late) == "no_clock_here"
    assert refusal(begun, CLOCK, Grab(1), late) == "no_clock_here"
    assert refusal(begun, CLOCK, Tick(), NOW) == "no_clock_here"
    assert GAME.decide(begun, CLOCK, Tick(), late, Random(1))


@pytest.mark.parametrize(
    "text", ["", "grab", "grab x", "grab 01", "grab -1", "grab 1 ", "grab ²", "grab " + "9" * 30]
)
def test_other_words_are_no_grab(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.parse_move(text)
