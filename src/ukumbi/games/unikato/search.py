"""Thinking about tiles: which chains can be laid, and what a rack is worth that is left over."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from ukumbi.core import Seat
from ukumbi.games.unikato.layout import Chain, Layout, Place, neighbours, nexts, openings
from ukumbi.games.unikato.tiles import FITTING, NAMED, Tile, Tiles, gathered, members
from ukumbi.games.unikato.view import UnikatoView, layout_of, unseen

TILE: Final = 0.1
"""What a tile left over costs, where a chain costs one."""
BEGUN: Final = 0.1
"""What it is worth that a tile has a place on the table."""


class Sight(msgspec.Struct, frozen=True):
    """What a bot thinks about: its rack and what lies open."""

    layout: dict[Place, Tile]
    rack: Tiles
    display: tuple[Tile, ...]
    bag: bool
    out: tuple[Tile, ...]
    """Tiles still out, on other racks or in the bag."""

    @classmethod
    def of(cls, view: UnikatoView, seat: Seat) -> "Sight":
        rack = view.racks[seat] or ()
        return cls(
            layout=layout_of(view),
            rack=gathered([NAMED[name] for name in rack]),
            display=tuple(NAMED[name] for name in view.display),
            bag=view.bag > 0,
            out=tuple(unseen(view)),
        )


class Plan(msgspec.Struct, frozen=True):
    """A chain in thought, and whether it wins a second action."""

    chain: Chain
    double: bool

    def left(self, rack: Tiles) -> Tiles:
        return rack & ~gathered([tile for tile, _ in self.chain])


def plans_for(layout: Layout, rack: Tiles, nodes: int) -> Iterator[Plan]:
    """Chains, depth first, until so many tiles have been laid in thought."""
    laid, budget = dict(layout), [nodes]

    def deeper(chain: Chain, double: bool, left: Tiles) -> Iterator[Plan]:
        for tile, at in list(nexts(laid, left, chain[-1][1] if chain else None)):
            if budget[0] <= 0:
                return
            budget[0] -= 1
            longer, won = (*chain, (tile, at)), double or len(neighbours(laid, at)) > 1
            yield Plan(longer, won)
            laid[at] = tile
            yield from deeper(longer, won, left & ~(1 << tile))
            del laid[at]

    yield from deeper((), False, rack)


def friends(tile: Tile, rack: Tiles) -> int:
    """How many tiles of the rack it could lie beside."""
    return (FITTING[tile] & rack).bit_count()


@lru_cache(maxsize=1 << 14)
def chains_needed(rack: Tiles) -> int:
    """In how few chains these tiles could be laid, the table aside.

    For every subset of the tiles: the fewest chains, and the tiles at which the last of them can end.
    """
    tiles = list(members(rack))
    beside = [sum(1 << n for n, other in enumerate(tiles) if FITTING[tile] >> other & 1) for tile in tiles]
    fewest = [0] * (1 << len(tiles))
    ends = [0] * (1 << len(tiles))
    for subset in range(1, 1 << len(tiles)):
        count, last, rest = len(tiles) + 1, 0, subset
        while rest:
            bit = rest & -rest
            rest ^= bit
            before = subset ^ bit
            joins = beside[bit.bit_length() - 1] & ends[before]
            needed = fewest[before] if joins else fewest[before] + 1
            if needed < count:
                count, last = needed, bit
            elif needed == count:
                last |= bit
        fewest[subset], ends[subset] = count, last
    return fewest[-1]


def rest_worth(layout: Layout, left: Tiles) -> float:
    """What is left on the rack: chains to lay, tiles in them, and whether they can be begun."""
    if not left:
        return 100.0
    begun = 0
    for tiles in openings(layout, left).values():
        begun |= tiles
    return -chains_needed(left) - TILE * left.bit_count() + BEGUN * begun.bit_count()
