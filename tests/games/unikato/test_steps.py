"""A chain planned tile by tile, from the view alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.unikato.recorded_games import second_actions, table_of
from tests.games.unikato.reference import Chain, followers, spelt, wins_double
from tests.games.unikato.table import ANN, BEN, GAME, at, names, options, play
from tests.kit.play import Pick, Played, seeded_pick
from tests.kit.strategies import picks_from, played
from ukumbi.core import Illegal, Refused, Steps
from ukumbi.games.unikato.events import Second
from ukumbi.games.unikato.state import Phase, State

CORNER = "co1w@0,0 co2w@1,0 so2w@1,1"


@given(played(GAME, most=50), st.data())
def test_next_steps_match_the_reference(game: Played, source: st.DataObject) -> None:
    """R7, R8, R10, R11, R12, R14: at every step of a plan, on any table."""
    if game.state.phase in (Phase.ACT, Phase.SECOND):
        plan_as_the_reference_says(game.state, picks_from(source))


@pytest.mark.parametrize("second", ["anywhere", "onward"])
def test_next_steps_in_a_second_action_match_the_reference(second: Second) -> None:
    """R14: anywhere, or only next to the last tile."""
    states = second_actions(second)
    assert len(states) > 5
    for seed, state in enumerate(states):
        plan_as_the_reference_says(state, seeded_pick(seed))


def plan_as_the_reference_says(state: State, pick: Pick) -> None:
    view = GAME.view(state, state.turn)
    before = table = table_of(state)
    rack, chain = frozenset(names(state.racks[state.turn]).split()), Chain()
    onward = state.phase is Phase.SECOND and state.second == "onward"
    last = list(table)[-1] if onward else None
    first = {(tile, f"{x},{y}") for tile, (x, y) in followers(table, rack, last)}
    assert {(tile, at) for tile, places in view.fits.items() for at in places} == first
    listed = [text.split()[1] for text in options(state) if text.startswith("lay")]
    assert {tuple(part.split("@")) for part in listed} == first
    while True:
        steps = GAME.steps(view, spelt(chain).split()[1:])
        ways = sorted(followers(table, rack, chain[-1][1] if chain else last))
        assert sorted(steps.next) == sorted(spelt((way,)).split()[1] for way in ways)
        assert steps.move == (spelt(chain) if chain else None)
        double = state.phase is Phase.ACT and wins_double(before, chain)
        assert steps.notes == (("double_turn",) if double else ())
        if not ways:
            break
        tile, spot = ways[pick(len(ways))]
        table, rack, chain = {**table, spot: tile}, rack - {tile}, (*chain, (tile, spot))


def test_a_double_turn_is_shown_as_soon_as_it_is_won() -> None:
    """R12"""
    view = GAME.view(at(CORNER, "so1w xo1w xb1g"), ANN)
    assert GAME.steps(view, ["so1w@-1,0"]).notes == ()
    assert GAME.steps(view, ["so1w@0,1"]).notes == ("double_turn",)
    assert GAME.steps(view, ["so1w@0,1", "xo1w@-1,1"]).notes == ("double_turn",)


def test_a_second_action_shows_no_third() -> None:
    """R15"""
    view = GAME.view(at(CORNER, "so1w xo1w xb1g", phase=Phase.SECOND), ANN)
    assert GAME.steps(view, ["so1w@0,1"]).notes == ()


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        (["so1w@5,5"], "touches_nothing"),
        (["xb1g@0,1"], "does_not_fit"),
        (["so1w@0,1", "so1w@-1,1"], "tile_laid_twice"),
        (["xb3k@0,1"], "not_on_your_rack"),
        (["so1w@0,0"], "place_is_taken"),
        (["so1w@0,1", "xo1w@-1,0"], "not_beside_the_last"),
        (["so1w"], "not_a_move"),
        (["so1w@0,1"] * 11, "tile_laid_twice"),
    ],
)
def test_illegal_plans_are_refused(parts: list[str], code: str) -> None:
    """R7, R8, R10, R11"""
    view = GAME.view(at(CORNER, "so1w xo1w xb1g"), ANN)
    with pytest.raises(Refused) as refused:
        GAME.steps(view, parts)
    assert refused.value.code == code


def test_other_players_and_drawing_have_no_plan() -> None:
    """R5, R20"""
    state = at(CORNER, "so1w xb1g", "so3w xb3k", bag="cp1g")
    drawing = play(state, "lay so1w@-1,0")
    assert drawing.phase is Phase.DRAW
    for view in (GAME.view(state, BEN), GAME.view(state, None), GAME.view(drawing, ANN)):
        assert GAME.steps(view, []) == Steps()
        with pytest.raises(Illegal, match="no move can go on like this"):
            GAME.steps(view, ["so1w@0,1"])
