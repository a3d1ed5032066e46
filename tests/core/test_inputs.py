"""Randomness: decisions that are not adopted do not consume it."""

from contextlib import suppress
from random import Random, SystemRandom
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.games import GAMES
from tests.kit.play import Pick, Played, play_on, seeded_pick
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import PounceOptions
from tests.kit.strategies import game_options
from ukumbi.core import CLOCK, Actor, AnyGame, Match, Options, Refused, Seat, Tick

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
POUNCE = Pounce()


def try_much(match: Match, pick: Pick) -> None:
    """Decide several moves without adopting them; some are refused."""
    moves = [(seat, move) for seat in sorted(match.may_act) for move in match.legal(seat)]
    trials: list[tuple[Actor, Any]] = [moves[pick(len(moves))] for _ in moves[:3]]
    trials += [(Seat(pick(match.seats)), move) for _, move in trials]
    for actor, move in [*trials, (CLOCK, Tick())]:
        with suppress(Refused):
            match.decide(actor, move, match.deadline or match.now)


def with_trials(first: Played, seed: int, pick: Pick) -> Match:
    """The same game again, with tries before every step."""
    setup, *steps = first.steps
    match = Match(first.game, first.seats, first.options, rng=Random(seed), now=setup.now)
    match.decide_setup(match.now)
    match.begin()
    for step in steps:
        assert step.actor is not None
        try_much(match, pick)
        twin, chosen = match.copy(), match.decide(step.actor, step.move, step.now)
        try_much(match, pick)
        assert twin.adopt(twin.decide(step.actor, step.move, step.now)) == match.adopt(chosen)
        match.now = step.now
    return match


@each_game
@given(source=st.data())
def test_tries_do_not_change_the_game(game: AnyGame, source: st.DataObject) -> None:
    seed = source.draw(st.integers(0, 1 << 16))
    options: Options = source.draw(game_options(game))
    first = Played(game, game.seats[seed % len(game.seats)], options, Random(seed))
    first.begin()
    play_on(first, seeded_pick(seed))
    assert with_trials(first, seed, seeded_pick(seed + 1)).log == first.log()


def test_a_try_does_not_advance_the_generator() -> None:
    rng = Random(1)
    match, before = Match(POUNCE, 2, PounceOptions(), rng=rng), rng.getstate()
    step = match.decide_setup(match.now)
    assert rng.getstate() == before
    match.adopt(step)
    assert rng.getstate() != before


def test_system_randomness_works_too() -> None:
    match = Match(POUNCE, 2, PounceOptions(), rng=SystemRandom())
    tried = match.decide_setup(match.now)
    match.begin()
    assert match.copy().seq == len(tried.events)


def test_a_match_begins_once() -> None:
    match = Match(POUNCE, 2, PounceOptions(), rng=Random(1))
    match.begin()
    before = match.log
    with pytest.raises(Refused, match="has begun") as refused:
        match.begin()
    assert (refused.value.code, match.log) == ("already_playing", before)
    with pytest.raises(Refused):
        Match.of(POUNCE, before).decide_setup(match.now)
