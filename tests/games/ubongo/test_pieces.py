"""The eight pieces, and how they can be turned."""

from itertools import product

import pytest

from tests.games.ubongo.reference import FORMS, MIRRORED, TABLE, cubes_of, laid
from ukumbi.games.ubongo.pieces import PIECES, SHAPES, SIZES, is_turned, moved_to_corner, placements, turns

WAYS = {"A": 3, "B": 12, "C": 12, "D": 24, "E": 24, "F": 24, "G": 12, "H": 24}
CHIRAL = "BDFGH"


def test_the_pieces_are_those_of_the_game() -> None:
    assert [*PIECES] == [*TABLE]
    assert {piece: cubes_of(piece) for piece in TABLE} == SHAPES
    assert SIZES == {"A": 2, "B": 4, "C": 3, "D": 5, "E": 4, "F": 5, "G": 4, "H": 5}


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_has_all_rotations_and_no_mirror_image(piece: str) -> None:
    assert len(turns(piece)) == WAYS[piece]
    assert set(turns(piece)) == FORMS[piece]


@pytest.mark.parametrize("piece", PIECES)
def test_chiral_pieces_differ_from_their_mirror_image(piece: str) -> None:
    images = {laid(matrix, cubes_of(piece)) for matrix in MIRRORED}
    if piece in CHIRAL:
        assert not images & set(turns(piece))
    else:
        assert images == set(turns(piece))


def test_small_yellow_is_the_mirror_image_of_big_red() -> None:
    assert is_turned("G", [(-x, y, z) for x, y, z in SHAPES["B"]])
    assert not is_turned("B", [(-x, y, z) for x, y, z in SHAPES["B"]])


def test_a_turned_piece_is_recognised_anywhere() -> None:
    for piece in PIECES:
        for shape in turns(piece):
            moved = frozenset((x - 3, y + 2, z + 1) for x, y, z in shape)
            assert is_turned(piece, moved)
            assert moved_to_corner(moved) == shape
            assert [other for other in PIECES if is_turned(other, moved)] == [piece]


@pytest.mark.parametrize("piece", PIECES)
def test_placements_are_all_that_lie_in_the_box(piece: str) -> None:
    box = set(product(range(5), range(4), range(2)))
    inside = {
        moved
        for form in FORMS[piece]
        for x, y, z in box
        if (moved := frozenset((a + x, b + y, c + z) for a, b, c in form)) <= box
    }
    found = list(placements(piece, 5, 4, 2))
    assert len(found) == len(set(found))
    assert set(found) == inside
