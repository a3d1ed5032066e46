"""The table: where tiles lie, and where others would fit."""

from collections.abc import Iterator, Mapping
from typing import Final, NewType

from ukumbi.games.unikato.tiles import FITTING, Tile, Tiles, members

Place = NewType("Place", int)
"""A place on the table, as one number: see `place`."""

REACH: Final = 90
"""The table ends this far from the start tile: farther than all tiles in a row can reach."""
_WIDTH: Final = 2 * REACH + 1
START: Final = Place(REACH * _WIDTH + REACH)
BESIDE: Final = (1, -1, _WIDTH, -_WIDTH)
"""What to add to a place for the places that share an edge with it."""

Layout = Mapping[Place, Tile]


def place(x: int, y: int) -> Place:
    return Place((y + REACH) * _WIDTH + x + REACH)


def xy(at: Place) -> tuple[int, int]:
    y, x = divmod(at, _WIDTH)
    return x - REACH, y - REACH


def neighbours(layout: Layout, at: Place) -> list[Place]:
    """The places beside this one where tiles lie."""
    return [Place(at + step) for step in BESIDE if at + step in layout]


def fitting(layout: Layout, at: Place) -> Tiles:
    """The tiles that would fit all neighbours of an empty place."""
    tiles = -1
    for step in BESIDE:
        tile = layout.get(Place(at + step))
        if tile is not None:
            tiles &= FITTING[tile]
    return tiles


def openings(layout: Layout, rack: Tiles) -> dict[Place, Tiles]:
    """Every empty place beside a tile where a tile of the rack fits, and which do."""
    found: dict[Place, Tiles] = {}
    for taken in layout:
        for step in BESIDE:
            at = Place(taken + step)
            if at not in layout and at not in found:
                found[at] = fitting(layout, at) & rack
    return {at: tiles for at, tiles in found.items() if tiles}


Laid = tuple[Tile, Place]
Chain = tuple[Laid, ...]


def nexts(layout: Layout, rack: Tiles, after: Place | None) -> Iterator[Laid]:
    """What may be laid next: beside the last tile, or anywhere if it is the first."""
    if after is None:
        for at, tiles in openings(layout, rack).items():
            for tile in members(tiles):
                yield tile, at
        return
    for step in BESIDE:
        at = Place(after + step)
        if at not in layout:
            for tile in members(fitting(layout, at) & rack):
                yield tile, at


def with_chain(layout: Layout, chain: Chain) -> dict[Place, Tile]:
    """The table after this chain."""
    return {**layout, **{at: tile for tile, at in chain}}


def wins_double(layout: Layout, chain: Chain) -> bool:
    """Whether a tile of the chain touched two tiles or more when it was laid."""
    laid = dict(layout)
    for tile, at in chain:
        if len(neighbours(laid, at)) > 1:
            return True
        laid[at] = tile
    return False


def chains(layout: Layout, rack: Tiles, most: int) -> Iterator[Chain]:
    """Chains that can be laid, the short ones first, up to a number of them."""
    waiting: list[Chain] = [()]
    count = 0
    while waiting:
        longer: list[Chain] = []
        for chain in waiting:
            laid = with_chain(layout, chain)
            left = rack
            for tile, _ in chain:
                left &= ~(1 << tile)
            for more in nexts(laid, left, chain[-1][1] if chain else None):
                grown = (*chain, more)
                yield grown
                longer.append(grown)
                count += 1
                if count >= most:
                    return
        waiting = longer
