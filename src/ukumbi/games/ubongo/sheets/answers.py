"""The solutions of a sheet's tasks: the lower level on the left, the upper one on the right."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from ukumbi.games.ubongo.boards import Board, Task
from ukumbi.games.ubongo.outlines import WIDE
from ukumbi.games.ubongo.sheets.colours import LEVEL_PAINT, WHITE, shaded
from ukumbi.games.ubongo.sheets.paper import HEIGHT, MARGIN, SOFT, WIDTH, Page
from ukumbi.games.ubongo.sheets.sheet import box, dice
from ukumbi.games.ubongo.sheets.things import draw_die, draw_level

SOLVED_A_PAGE: Final = 6
ACROSS: Final = 3
"""Solved tasks in a row."""
HEAD: Final = 14.0
GAP: Final = 3.0
STRIP: Final = 9.0
DIE_SIZE: Final = 3.6
DIE_STEP: Final = DIE_SIZE + 0.8
LARGEST_CELL: Final = 5.0
BAND_WIDTH: Final = WIDTH - 2 * MARGIN
BAND_HEIGHT: Final = (HEIGHT - 2 * MARGIN - HEAD + GAP) / SOLVED_A_PAGE - GAP


def draw_answers(numbered: Sequence[tuple[int, Board]]) -> Page:
    page = Page()
    top = HEIGHT - MARGIN
    page.write(MARGIN, top - 4, "Solutions", 7, weight="bold")
    page.write(
        *(WIDTH - MARGIN, top - 4, "lower level on the left, upper level on the right", 3.2),
        color=SOFT,
        ha="right",
    )
    for place, (number, board) in enumerate(numbered):
        _draw_band(page, top - HEAD - BAND_HEIGHT - place * (BAND_HEIGHT + GAP), number, board)
    return page


def _draw_band(page: Page, low: float, number: int, board: Board) -> None:
    paint = LEVEL_PAINT[board.level]
    band = page.panel(
        *(MARGIN, low, BAND_WIDTH, BAND_HEIGHT), rounded=3, facecolor=shaded(paint, 0.88), edgecolor="none"
    )
    page.band(MARGIN, low, STRIP, BAND_HEIGHT, band, facecolor=paint, edgecolor="none")
    page.write(
        MARGIN + STRIP / 2, low + BAND_HEIGHT / 2, f"{number}", 5.5, color=WHITE, ha="center", weight="bold"
    )
    rows = ceil(len(board.tasks) / ACROSS)
    columns = ceil(len(board.tasks) / rows)
    wide, high = (BAND_WIDTH - STRIP) / columns, BAND_HEIGHT / rows
    for place, task in enumerate(board.tasks):
        left = MARGIN + STRIP + wide * (place % columns)
        _draw_solved(page, left, low + BAND_HEIGHT - high * (place // columns + 0.5), wide, board, task)


def _draw_solved(page: Page, left: float, middle: float, wide: float, board: Board, task: Task) -> None:
    """Dice and both levels, centred in their part of the row."""
    across, deep = box(board)
    cell = min(LARGEST_CELL, BAND_WIDTH / ACROSS / (2 * WIDE + 5), (BAND_HEIGHT / 2 - 4) / deep)
    left += (wide - DIE_STEP - 1 - (2 * across + 1) * cell) / 2
    numbers = dice(board, task)
    for at, number in enumerate(numbers):
        draw_die(
            page, left + DIE_SIZE / 2, middle + DIE_STEP * ((len(numbers) - 1) / 2 - at), DIE_SIZE, number
        )
    owner = {cube: piece for piece, cubes in task.solution.items() for cube in cubes}
    for z in (0, 1):
        level = {(x, y): piece for (x, y, high), piece in owner.items() if high == z}
        start = left + DIE_STEP + 1 + z * (across + 1) * cell
        draw_level(page, start, middle - deep * cell / 2, cell, level)
