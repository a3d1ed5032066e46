"""How a round ends, and who wins."""

from random import Random

import msgspec
import pytest

from tests.games.unikato.table import ANN, BEN, CAT, GAME, NOW, at, decide, options, play, refusal
from ukumbi.core import CLOCK, Actor, Outcome, Tick, fold
from ukumbi.games.unikato.events import RoundEnded, UnikatoOptions
from ukumbi.games.unikato.moves import Draw
from ukumbi.games.unikato.state import Phase, State

TABLE = "co1w@0,0"
STUCK = "xb3k xp3k"
"""Fits nothing on that table."""


def test_laying_the_last_tile_wins_at_once() -> None:
    """R24: without drawing, although there are tiles to draw."""
    state = at(TABLE, "co2w", STUCK, display="so1k so2k so3k", bag="cp1g")
    after = play(state, "lay co2w@0,1")
    assert (after.phase, after.racks[ANN]) == (Phase.OVER, ())
    assert GAME.outcome(after) == Outcome("last_tile_laid", places=(1, 2), points=(0, -2))


def test_a_last_tile_wins_before_its_second_action() -> None:
    """R24, R12"""
    after = play(at("co1w@0,0 co2w@1,0 so2w@1,1", "so1w", STUCK, bag="cp1g"), "lay so1w@0,1")
    assert after.phase is Phase.OVER


def test_the_second_action_can_win_too() -> None:
    """R24, R14"""
    state = at("co1w@0,0 co2w@1,0 so2w@1,1", "so1w co3w", STUCK, bag="cp1g")
    after = play(state, "lay so1w@0,1", "lay co3w@2,0")
    assert (after.phase, after.ending) == (Phase.OVER, "last_tile_laid")


def test_only_players_without_another_move_may_pass() -> None:
    """R25: laying or swapping would be possible."""
    assert refusal(at(TABLE, "co2w xb1k", STUCK), "pass") == ("cannot_pass", {})
    assert refusal(at(TABLE, STUCK, "cb1w", display="so1k"), "pass") == ("cannot_pass", {})
    assert refusal(at(TABLE, STUCK, "cb1w", bag="cp1g"), "pass") == ("cannot_pass", {})


def test_a_player_without_another_move_must_pass() -> None:
    """R25"""
    state = at(TABLE, STUCK, "co2w xb1k")
    assert options(state) == ["pass"]
    after = play(state, "pass")
    assert (after.turn, after.phase, after.passes) == (BEN, Phase.ACT, 1)


def test_the_round_ends_when_all_have_passed_in_a_row() -> None:
    """R26, R33: fewest tiles win."""
    state = at(TABLE, STUCK, "xb1k", "xp1k xp2k xb2k")
    state = play(state, "pass", "pass")
    assert GAME.outcome(state) is None
    state = play(state, "pass")
    assert GAME.outcome(state) == Outcome("nobody_gets_on", places=(2, 1, 3), points=(-2, -1, -3))


def test_laying_a_tile_restarts_the_count_of_passes() -> None:
    """R26"""
    state = play(at(TABLE, STUCK, "co2w xb1k", "xp1k"), "pass", "lay co2w@0,1", "pass", "pass")
    assert (state.phase, state.passes) == (Phase.ACT, 2)
    assert play(state, "pass").phase is Phase.OVER


def test_equal_racks_share_the_place() -> None:
    """R33"""
    state = play(at(TABLE, STUCK, "xb1k xp1k", "xp2k xb2k xb2g"), "pass", "pass", "pass")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places == (1, 1, 3)


def swap_to_and_fro(state: State, times: int) -> State:
    for _ in range(times):
        give = next(text for text in options(state) if text.startswith("swap"))
        state = play(state, give)
    return state


TENS = (
    "xb3k xp3k xb2k xp2k xb1k xp1k xb3g xp3g xb2g xp2g",
    "sb3k sp3k sb2k sp2k sb1k sp1k sb3g sp3g sb2g sp2g",
    "cb3k cp3k cb2k cp2k cb3g cp3g cb2g cp2g cp3w cb3w",
)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("patience", [3, 5, 10, 20])
def test_endless_swapping_ends_the_round(seats: int, patience: int) -> None:
    """R27, R33: after this many times around the table, with an ending of its own."""
    state = at(TABLE, *TENS[:seats], display="xo2g", patience=patience)
    state = swap_to_and_fro(state, patience * seats - 1)
    assert state.phase is Phase.ACT
    state = swap_to_and_fro(state, 1)
    assert GAME.outcome(state) == Outcome("nobody_lays", places=(1,) * seats, points=(-10,) * seats)


def test_the_limit_of_swaps_is_ten_by_default() -> None:
    """R27"""
    assert UnikatoOptions().patience == 10
    for settled in (10, 3, "never"):
        options = msgspec.convert({"patience": settled}, UnikatoOptions)
        (began,) = GAME.setup(2, options, NOW, Random(1))
        assert fold(GAME.evolve, [began]).patience == settled
    for wrong in (0, 1, 11, None, "always"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"patience": wrong}, UnikatoOptions)


def test_with_the_option_swapping_never_ends_it() -> None:
    """R27: swapping may go on for ever; a last tile or passing still ends the round."""
    state = at(TABLE, "co2w " + TENS[0][:-5], TENS[1], display="xo2g", patience="never")
    state = swap_to_and_fro(state, 500)
    assert (state.phase, state.idle) == (Phase.ACT, 500)
    last = at(TABLE, "co2w", TENS[1], patience="never", idle=500)
    assert play(last, "lay co2w@0,1").ending == "last_tile_laid"
    assert play(at(TABLE, STUCK, "xb1k", patience="never"), "pass", "pass").ending == "nobody_gets_on"


def test_laying_a_tile_restarts_the_count_of_swaps() -> None:
    """R27"""
    almost = at(TABLE, "co2w xb3k", TENS[1], display="xo2g xo3g", bag="cp1g", idle=19)
    after = play(almost, "lay co2w@0,1", "draw bag")
    assert (after.idle, after.phase) == (0, Phase.ACT)


def test_racks_are_counted_and_shown() -> None:
    """R28"""
    *_, ended = decide(at(TABLE, "co2w", STUCK, "xb1k"), "lay co2w@0,1")
    assert isinstance(ended, RoundEnded)
    assert ended.racks == ((), ("xp3k", "xb3k"), ("xb1k",))
    after = play(at(TABLE, "co2w", STUCK, "xb1k"), "lay co2w@0,1")
    assert after.minus == ((0, 2, 1),)
    for viewer in (ANN, BEN, CAT, None):
        view = GAME.view(after, viewer)
        assert view.racks == ((), ("xp3k", "xb3k"), ("xb1k",))
        assert GAME.redact(ended, viewer) == ended


@pytest.mark.parametrize("actor", [ANN, BEN, CLOCK])
def test_after_the_end_all_moves_are_refused(actor: Actor) -> None:
    """R24"""
    over = play(at(TABLE, "co2w", STUCK, bag="cp1g"), "lay co2w@0,1")
    assert refusal(over, Tick() if actor is CLOCK else Draw(None), actor) == ("game_is_over", {})
    assert GAME.may_act(over) == frozenset()
    assert GAME.deadline(over) is None
    assert not list(GAME.legal_moves(over, BEN))
