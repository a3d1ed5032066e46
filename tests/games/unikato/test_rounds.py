"""Several rounds: the score sheet, the pause, and the next deal."""

from random import Random
from typing import Any

import msgspec
import pytest

from tests.games.unikato.table import ANN, BEN, CAT, GAME, NOW, at, decide, play, refusal
from ukumbi.core import CLOCK, Instant, Outcome, Tick, codec, fold
from ukumbi.core.shared_rules import Readied, Ready
from ukumbi.games.unikato.events import RoundBegan, RoundEnded, UnikatoOptions
from ukumbi.games.unikato.state import Phase, State

TABLE = "co1w@0,0"
PAUSE = 20_000


def last_tile(rounds: int = 3, **more: Any) -> State:
    """Ann is about to lay her last tile."""
    return at(TABLE, "co2w", "xb3k xp3k", "xb1k", rounds=rounds, **more)


def between(**more: Any) -> State:
    return play(last_tile(**more), "lay co2w@0,1")


def test_a_game_has_one_round_by_default() -> None:
    """R29"""
    assert UnikatoOptions().rounds == 1
    assert play(last_tile(rounds=1), "lay co2w@0,1").phase is Phase.OVER
    assert between().phase is Phase.BETWEEN


@pytest.mark.parametrize("rounds", [0, 11])
def test_a_game_has_one_to_ten_rounds(rounds: int) -> None:
    """R29"""
    with pytest.raises(msgspec.ValidationError):
        codec(GAME).options(b'{"rounds":%d}' % rounds)
    for allowed in (1, 10):
        assert codec(GAME).options(b'{"rounds":%d}' % allowed) == UnikatoOptions(rounds=allowed)


def test_all_rounds_are_played_and_no_more() -> None:
    """R29: three rounds, each ended by the same tile."""
    state = between()
    for number in (1, 2):
        assert (len(state.minus), state.phase) == (number, Phase.BETWEEN)
        state = fold(GAME.evolve, decide(state, Tick(), CLOCK, state.next_at or NOW), state)
        almost = last_tile(minus=state.minus, starter=state.starter)
        state = play(almost, "lay co2w@0,1")
    assert (len(state.minus), state.phase) == (3, Phase.OVER)


@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_next_player_starts_the_next_round(starter: int, following: int) -> None:
    """R31: clockwise, whatever the result."""
    state = between(starter=starter)
    dealt = fold(GAME.evolve, decide(state, Tick(), CLOCK, state.next_at or NOW), state)
    assert (dealt.starter, dealt.turn, dealt.phase) == (following, following, Phase.ACT)


def test_the_next_round_is_a_fresh_deal() -> None:
    """R30, R2, R3: only the score sheet and the options stay."""
    state = between(patience=3)
    dealt = fold(GAME.evolve, decide(state, Tick(), CLOCK, state.next_at or NOW), state)
    assert [len(rack) for rack in dealt.racks] == [10, 10, 10]
    assert (len(dealt.display), len(dealt.layout), len(dealt.bag)) == (3, 1, 47)
    assert (dealt.minus, dealt.rounds) == (((0, 2, 1),), 3)
    assert (dealt.passes, dealt.idle, dealt.ready, dealt.next_at) == (0, 0, (), None)
    assert dealt.patience == state.patience == 3


def test_every_round_ends_by_itself() -> None:
    """R30: the second ends independently of the first."""
    state = between(rounds=2)
    assert state.ending == "last_tile_laid"
    stuck = at(TABLE, "xb3k xp3k", "xb1k", "xp1k", rounds=2, minus=state.minus)
    over = play(stuck, "pass", "pass", "pass")
    assert (over.phase, over.ending, over.minus) == (Phase.OVER, "nobody_gets_on", ((0, 2, 1), (2, 1, 1)))


def test_the_next_round_is_dealt_when_all_are_ready() -> None:
    """R32"""
    state = between()
    assert GAME.may_act(state) == {ANN, BEN, CAT}
    for seat in (CAT, ANN):
        (event,) = decide(state, "ready", seat)
        assert event == Readied(seat)
        state = fold(GAME.evolve, [event], state)
    assert GAME.may_act(state) == {BEN}
    readied, began = decide(state, "ready", BEN)
    assert readied == Readied(BEN)
    assert isinstance(began, RoundBegan)


def test_a_player_says_ready_once() -> None:
    """R32"""
    state = fold(GAME.evolve, decide(between(), "ready", BEN), between())
    assert refusal(state, "ready", BEN) == ("already_ready", {})
    assert list(GAME.legal_moves(state, BEN)) == []
    assert list(GAME.legal_moves(state, ANN)) == [Ready()]


def test_the_next_round_is_dealt_after_twenty_seconds() -> None:
    """R32: exactly then, even if some players are ready."""
    (*_, ended) = decide(last_tile(), "lay co2w@0,1", now=NOW)
    assert isinstance(ended, RoundEnded)
    assert ended.next_at == NOW + PAUSE
    state = fold(GAME.evolve, decide(between(), "ready", BEN), between())
    assert GAME.deadline(state) == NOW + PAUSE
    assert refusal(state, Tick(), CLOCK, Instant(NOW + PAUSE - 1)) == ("no_clock_here", {})
    (began,) = decide(state, Tick(), CLOCK, Instant(NOW + PAUSE))
    assert isinstance(began, RoundBegan)


def test_during_a_round_no_clock_runs() -> None:
    """R32"""
    assert GAME.deadline(last_tile()) is None
    assert refusal(last_tile(), Tick(), CLOCK) == ("no_clock_here", {})
    assert refusal(last_tile(), "lay co2w@0,1", CLOCK) == ("no_clock_here", {})
    assert refusal(between(), Tick(), ANN, Instant(NOW + PAUSE)) == ("no_clock_here", {})


def test_between_rounds_no_tile_can_be_laid() -> None:
    """R32"""
    assert refusal(between(), "lay xb3k@0,2", BEN) == ("not_now", {"phase": "between"})


def test_fewest_minus_points_win() -> None:
    """R33: the sum over all rounds counts, not the last round."""
    over = play(last_tile(minus=((9, 0, 4), (3, 5, 6))), "lay co2w@0,1")
    assert GAME.outcome(over) == Outcome("last_tile_laid", places=(3, 1, 2), points=(-12, -7, -11))


def test_equal_sums_share_the_place() -> None:
    """R33"""
    over = play(last_tile(minus=((7, 5, 9), (0, 0, 0))), "lay co2w@0,1")
    assert GAME.outcome(over) == Outcome("last_tile_laid", places=(1, 1, 3), points=(-7, -7, -10))


def test_all_viewers_see_the_score_sheet() -> None:
    """R28, R29"""
    for viewer in (ANN, BEN, CAT, None):
        view = GAME.view(between(minus=((4, 0, 5),)), viewer)
        assert (view.minus, view.round, view.rounds) == (((4, 0, 5), (0, 2, 1)), 2, 3)


def test_deals_differ() -> None:
    """R2: two rounds of one game do not start alike."""
    state = between()
    deals = {GAME.decide(state, CLOCK, Tick(), state.next_at or NOW, Random(seed))[0] for seed in range(5)}
    assert len(deals) == 5
