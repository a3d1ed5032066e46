"""A slow reference of Ubongo: sets of cubes, rotations by matrices, nothing shared with the real solver."""

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations, product

Cube = tuple[int, ...]
Cubes = frozenset[Cube]
Cell = tuple[int, int]
Filling = frozenset[tuple[str, Cubes]]

TABLE = {
    "A": ("red small", "000 010"),
    "B": ("red big", "100 110 010 011"),
    "C": ("green small", "000 010 110"),
    "D": ("green big", "100 110 120 020 021"),
    "E": ("blue small", "000 010 020 100"),
    "F": ("blue big", "100 110 010 020 021"),
    "G": ("yellow small", "000 010 110 111"),
    "H": ("yellow big", "000 010 020 120 011"),
}


def cubes_of(piece: str) -> Cubes:
    return frozenset(tuple(map(int, digits)) for digits in TABLE[piece][1].split())


def _determinant(matrix: tuple[Cube, ...]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


SIGNED = [
    tuple(
        tuple(sign * (column == axis) for column in range(3)) for axis, sign in zip(axes, signs, strict=True)
    )
    for axes in permutations(range(3))
    for signs in product((1, -1), repeat=3)
]
"""The 48 symmetries of a cube; half of them mirror."""
UNMOVED = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
ROTATIONS = [matrix for matrix in SIGNED if _determinant(matrix) == 1]
MIRRORED = [matrix for matrix in SIGNED if _determinant(matrix) == -1]


def laid(matrix: tuple[Cube, ...], cubes: Iterable[Cube]) -> Cubes:
    """Turned, and moved so that its smallest coordinates are 0."""
    turned = [tuple(sum(a * b for a, b in zip(row, cube, strict=True)) for row in matrix) for cube in cubes]
    least = [min(axis) for axis in zip(*turned, strict=True)]
    return frozenset(tuple(a - b for a, b in zip(cube, least, strict=True)) for cube in turned)


FORMS = {piece: {laid(matrix, cubes_of(piece)) for matrix in ROTATIONS} for piece in TABLE}


def fillings(outline: Collection[Cell], pieces: str) -> set[Filling]:
    """Every way to fill the outline two levels high."""
    return set(_fill(frozenset((x, y, z) for x, y in outline for z in (0, 1)), pieces))


def _fill(room: Cubes, pieces: str) -> Iterator[Filling]:
    if not pieces:
        if not room:
            yield frozenset()
        return
    if not room:
        return
    corner = min(room)
    for piece in pieces:
        for form in FORMS[piece]:
            # The piece that covers the first free cube has it as its first cube.
            step = [a - b for a, b in zip(corner, min(form), strict=True)]
            lying = frozenset(tuple(a + b for a, b in zip(cube, step, strict=True)) for cube in form)
            if lying <= room:
                for rest in _fill(room - lying, pieces.replace(piece, "")):
                    yield rest | {(piece, lying)}


def alike(outline: Collection[Cell]) -> frozenset[Collection[Cell]]:
    """The outline turned and mirrored in all eight ways."""
    flat = [matrix for matrix in SIGNED if matrix[2] == (0, 0, 1)]
    forms = (laid(matrix, [(x, y, 0) for x, y in outline]) for matrix in flat)
    return frozenset(frozenset((x, y) for x, y, _ in form) for form in forms)


def connected(outline: Collection[Cell]) -> bool:
    """Whether all cells can be reached from one of them."""
    rest = set(outline)
    front = [rest.pop()]
    while front:
        x, y = front.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in rest:
                rest.remove(beside)
                front.append(beside)
    return not rest
