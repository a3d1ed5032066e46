"""Outlines: the list is complete and has no duplicates."""

from itertools import combinations, product

import pytest

from tests.games.ubongo.reference import alike, connected
from ukumbi.games.ubongo.outlines import DEEP, WIDE, Outline, outlines, squares

FREE = {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35, 7: 108}
"""The known numbers of free polyominoes."""
LONGER_THAN_THE_BOX = {6: 1, 7: 1 + 5}
"""Polyominoes that do not fit: the row of six; of seven cells, the row and five that are six long."""


@pytest.mark.parametrize("cells", FREE)
def test_outlines_are_as_many_as_polyominoes_that_fit(cells: int) -> None:
    assert len(outlines(cells)) == FREE[cells] - LONGER_THAN_THE_BOX.get(cells, 0)


@pytest.mark.parametrize("cells", [6, 8])
def test_outlines_are_connected_lie_in_the_box_and_differ(cells: int) -> None:
    found = outlines(cells)
    for outline in found:
        assert len(outline) == cells
        assert connected(outline)
        assert min(x for x, _ in outline) == min(y for _, y in outline) == 0
        assert max(x for x, _ in outline) < WIDE
        assert max(y for _, y in outline) < DEEP
    assert len({alike(outline) for outline in found}) == len(found)


def test_no_outline_is_missing() -> None:
    """Compared with every choice of six cells."""
    grid = list(product(range(WIDE), range(DEEP)))
    chosen = {alike(cells) for cells in combinations(grid, 6) if connected(cells)}
    assert {alike(outline) for outline in outlines(6)} == chosen


def test_the_order_is_fixed() -> None:
    assert outlines(7) == outlines(7) == sorted(outlines(7), key=sorted)


def test_two_by_two_squares_are_counted() -> None:
    assert squares(_rows("##", "##")) == 1
    assert squares(_rows("###", "###")) == 2
    assert squares(_rows("###", "#.#", "###")) == 0
    assert squares(_rows("#.", "##", "##")) == 1
    assert squares(frozenset()) == 0


def _rows(*rows: str) -> Outline:
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")
