"""Search: chains that can be laid, and the value of the remaining rack."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from ukumbi.core import Seat
from ukumbi.games.unikato.layout import Chain, Layout, Place, neighbours, next_placements, openings
from ukumbi.games.unikato.tiles import ALL, FITTING, NAMED, Tile, Tiles, gathered, members
from ukumbi.games.unikato.view import UnikatoView, layout_of, unseen

TILE_COST: Final = 0.1
"""The cost of a remaining tile; a chain costs 1."""
BEGUN_VALUE: Final = 0.1
"""The value of a tile with a place on the table."""
STRANDED_COST: Final = 0.25
"""The added cost of a chain that cannot begin on the present table."""
DOUBLE_VALUE: Final = 0.2
"""The value of a tile that could win a double turn."""
EMPTY_RACK_VALUE: Final = 100.0
"""The value of an empty rack: more than anything else."""


class Knowledge(msgspec.Struct, frozen=True):
    """The input of a search: the rack and the open tiles."""

    layout: dict[Place, Tile]
    rack: Tiles
    display: tuple[Tile, ...]
    bag: bool
    out: tuple[Tile, ...]
    """Hidden tiles, on other racks or in the bag."""
    after: Place | None
    """The place next to which a chain has to begin; None for any."""
    onward: bool
    """Whether second actions continue from the last tile."""

    @classmethod
    def of(cls, view: UnikatoView, seat: Seat) -> "Knowledge":
        rack = view.racks[seat] or ()
        return cls(
            layout=layout_of(view),
            rack=gathered([NAMED[name] for name in rack]),
            display=tuple(NAMED[name] for name in view.display),
            bag=view.bag > 0,
            out=tuple(unseen(view)),
            after=view.goes_on_from,
            onward=view.second == "onward",
        )


class Plan(msgspec.Struct, frozen=True):
    """A possible chain, and whether it wins a second action."""

    chain: Chain
    double: bool

    def left(self, rack: Tiles) -> Tiles:
        return rack & ~gathered([tile for tile, _ in self.chain])


def plans_for(layout: Layout, rack: Tiles, nodes: int, after: Place | None) -> Iterator[Plan]:
    """Chains, depth first, until this many tiles have been tried."""
    laid, budget = dict(layout), [nodes]

    def deeper(chain: Chain, double: bool, left: Tiles) -> Iterator[Plan]:
        for tile, at in list(next_placements(laid, left, chain[-1][1] if chain else after)):
            if budget[0] <= 0:
                return
            budget[0] -= 1
            longer, won = (*chain, (tile, at)), double or len(neighbours(laid, at)) > 1
            yield Plan(longer, won)
            laid[at] = tile
            yield from deeper(longer, won, left & ~(1 << tile))
            del laid[at]

    yield from deeper((), False, rack)


def fitting_count(tile: Tile, rack: Tiles) -> int:
    """The number of tiles of the rack that it fits."""
    return (FITTING[tile] & rack).bit_count()


class TableFits(msgspec.Struct, frozen=True):
    """The tiles that fit on the table."""

    welcome: Tiles
    """Tiles that fit in some place."""
    corners: Tiles
    """Tiles that fit next to two or more tiles, which wins a double turn."""

    @classmethod
    def of(cls, layout: Layout) -> "TableFits":
        welcome = corners = 0
        for at, tiles in openings(layout, ALL).items():
            welcome |= tiles
            if len(neighbours(layout, at)) > 1:
                corners |= tiles
        return cls(welcome, corners)


def chains_needed(rack: Tiles, welcome: Tiles) -> float:
    """The cost of laying these tiles: 1 for a chain, more for one that does not fit the table yet."""
    needed = 0.0
    while rack:
        group = _group(rack)
        rack &= ~group
        needed += _chains_of_group(group, group & welcome)
    return needed


def _group(rack: Tiles) -> Tiles:
    """The lowest tile, and all tiles connected to it by fitting neighbours."""
    group = edge = rack & -rack
    while edge:
        near = 0
        for tile in members(edge):
            near |= FITTING[tile]
        edge = near & rack & ~group
        group |= edge
    return group


@lru_cache(maxsize=1 << 14)
def _chains_of_group(group: Tiles, welcome: Tiles) -> float:
    """For every subset of the tiles: the cheapest chains, and the possible last tiles.

    A chain is laid from the end that fits the table; either end may be that one.
    """
    tiles = list(members(group))
    beside = [sum(1 << n for n, other in enumerate(tiles) if FITTING[tile] >> other & 1) for tile in tiles]
    begin = [1.0 if welcome >> tile & 1 else 1.0 + STRANDED_COST for tile in tiles]
    cheapest = [0.0] * (1 << len(tiles))
    ends = [0] * (1 << len(tiles))
    for subset in range(1, 1 << len(tiles)):
        cost, last, rest = math.inf, 0, subset
        while rest:
            bit = rest & -rest
            rest ^= bit
            before, number = subset ^ bit, bit.bit_length() - 1
            joins = beside[number] & ends[before]
            needed = cheapest[before] if joins else cheapest[before] + begin[number]
            if needed < cost:
                cost, last = needed, bit
            elif needed == cost:
                last |= bit
        cheapest[subset], ends[subset] = cost, last
    return cheapest[-1]


def clear_caches() -> None:
    """Clear the caches, for benchmarks."""
    _chains_of_group.cache_clear()


def rest_worth(fits: TableFits, left: Tiles) -> float:
    """The value of a rack: its chains, their tiles, and whether they can begin."""
    if not left:
        return EMPTY_RACK_VALUE
    needed = chains_needed(left, fits.welcome)
    worth = -needed - TILE_COST * left.bit_count() + BEGUN_VALUE * (left & fits.welcome).bit_count()
    return worth + DOUBLE_VALUE if left & fits.corners else worth
