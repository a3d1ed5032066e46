"""The solver agrees with a slow reference that shares nothing with it."""

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.games.ubongo.compiled import compile_solver
from tests.games.ubongo.reference import Filling, fillings
from ukumbi.games.ubongo.boards import LEVELS, tasks
from ukumbi.games.ubongo.outlines import DEEP, WIDE, Outline
from ukumbi.games.ubongo.pieces import PIECES, SIZES
from ukumbi.games.ubongo.solver import Count, as_bits, count, count_all, count_bits, solutions

BLOCK = frozenset((x, y) for x in range(3) for y in range(2))
SETS = [
    "".join(pieces)
    for number in range(1, 6)
    for pieces in combinations(PIECES, number)
    if sum(SIZES[piece] for piece in pieces) % 2 == 0
]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_solver()


@st.composite
def questions(draw: st.DrawFn) -> tuple[Outline, str]:
    """Pieces, and any outline of their volume, grown cell by cell."""
    pieces = draw(st.sampled_from(SETS))
    outline = {(draw(st.integers(0, WIDE - 1)), draw(st.integers(0, DEEP - 1)))}
    while 2 * len(outline) < sum(SIZES[piece] for piece in pieces):
        beside = {(x + dx, y + dy) for x, y in outline for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        free = sorted((x, y) for x, y in beside - outline if 0 <= x < WIDE and 0 <= y < DEEP)
        outline.add(draw(st.sampled_from(free)))
    return frozenset(outline), pieces


@st.composite
def printed(draw: st.DrawFn) -> tuple[Outline, str]:
    """A solvable task of the boards; its outline may be turned by half or mirrored."""
    task = draw(st.sampled_from(tasks(draw(st.sampled_from(LEVELS)))))
    across, along = draw(st.booleans()), draw(st.booleans())
    outline = {(WIDE - 1 - x if across else x, DEEP - 1 - y if along else y) for x, y in task.outline}
    return frozenset(outline), task.pieces


def found(outline: Outline, pieces: str, limit: int | None = None) -> list[Filling]:
    return [frozenset(filling.items()) for filling in solutions(outline, pieces, limit)]


@given(st.one_of(questions(), printed()))
@example((BLOCK, "BEG"))
@example((frozenset((x, y) for x in range(WIDE) for y in range(2)), "ABDEF"))
def test_it_finds_what_the_reference_finds(question: tuple[Outline, str]) -> None:
    expected = fillings(*question)
    here = found(*question)
    assert len(here) == len(set(here))
    assert set(here) == expected
    assert count(*question).solutions == len(expected)


def test_a_limit_gives_the_first_fillings() -> None:
    every = found(BLOCK, "BEG")
    assert len(every) == 16
    for limit in (0, 1, 5, 16, 99):
        assert found(BLOCK, "BEG", limit) == every[:limit]


def test_pieces_of_another_volume_fill_nothing() -> None:
    assert count(BLOCK, "BE").solutions == 0
    assert count(BLOCK, "BEGA").solutions == 0
    assert found(BLOCK, "BE") == found(BLOCK, "BE", 3) == []
    upright = frozenset([(0, 0), (1, 0), (2, 0), (3, 0)])
    assert count(upright, "BG").solutions == len(fillings(upright, "BG"))


def test_counting_many_tasks_equals_counting_each() -> None:
    """In any order, also with mixed outlines, and with a set of pieces inside a larger one."""
    line = frozenset((x, 3) for x in range(4))
    asked = [(BLOCK, "BEG"), (line, "BG"), (BLOCK, "CDG"), (line, "BG"), (BLOCK, "BCH"), (line, "CF")]
    assert count_all(asked) == [count(*task) for task in asked]
    assert count_all([]) == []
    assert [Count(*map(int, row)) for row in count_bits(*as_bits(asked))] == count_all(asked)


def test_the_largest_box_is_filled() -> None:
    """All eight pieces on four by four."""
    square = frozenset((x, y) for x in range(4) for y in range(4))
    assert count(square, PIECES).solutions == 50_808
    for filling in solutions(square, PIECES, 100):
        assert frozenset[tuple[int, int, int]]().union(*filling.values()) == {
            (x, y, z) for x, y in square for z in (0, 1)
        }
