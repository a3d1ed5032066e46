"""The analyst gives a position's value in points, from White's side."""

import subprocess
import sys
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.engine.test_compiled_engine import drawn
from tests.games.rukuni.engine.test_compiled_rules import LATE
from tests.games.rukuni.engine.test_line_search import ending, lead, played
from tests.games.rukuni.table import BOOKLET, OPENING, play
from tests.games.rukuni.test_reasons import CLAIMS
from ukumbi.core import Refused, Seat
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.analyst import RukuniAnalyst, points
from ukumbi.games.rukuni.moves import parse_move
from ukumbi.games.rukuni.position import Colour, Position, format_position, parse_position
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.state import State

ANALYST: Final = RukuniAnalyst()
BRIEF_SECONDS: Final = 0.05


@pytest.mark.parametrize("turns", [0, 9, 22])
def test_the_best_line_comes_first_for_both_colours(turns: int) -> None:
    position = drawn(1, turns)
    analysis = ANALYST.analyse(format_position(position), BRIEF_SECONDS)
    leads = [line.lead for line in analysis.lines]
    assert leads == sorted(leads, reverse=position.turn is Colour.WHITE)
    assert analysis.lead == leads[0]
    assert analysis.position == format_position(position)
    assert not analysis.exact


def test_exchanged_colours_exchange_the_lead() -> None:
    """With exchanged colours the lead is the same, from the other side."""
    position = drawn(1, 22)
    other = Position(position.towers, position.grey, position.white, position.turn.other)
    here, there = (ANALYST._line_search.search(at, depth=3).found[0].worth for at in (position, other))
    assert here == there
    leads = [ANALYST.analyse(format_position(at), BRIEF_SECONDS).lead for at in (position, other)]
    assert (leads[0] > 0) == (leads[1] < 0)


@pytest.mark.parametrize("position", [LATE, *(format_position(ending(seed)) for seed in range(8))])
def test_an_exact_value_is_the_true_difference(position: str) -> None:
    """Without a bonus for the victory, also in close games."""
    analysis = ANALYST.analyse(position, 60)
    assert analysis.exact
    for line in analysis.lines:
        end = played(parse_position(position), tuple(map(parse_move, line.moves)))
        assert end.is_over()
        assert line.lead == lead(end)


def test_a_finished_game_has_no_lines_and_its_own_difference() -> None:
    end = next(later for seed in range(99) if (later := over(seed)).is_over())
    analysis = ANALYST.analyse(format_position(end), BRIEF_SECONDS)
    assert (analysis.lead, analysis.exact, analysis.depth, analysis.lines) == (lead(end), True, 0, ())


def over(seed: int) -> Position:
    position = drawn(seed, 60)
    return position.after(next(iter(position.turns())))


@pytest.mark.parametrize("text", ["", "nonsense", OPENING.replace("T3T w", "T4 w"), "x" * 500])
def test_invalid_positions_are_refused_with_the_game_s_codes(text: str) -> None:
    with pytest.raises(Refused) as said:
        parse_position(text)
    with pytest.raises(Refused, match=said.value.code):
        ANALYST.analyse(text, BRIEF_SECONDS)


@given(st.floats(-200, 200), st.floats(0, 50), st.integers(0, 50))
def test_a_higher_value_never_means_fewer_points(worth: float, more: float, pegs: int) -> None:
    assert points(worth, pegs) <= points(worth + more, pegs)
    assert points(-worth, pegs) == -points(worth, pegs)
    assert abs(points(worth, pegs)) <= abs(worth)


@pytest.mark.parametrize("turns", [0, 17, 33])
def test_a_hint_is_a_turn_with_a_reason(turns: int) -> None:
    game, position = Rukuni(), drawn(4, turns)
    view = game.view(State(position, Seat(1)), Seat(0))
    assert view.to_move is not None
    hint = ANALYST.hint(game, view, view.to_move)
    assert parse_move(hint.move) in set(position.turns())
    assert hint.code in CLAIMS


def test_a_position_that_may_still_occur_is_recognised() -> None:
    states = [play(" ".join(BOOKLET.split()[:turns])).position for turns in (0, 5, 12)]
    opening, early, later = map(format_position, states)
    may_follow = ANALYST.may_follow
    assert may_follow(early, later)
    assert may_follow(early, early)
    assert not may_follow(later, early)
    assert not may_follow(early, opening)
    assert not may_follow(opening, early)
    assert not may_follow(early, format_position(drawn(3, 30)))
    # A peg of the other colour in the same place makes it another game.
    swapped = Position(states[2].towers, states[2].grey, states[2].white, states[2].turn)
    assert not may_follow(early, format_position(swapped))


def test_the_game_loads_without_compiled_code() -> None:
    """Only analysis loads Numba, which takes long."""
    told = "import sys, ukumbi.games; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
    assert ENTRY.analyst is not None


def test_without_numba_there_is_no_analysis() -> None:
    told = (
        "import sys; sys.modules['numba'] = None\nfrom ukumbi.games.rukuni import ENTRY; print(ENTRY.analyst)"
    )
    done = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    assert done.stdout == "None\n"
