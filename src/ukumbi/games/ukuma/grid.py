"""The table of ukuma: a grid of cells, seen from White's side."""

from typing import Final, Literal, NewType

import msgspec

Cell = NewType("Cell", int)

STRIDE: Final = 32
"""The distance between rows, wide enough that a step over the side edges never lands on the table."""
UP: Final = STRIDE
SIDES: Final = (-1, 1, -STRIDE, STRIDE)
AROUND: Final = (*SIDES, -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)

SizeName = Literal["cafe", "card", "dining"]


class Size(msgspec.Struct, frozen=True):
    """Rows on each side of the middle line, and columns to each side of the middle column."""

    rows: int
    columns: int

    @property
    def ranks(self) -> int:
        return 2 * self.rows

    @property
    def files(self) -> int:
        return 2 * self.columns + 1

    def holds(self, cell: int) -> bool:
        return 0 <= cell // STRIDE < self.ranks and cell % STRIDE < self.files

    def start(self, up: bool) -> Cell:
        """The cell of the first card of the player who plays upwards, or downwards."""
        return cell_at(self.columns, self.rows - 1 if up else self.rows)


SIZES: Final[dict[SizeName, Size]] = {"cafe": Size(3, 4), "card": Size(4, 5), "dining": Size(5, 8)}

FILES: Final = "abcdefghijklmnopq"
RANKS: Final = 10


def cell_at(file: int, rank: int) -> Cell:
    return Cell(rank * STRIDE + file)


def file_of(cell: Cell) -> int:
    return cell % STRIDE


def rank_of(cell: Cell) -> int:
    return cell // STRIDE


CELLS: Final = {
    f"{letter}{rank + 1}": cell_at(file, rank) for rank in range(RANKS) for file, letter in enumerate(FILES)
}
"""Every cell of the largest table, by name."""
CELL_NAMES: Final = {cell: name for name, cell in CELLS.items()}
