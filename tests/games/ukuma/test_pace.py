"""How long bots take: a person's time, less at higher levels, more for harder moves."""

from random import Random
from statistics import fmean, median

import pytest
from msgspec.structs import replace

from tests.games.ukuma.positions import ANN, BEN, CLIMBED, GAME, lying
from ukumbi.bots.simulated import play_out
from ukumbi.core import Seat, codec
from ukumbi.games.ukuma.bot import ADULT, BOTS, CHILD, MASTER, QUICK
from ukumbi.games.ukuma.events import Laid, Signalled, UkumaOptions
from ukumbi.games.ukuma.pace import Pace, seconds
from ukumbi.games.ukuma.state import Phase, State

PACES = [CHILD, ADULT, QUICK]


def mean(pace: Pace, state: State, move: str, seat: Seat = ANN, tries: int = 400) -> float:
    """The mean seconds for this move."""
    view, meant = GAME.view(state, seat), GAME.parse_move(move)
    return fmean(seconds(pace, view, seat, meant, Random(seed)) for seed in range(tries))


@pytest.mark.parametrize("move", ["lay nlob@f6", "lay rroo@g4", "discard"])
def test_levels_are_in_order(move: str) -> None:
    state = lying(*CLIMBED, ann="rroo nlob rrbb")
    child, adult, quick = (mean(pace, state, move) for pace in PACES)
    assert child > 1.8 * adult
    assert adult > 1.6 * quick
    assert mean(MASTER, state, move) == pytest.approx(quick, rel=0.05)


def test_a_new_hand_takes_longer_than_the_second_card_of_one() -> None:
    new, second = lying(*CLIMBED, ann="nlob rrbb ppbb"), lying(*CLIMBED, ann="nlob rrbb")
    assert mean(ADULT, new, "lay nlob@f6") > mean(ADULT, second, "lay nlob@f6") + 0.5


def test_the_last_card_of_the_hand_is_found_last() -> None:
    first, last = lying(*CLIMBED, ann="nlob rrbb ppbb"), lying(*CLIMBED, ann="rrbb ppbb nlob")
    assert mean(ADULT, last, "lay nlob@f6") > mean(ADULT, first, "lay nlob@f6") + 0.5


def test_a_card_that_looks_the_same_both_ways_is_judged_sooner() -> None:
    """R3"""
    same, other = lying(*CLIMBED, ann="rrbb nlob"), lying(*CLIMBED, ann="rrbo nlob")
    assert mean(ADULT, same, "lay nlob@f6") < mean(ADULT, other, "lay nlob@f6") - 0.1


def test_turning_a_card_takes_time_on_both_sides_of_the_table() -> None:
    """R5, R15: both hold their cards upright."""
    upright, turned = "lay lroo@g4", "lay rloo@g4"
    state = lying(*CLIMBED, ann="lroo", ben="lroo")
    assert mean(ADULT, state, turned) > mean(ADULT, state, upright) + 0.2
    assert mean(ADULT, state, turned, BEN) < mean(ADULT, state, upright, BEN) - 0.2


def test_a_wrong_card_costs_extra_time() -> None:
    state = lying(*CLIMBED, ann="nlob rrbb")
    never, always = (replace(CHILD, fumbles=chance) for chance in (0.0, 1.0))
    assert mean(always, state, "lay nlob@f6") > mean(never, state, "lay nlob@f6") + 1


def test_times_spread_like_those_of_people() -> None:
    """Lognormal: never zero, sometimes long, half of them below the median."""
    state = lying(*CLIMBED, ann="nlob rrbb")
    view, move = GAME.view(state, ANN), GAME.parse_move("lay nlob@f6")
    steady = replace(ADULT, scatter=0.0, fumbles=0.0)
    times = [seconds(replace(steady, scatter=0.25), view, ANN, move, Random(seed)) for seed in range(2000)]
    assert median(times) == pytest.approx(seconds(steady, view, ANN, move, Random(0)), rel=0.03)
    assert fmean(times) > median(times)
    assert min(times) > 0.5


@pytest.mark.parametrize("level", list(BOTS))
def test_getting_ready_takes_time(level: str) -> None:
    """R9, R12, R37: White soon, Black after a look through the deck, both later after a game."""
    opened = GAME.evolve(None, GAME.setup(2, UkumaOptions(white="first"), 0, Random(1))[0])  # type: ignore[arg-type]
    start = GAME.format_move(next(iter(GAME.legal_moves(opened, BEN))))
    tempo = BOTS[level].tempo
    assert 0.8 < mean(tempo, opened, "ready") < 1.3
    assert 2 < mean(tempo, opened, start, BEN) < 5
    assert 2 < mean(tempo, replace(opened, phase=Phase.BETWEEN), "ready") < 4


def test_two_adults_take_about_a_minute() -> None:
    """As the booklet says: fifteen to twenty cards, one from each player in about six seconds."""
    spent, laid = 0.0, 0
    for seed in range(40):
        log = play_out(GAME, (BOTS["5"], BOTS["5"]), UkumaOptions(), Random(seed))
        events = [(record.at, codec(GAME).event(record.event)) for record in log.records]
        spent += (events[-1][0] - next(at for at, event in events if isinstance(event, Signalled))) / 1000
        laid += sum(isinstance(event, Laid) for _, event in events)
    assert 5 < spent / (laid / 2) < 7
