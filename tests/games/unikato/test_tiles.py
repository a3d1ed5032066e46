"""The tiles, and which fit each other."""

import pytest

from tests.games.unikato.reference import DECK, differ
from tests.games.unikato.table import tiles
from ukumbi.games.unikato.tiles import (
    ALL,
    FEATURES,
    FITTING,
    NAMED,
    NAMES,
    TILES,
    differences,
    gathered,
    members,
)


def test_there_are_81_tiles_no_two_alike() -> None:
    """R1: every combination of three shapes, colours, sizes and backgrounds once."""
    assert sorted(NAMES) == sorted(DECK)
    assert len(set(NAMES)) == len(TILES) == 81
    assert [name for name, _, _ in FEATURES] == ["shape", "colour", "size", "background"]
    assert all(NAMES[NAMED[name]] == name for name in DECK)


def test_features_have_names() -> None:
    """R1"""
    assert [values for _, values, _ in FEATURES] == [
        ("circle", "square", "cross"),
        ("orange", "purple", "blue"),
        ("small", "medium", "large"),
        ("white", "grey", "black"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "features"),
    [
        ("co1w", "co1w", []),
        ("co1w", "so1w", ["shape"]),
        ("co1w", "cb1w", ["colour"]),
        ("co1w", "co3w", ["size"]),
        ("co1w", "co1k", ["background"]),
        ("co1w", "xo2w", ["shape", "size"]),
        ("co1w", "xb3k", ["shape", "colour", "size", "background"]),
    ],
)
def test_differences_are_named(one: str, other: str, features: list[str]) -> None:
    """R8"""
    assert differences(*tiles(f"{one} {other}")) == features


def test_each_tile_fits_eight_others() -> None:
    """R8: two other values in each of four features."""
    for name in DECK:
        fitting_count = [other for other in DECK if differ(name, other) == 1]
        assert len(fitting_count) == 8
        assert FITTING[NAMED[name]] == sum(1 << NAMED[other] for other in fitting_count)


def test_sets_of_tiles_hold_their_members() -> None:
    some = tiles("co1w so2g xb3k")
    assert list(members(gathered(some))) == sorted(some)
    assert list(members(ALL)) == list(TILES)
    assert list(members(0)) == []
