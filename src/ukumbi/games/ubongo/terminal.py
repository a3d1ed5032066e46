"""Fillings and numbers in a terminal."""

from typing import Final

from rich.text import Text

from ukumbi.games.ubongo.boards import Filling, Task

# Every terminal has these sixteen named colours.
STYLES: Final = {
    "A": "bold black on bright_red",
    "B": "bold bright_white on red",
    "C": "bold black on bright_green",
    "D": "bold black on green",
    "E": "bold black on bright_blue",
    "F": "bold bright_white on blue",
    "G": "bold black on bright_yellow",
    "H": "bold black on yellow",
}
HEADS: Final = ("lower level", "upper level")
GAP: Final = "    "
CELL: Final = 3
"""The width of a cell in characters."""


def picture(filling: Filling) -> Text:
    """Both levels side by side, with a letter and a colour for each piece."""
    owner = {cube: piece for piece, cubes in filling.items() for cube in cubes}
    wide, deep = 1 + max(x for x, _, _ in owner), 1 + max(y for _, y, _ in owner)
    across = max(CELL * wide, *map(len, HEADS))
    shown = Text().append(GAP.join(head.ljust(across) for head in HEADS).rstrip() + "\n", style="dim")
    for y in reversed(range(deep)):
        for z in (0, 1):
            for x in range(wide):
                shown.append_text(_cell(owner.get((x, y, z))))
            if not z:
                shown.append(" " * (across - CELL * wide) + GAP)
        shown.append("\n")
    return shown


def _cell(piece: str | None) -> Text:
    if piece is None:
        return Text("·".center(CELL), style="dim")
    return Text(piece.center(CELL), style=STYLES[piece])


def figures(task: Task) -> str:
    """The number of fillings, and how hard they are to find."""
    search = f"{task.steps:,} pieces put down to find all"
    standing = f"{task.standing} of {len(task.pieces)} stand up in each"
    what = f"{task.pieces} on {len(task.outline)} cells: {fillings(task.solutions)}"
    return f"{what}, hardness {task.hardness:.1f} ({search}; {standing})"


def fillings(number: int) -> str:
    return "1 filling" if number == 1 else f"{number:,} fillings"
