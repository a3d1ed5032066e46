"""Random games of ukuma, event by event, to be checked afterwards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.games.ukuma.reference import TABLES, Lying, spot_of
from tests.games.ukuma.table import GAME, drawn_table
from tests.kit.play import Played, go_on, pass_time, seeded_pick
from tests.kit.strategies import game_options
from ukumbi.core import Instant, Seat, codec
from ukumbi.games.ukuma.events import Event, UkumaOptions
from ukumbi.games.ukuma.moves import Discard, Lay, Resign
from ukumbi.games.ukuma.state import Phase, State, held

PATIENCE = 150
"""Decisions in each game of a match after which peaceful players resign."""

Style = Callable[[Played, Callable[[int], int]], None]


@dataclass(frozen=True)
class Moment:
    before: State | None
    event: Event
    after: State
    now: Instant
    last: bool
    """One of a decision's events, with the states around it."""


def moments(game: Played) -> list[Moment]:
    return [
        Moment(before, event, after, step.now, number == len(step.events) - 1)
        for step in game.steps
        for number, (before, event, after) in enumerate(
            zip(step.states, step.events, step.states[1:], strict=False)
        )
    ]


def peacefully(played: Played, pick: Callable[[int], int]) -> None:
    """Lay cards that do not win, else discard: tables fill up, piles are turned over, no card fits."""
    state: State = played.state
    if state.phase is not Phase.PLAYING:
        go_on(played, pick)
        return
    pass_time(played, pick)
    seat = Seat(pick(2))
    lying = drawn_table(state)
    quiet = [
        move
        for move in GAME.legal_moves(state, seat)
        if isinstance(move, Lay) and not wins(state, lying, seat, move)
    ]
    if quiet:
        played.make(seat, quiet[pick(len(quiet))])
    elif len(played.steps) > PATIENCE * state.game or not held(state.hands[seat]):
        played.make(seat, Resign())
    else:
        played.make(seat, Discard())


def wins(state: State, lying: Lying, seat: Seat, move: Lay) -> bool:
    face, cell = GAME.format_move(move).removeprefix("lay ").split("@")
    spot, table = spot_of(cell), TABLES[state.options.size]
    return bool(table.win({**lying, spot: (seat, face)}, spot, seat, seat == state.white))


STYLES: dict[str, Style] = {"any": go_on, "peaceful": peacefully}


def played_out(style: str, options: UkumaOptions, seed: int, limit: int = 1_000) -> Played:
    pick = seeded_pick(seed)
    played = Played(GAME, 2, options, Random(seed))
    played.begin()
    while GAME.outcome(played.state) is None and len(played.steps) < limit:
        STYLES[style](played, pick)
    return played


def sample_games(
    style: str, size: Any = "card", handicap: Any = "none", best_of: Any = 1, games: int = 4
) -> list[Played]:
    """Some games of this kind; the same on every call."""
    options = UkumaOptions(size=size, handicap=handicap, best_of=best_of)
    return [_sample_game(style, options, seed) for seed in range(games)]


@cache
def _sample_game(style: str, options: UkumaOptions, seed: int) -> Played:
    return played_out(style, options, seed)


@st.composite
def whole_games(draw: st.DrawFn) -> Played:
    """Games of every style, with any options, to the end."""
    options = draw(game_options(GAME))
    assert isinstance(options, UkumaOptions)
    return played_out(draw(st.sampled_from(sorted(STYLES))), options, draw(st.integers(0, 1 << 32)))


def written(thing: Any) -> bytes:
    return codec(GAME).encode(thing)
