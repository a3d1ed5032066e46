"""Games in simulated time: the quicker bot moves first."""

from collections import Counter
from math import comb, sqrt
from random import Random
from typing import Any

import msgspec
import pytest

from tests.kit import berries, pounce
from tests.kit.berries.bots import Cheat, Dreamer, Steady
from tests.kit.berries.rules import Berries, BerriesOptions
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Lay, PounceOptions, State
from tests.kit.pounce.view import PounceView
from ukumbi import library
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import CLOCK, Actor, Illegal, Instant, Log, Refused, Registry, Seat, Tick
from ukumbi.core.log import CLOCK_ACTOR
from ukumbi.tools import arena

BERRIES, POUNCE = Berries(), Pounce()
PICKERS, POUNCERS = berries.GAMES[0].bots, pounce.GAMES[0].bots


def pick(*bots: AnyBot, number: int = 1000, seed: int = 1) -> Log:
    return play_out(BERRIES, bots, BerriesOptions(number), Random(seed))


def times(log: Log, seat: int) -> list[int]:
    return [record.at for record in log.records if record.actor == seat]


# races


@pytest.mark.parametrize("quick", [0, 1])
def test_races_are_won_in_proportion_to_speed(quick: int) -> None:
    bots = [PICKERS["slow"], PICKERS["slow"]]
    bots[quick] = PICKERS["quick"]
    won = len(times(pick(*bots), quick))
    assert abs(won - 750) < 4 * sqrt(1000 * 0.75 * 0.25)


def test_the_arena_finds_the_quicker_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot three times as quick gets three berries in four, which gives its score over twelve."""
    for module in (arena, library):
        monkeypatch.setattr(module, "REGISTRY", Registry(berries.GAMES))
    tournament = arena.Tournament("berries", ("quick", "slow"), games=300, seats=2)
    played = [arena.play_match("berries", pairing) for pairing in tournament.pairings()]
    (duel,) = arena.duels(tournament.bots, played)
    chances = [comb(12, won) * 0.75**won * 0.25 ** (12 - won) for won in range(13)]
    assert abs(duel.score - (sum(chances[7:]) + chances[6] / 2)) < 4 * duel.error


def test_equally_quick_bots_win_equally_often() -> None:
    won = Counter(record.actor for record in pick(Steady(0.05), Steady(0.05)).records[1:])
    assert min(won[0], won[1]) > 400


def test_the_same_seed_gives_the_same_game() -> None:
    logs = [
        msgspec.json.encode(pick(PICKERS["quick"], PICKERS["slow"], number=40, seed=s)) for s in (3, 3, 4)
    ]
    assert logs[0] == logs[1] != logs[2]


# plans


def test_a_plan_stands_whatever_happens_meanwhile() -> None:
    """Fast moves elsewhere cannot keep a slow player from moving."""
    log = pick(PICKERS["calm"], PICKERS["busy"])
    calm = times(log, 0)
    assert calm == [1000 * count for count in range(1, len(calm) + 1)]
    assert len(times(log, 1)) == 1000 - len(calm) > 900
    assert len(calm) > 40


def test_a_plan_that_became_impossible_is_dropped_at_once() -> None:
    """The dreamer would take an hour for the first berry, and takes 30 ms for each other."""
    log = pick(Dreamer(0.03), Steady(0.05), number=4)
    assert [(record.at, record.actor) for record in log.records[1:]] == [(50, 1), (80, 0), (110, 0), (140, 0)]


def test_an_illegal_move_is_the_bots_fault_whatever_happens_meanwhile() -> None:
    with pytest.raises(Refused, match="no_such_berry"):
        pick(Cheat(10.0), PICKERS["busy"])


# the clock


class Late:
    """Takes longer than any beat, and notes the beats it was asked in."""

    pace = 0.0

    def __init__(self) -> None:
        self.beats: list[int] = []

    def choose(self, game: Any, view: PounceView, seat: Seat, rng: Random) -> Lay:
        self.beats.append(view.beats)
        return Lay(view.hand[-1])

    def takes(self, view: PounceView, seat: Seat, move: Lay, rng: Random) -> float:
        return 10 * view.options.beat_ms / 1000


def test_the_clock_acts_before_a_plan_that_is_due_later() -> None:
    log = play_out(POUNCE, [Late(), Late()], PounceOptions(rounds=3, beat_ms=2000), Random(1))
    assert {record.actor for record in log.records[2:]} == {CLOCK_ACTOR}
    assert sorted({record.at for record in log.records}) == [0, 2000, 4000, 6000]


class Strict(Pounce):
    """Pounce that refuses a late card even before the tick."""

    def decide(self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random) -> Any:
        if actor is not CLOCK and state.until is not None and now >= state.until:
            raise Illegal("too_late")
        return super().decide(state, actor, move, now, rng)


def test_being_slower_than_the_clock_is_no_fault() -> None:
    log = play_out(Strict(), [Late(), POUNCERS["highest"]], PounceOptions(rounds=3), Random(1))
    assert {record.actor for record in log.records[2:]} == {1, CLOCK_ACTOR}


def test_a_bot_that_may_not_move_drops_its_plan_and_is_asked_again() -> None:
    late = Late()
    options = PounceOptions(rounds=4, beat_ms=2000, pause_ms=500)
    play_out(POUNCE, [late, POUNCERS["highest"]], options, Random(1))
    assert late.beats == [1, 2, 3, 4]


def test_time_passes_even_if_bots_take_none() -> None:
    log = play_out(POUNCE, [POUNCERS["highest"], POUNCERS["random"]], PounceOptions(rounds=5), Random(1))
    assert [record.at for record in log.records] == sorted(record.at for record in log.records)
    assert log.records[-1].at == 5


def test_a_bot_that_is_sometimes_late_sometimes_moves() -> None:
    players = [POUNCERS["ponder"], POUNCERS["ponder"], POUNCERS["highest"]]
    log = play_out(POUNCE, players, PounceOptions(rounds=200), Random(1))
    assert {record.actor for record in log.records[2:]} == {0, 1, 2, CLOCK_ACTOR}
