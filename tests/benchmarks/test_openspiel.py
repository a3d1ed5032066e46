"""Rukuni's adapter for OpenSpiel."""

from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is for benchmarks only")

from benchmarks.rukuni.openspiel import CompiledRollouts, MctsBot, RukuniGame, RukuniState
from ukumbi.games.rukuni.moves import parse_move
from ukumbi.games.rukuni.position import Colour, Position


@pytest.mark.parametrize("seed", range(8))
def test_the_adapter_has_the_same_rules(seed: int) -> None:
    rng, position, state = Random(seed), Position.opening(), RukuniGame().new_initial_state()
    while not position.is_over():
        assert not state.is_terminal()
        assert state.current_player() == (0 if position.turn is Colour.WHITE else 1)
        spelt = {state.action_to_string(state.current_player(), one): one for one in state.legal_actions()}
        assert set(spelt) == {f"{turn}" for turn in position.turns()}
        name = rng.choice(sorted(spelt))
        copied = state.clone()
        state.apply_action(spelt[name])
        assert f"{copied}" != f"{state}"
        position = position.after(parse_move(name))
        assert f"{RukuniState.of(RukuniGame(), position)}" == f"{state}"
    white, grey = (
        (position.points(colour), position.side(colour).largest) for colour in (Colour.WHITE, Colour.GREY)
    )
    ahead = float(white > grey) - float(white < grey)
    assert state.is_terminal()
    assert state.returns() == [ahead, -ahead]
    assert list(CompiledRollouts(1).evaluate(state)) == [ahead, -ahead]


def test_a_bot_uses_its_time_and_finds_a_turn() -> None:
    few, many = MctsBot(0.0, seed=1), MctsBot(0.3, seed=1)
    position = Position.opening()
    for bot in (few, many):
        assert bot.choose(position) in set(position.turns())
    assert few.rollouts < many.rollouts
