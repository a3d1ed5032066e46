"""The table: places of tiles, and where others fit."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final, NewType

from ukumbi.games.unikato.tiles import ALL, FITTING, Tile, Tiles, members

Place = NewType("Place", int)
"""A place on the table as a number: see `place`."""

REACH: Final = 90
"""The table's edge, farther from the start tile than a row of all tiles."""
_WIDTH: Final = 2 * REACH + 1
START: Final = Place(REACH * _WIDTH + REACH)

Layout = Mapping[Place, Tile]


class _NeighbourPlaces(dict[Place, tuple[Place, ...]]):
    """Filled on demand: games use few places, repeatedly."""

    def __missing__(self, at: Place) -> tuple[Place, ...]:
        self[at] = beside = tuple(Place(at + step) for step in (1, -1, _WIDTH, -_WIDTH))
        return beside


NEIGHBOUR_PLACES: Final = _NeighbourPlaces()
"""For each place, the places that share an edge with it."""


def place(x: int, y: int) -> Place:
    return Place((y + REACH) * _WIDTH + x + REACH)


def xy(at: Place) -> tuple[int, int]:
    y, x = divmod(at, _WIDTH)
    return x - REACH, y - REACH


def neighbours(layout: Layout, at: Place) -> list[Place]:
    """The adjacent places with tiles."""
    return [near for near in NEIGHBOUR_PLACES[at] if near in layout]


def fitting(layout: Layout, at: Place) -> Tiles:
    """The tiles that fit all neighbours of an empty place."""
    tiles = ALL
    for near in NEIGHBOUR_PLACES[at]:
        tile = layout.get(near)
        if tile is not None:
            tiles &= FITTING[tile]
    return tiles


def openings(layout: Layout, rack: Tiles) -> dict[Place, Tiles]:
    """Every empty place next to a tile, with the rack's tiles that fit there."""
    found: dict[Place, Tiles] = {}
    for taken in layout:
        for at in NEIGHBOUR_PLACES[taken]:
            if at not in layout and at not in found:
                found[at] = fitting(layout, at) & rack
    return {at: tiles for at, tiles in found.items() if tiles}


Placement = tuple[Tile, Place]
Chain = tuple[Placement, ...]


def next_placements(layout: Layout, rack: Tiles, after: Place | None) -> Iterator[Placement]:
    """The next tiles and places: next to this tile, or anywhere if it is None."""
    if after is None:
        for at, tiles in openings(layout, rack).items():
            for tile in members(tiles):
                yield tile, at
        return
    fitting_count = FITTING[layout[after]] & rack
    if not fitting_count:
        return
    for at in NEIGHBOUR_PLACES[after]:
        if at not in layout:
            for tile in members(fitting(layout, at) & fitting_count):
                yield tile, at


def with_chain(layout: Layout, chain: Chain) -> dict[Place, Tile]:
    """The table after this chain."""
    return {**layout, **{at: tile for tile, at in chain}}


def wins_double(layout: Layout, chain: Chain) -> bool:
    """Whether a tile of the chain touches two or more tiles when it is laid."""
    laid = dict(layout)
    for tile, at in chain:
        if len(neighbours(laid, at)) > 1:
            return True
        laid[at] = tile
    return False


def chains(layout: Layout, rack: Tiles, most: int, after: Place | None = None) -> Iterator[Chain]:
    """Chains next to this tile or anywhere, the short ones first, up to a number."""
    laid, waiting, count = dict(layout), deque[Chain]([()]), 0
    while waiting:
        chain = waiting.popleft()
        left = rack
        for tile, at in chain:
            laid[at] = tile
            left &= ~(1 << tile)
        for more in list(next_placements(laid, left, chain[-1][1] if chain else after)):
            if count == most:
                return
            count += 1
            grown = (*chain, more)
            waiting.append(grown)
            yield grown
        for _, at in chain:
            del laid[at]
