"""Cards with an outline as large as possible, and the pieces for every die number."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from ukumbi.games.ubongo.boards import DIE, LEVELS, Board
from ukumbi.games.ubongo.sheets.colours import INK, LEVEL_PAINT, WHITE, shaded
from ukumbi.games.ubongo.sheets.isometric import extent
from ukumbi.games.ubongo.sheets.paper import HEIGHT, MARGIN, WIDTH, Page
from ukumbi.games.ubongo.sheets.sheet import Sheet, box, dice
from ukumbi.games.ubongo.sheets.things import draw_die, draw_outline, draw_piece

BOARDS_A_PAGE: Final = 3
GAP: Final = 4.0
STRIP: Final = 13.0
"""The coloured edge with board number and level."""
OUTLINE_ROOM: Final = (99.0, 80.0)
LARGEST_CELL: Final = 25.0
PAD: Final = 4.0
DIE_SIZE: Final = 6.4
DIE_STEP: Final = DIE_SIZE + 1.2
DICE_A_COLUMN: Final = 3
LETTER: Final = 3.0
PIECE_GAP: Final = 1.6
LARGEST_EDGE: Final = 4.2
HIGHEST_ROW: Final = 28.0
RULE: Final = "#ddd7ca"
CARD_WIDTH: Final = WIDTH - 2 * MARGIN
CARD_HEIGHT: Final = (HEIGHT - 2 * MARGIN - (BOARDS_A_PAGE - 1) * GAP) / BOARDS_A_PAGE


class Room(NamedTuple):
    """A part of the page."""

    left: float
    low: float
    wide: float
    high: float


def draw_cards(numbered: Sequence[tuple[int, Board]], cell: float) -> Page:
    page = Page()
    for place, (number, board) in enumerate(numbered):
        low = HEIGHT - MARGIN - CARD_HEIGHT - place * (CARD_HEIGHT + GAP)
        _draw_card(page, low, number, board, cell)
    return page


def cell_size(sheet: Sheet) -> float:
    """The largest cell size that fits all boards, in half millimetres."""
    rooms = [
        room / cells for board in sheet.boards for room, cells in zip(OUTLINE_ROOM, box(board), strict=True)
    ]
    return min(LARGEST_CELL, floor(2 * min(rooms)) / 2)


def _draw_card(page: Page, low: float, number: int, board: Board, cell: float) -> None:
    paint = LEVEL_PAINT[board.level]
    card = page.panel(
        *(MARGIN, low, CARD_WIDTH, CARD_HEIGHT), rounded=4, facecolor=shaded(paint, 0.82), edgecolor="none"
    )
    page.band(MARGIN, low, STRIP, CARD_HEIGHT, card, facecolor=paint, edgecolor="none")
    _draw_strip(page, low, number, board)
    wide, deep = box(board)
    left = MARGIN + STRIP + PAD + (OUTLINE_ROOM[0] - wide * cell) / 2
    draw_outline(page, left, low + (CARD_HEIGHT - deep * cell) / 2, cell, board.outline, shaded(paint, -0.45))
    tasks_left = MARGIN + STRIP + 2 * PAD + OUTLINE_ROOM[0]
    room = Room(tasks_left, low + PAD, MARGIN + CARD_WIDTH - PAD - tasks_left, CARD_HEIGHT - 2 * PAD)
    _draw_tasks(page, room, board)


def _draw_strip(page: Page, low: float, number: int, board: Board) -> None:
    middle = MARGIN + STRIP / 2
    page.write(middle, low + CARD_HEIGHT - 8, f"{number}", 8.5, color=WHITE, ha="center", weight="bold")
    page.write(
        middle, low + 20, f"level {board.level}", 3.6, color=WHITE, ha="center", va="bottom", rotation=90
    )
    for step in range(len(LEVELS)):
        full = step < board.level
        page.dot(
            middle, low + 5 + 2.6 * step, 0.85, WHITE if full else shaded(LEVEL_PAINT[board.level], 0.35)
        )


def _draw_tasks(page: Page, room: Room, board: Board) -> None:
    high = min(HIGHEST_ROW, room.high / len(board.tasks))
    rows = high * len(board.tasks)
    top = room.low + (room.high + rows) / 2
    page.panel(room.left, top - rows, room.wide, rows, rounded=3, facecolor=WHITE, edgecolor="none")
    for row, task in enumerate(board.tasks):
        if row:
            y = top - row * high
            page.lines([((room.left + 3, y), (room.left + room.wide - 3, y))], RULE, 0.2)
        _draw_dice(page, room.left + PAD / 2, top - (row + 0.5) * high, dice(board, task))
    columns = ceil(DIE / len(board.tasks) / DICE_A_COLUMN)
    beside = PAD / 2 + columns * DIE_STEP + 1
    edge = min(_largest_edge(task.pieces, room.wide - beside - PAD / 2, high) for task in board.tasks)
    for row, task in enumerate(board.tasks):
        middle = (room.left + beside + room.left + room.wide - PAD / 2) / 2
        _draw_pieces(page, middle, top - (row + 0.5) * high, edge, task.pieces)


def _draw_dice(page: Page, left: float, middle: float, numbers: Sequence[int]) -> None:
    """The numbers of a task in a column, or in several."""
    rows = min(DICE_A_COLUMN, len(numbers))
    for at, number in enumerate(numbers):
        x = left + DIE_STEP * (at // DICE_A_COLUMN + 0.5)
        draw_die(page, x, middle + DIE_STEP * ((rows - 1) / 2 - at % DICE_A_COLUMN), DIE_SIZE, number)


def _largest_edge(pieces: str, wide: float, high: float) -> float:
    """The cube size with which these pieces fit in a row."""
    gaps = PIECE_GAP * (len(pieces) - 1)
    return min(
        LARGEST_EDGE, (wide - gaps) / sum(map(_wide, pieces)), (high - LETTER - 2.2) / max(map(_high, pieces))
    )


def _draw_pieces(page: Page, x: float, y: float, edge: float, pieces: str) -> None:
    """The pieces centred in their row, with the letters on a line below."""
    left = x - (edge * sum(map(_wide, pieces)) + PIECE_GAP * (len(pieces) - 1)) / 2
    high = edge * max(map(_high, pieces))
    foot = y - (high + LETTER) / 2 + LETTER
    for piece in pieces:
        middle = left + edge * _wide(piece) / 2
        draw_piece(page, middle, foot + edge * _high(piece) / 2, edge, piece)
        page.write(middle, foot - LETTER * 0.6, piece, LETTER, ha="center", weight="bold", color=INK)
        left += edge * _wide(piece) + PIECE_GAP


def _wide(piece: str) -> float:
    left, right, _, _ = extent(piece)
    return right - left


def _high(piece: str) -> float:
    _, _, low, high = extent(piece)
    return high - low
