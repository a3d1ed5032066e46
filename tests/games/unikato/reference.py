"""A slow reference of Unikato: coordinates and tile names, nothing shared with the real rules."""

from collections.abc import Iterator, Mapping

Spot = tuple[int, int]
Table = Mapping[Spot, str]
"""Tile names by coordinates."""
Chain = tuple[tuple[str, Spot], ...]

DECK = [
    shape + colour + size + ground
    for shape in "csx"
    for colour in "opb"
    for size in "123"
    for ground in "wgk"
]


def differ(one: str, other: str) -> int:
    """The number of features in which two tiles differ."""
    return sum(mine != yours for mine, yours in zip(one, other, strict=True))


def touched(table: Table, spot: Spot) -> list[str]:
    """The tiles that share an edge with this spot."""
    x, y = spot
    return [table[near] for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if near in table]


def fits(table: Table, tile: str, spot: Spot) -> bool:
    around = touched(table, spot)
    return spot not in table and bool(around) and all(differ(tile, other) == 1 for other in around)


def followers(table: Table, rack: frozenset[str], last: Spot | None) -> Iterator[tuple[str, Spot]]:
    """Every next tile and spot."""
    xs, ys = [x for x, _ in table], [y for _, y in table]
    for x in range(min(xs) - 1, max(xs) + 2):
        for y in range(min(ys) - 1, max(ys) + 2):
            near = last is None or abs(x - last[0]) + abs(y - last[1]) == 1
            for tile in rack if near else ():
                if fits(table, tile, (x, y)):
                    yield tile, (x, y)


def chains(table: Table, rack: frozenset[str], last: Spot | None, so_far: Chain = ()) -> Iterator[Chain]:
    """Every chain that can be laid next to the last tile, or anywhere."""
    for tile, spot in followers(table, rack, last):
        chain = (*so_far, (tile, spot))
        yield chain
        yield from chains({**table, spot: tile}, rack - {tile}, spot, chain)


def wins_double(table: Table, chain: Chain) -> bool:
    """Whether a tile touched two or more tiles when it was laid."""
    for tile, spot in chain:
        if len(touched(table, spot)) >= 2:
            return True
        table = {**table, spot: tile}
    return False


def spelt(chain: Chain) -> str:
    return " ".join(["lay", *(f"{tile}@{x},{y}" for tile, (x, y) in chain)])
