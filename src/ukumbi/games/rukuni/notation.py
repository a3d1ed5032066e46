"""Text for positions, and back.

A position is one line, row i first: `T3T/6/7/8/T7T/8/7/6/T3T w` is the opening; T is a tower, w and g are
pegs, digits count empty hollows, and the last letter says who is to move.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ukumbi.core import Unreadable
from ukumbi.games.rukuni.board import PLACES, ROWS, Hollows
from ukumbi.games.rukuni.position import PEGS, Colour, Position, Side

TOWERS: Final = 6
_TO_MOVE: Final = {"w": Colour.WHITE, "g": Colour.GREY}
_EMPTY: Final = re.compile(r"\.+")
_WIDTHS: Final = tuple(sum(row == r for row, _ in PLACES) for r in range(len(ROWS)))
_ROWS_FROM_TOP: Final = tuple(
    (sum(_WIDTHS[:row]), width, (1 << width) - 1) for row, width in reversed(tuple(enumerate(_WIDTHS)))
)
"""For each row its first hollow, how many it has, and the mask that cuts it out."""


def format_position(position: Position) -> str:
    towers, white, grey = position.towers, position.white.pegs, position.grey.pegs
    rows = [
        _row(width, towers >> first & full, white >> first & full, grey >> first & full)
        for first, width, full in _ROWS_FROM_TOP
    ]
    return f"{'/'.join(rows)} {position.turn.value[0]}"


@lru_cache(maxsize=1 << 14)
def _row(width: int, towers: Hollows, white: Hollows, grey: Hollows) -> str:
    """A row's text. Rows come again and again: a turn changes three at most."""
    letters = (
        "T" if towers >> place & 1 else "w" if white >> place & 1 else "g" if grey >> place & 1 else "."
        for place in range(width)
    )
    return _EMPTY.sub(lambda run: str(len(run[0])), "".join(letters))


def parse_position(text: str) -> Position:
    """The position of a line; it must be one that `format_position` would write."""
    board, _, to_move = text.partition(" ")
    rows = board.split("/")
    if len(rows) != len(ROWS) or to_move not in _TO_MOVE:
        raise Unreadable("not_a_position", text=text[:80])
    sets: dict[str, Hollows] = {"T": 0, "w": 0, "g": 0}
    hollow = 0
    for row, width in zip(reversed(rows), _WIDTHS, strict=True):
        letters = list(_spelt_out(row))
        if len(letters) != width:
            raise Unreadable("row_has_wrong_length", row=row[:20], hollows=width)
        for letter in letters:
            if letter != ".":
                if letter not in sets:
                    raise Unreadable("not_a_position", text=text[:80])
                sets[letter] |= 1 << hollow
            hollow += 1
    if sets["T"].bit_count() != TOWERS:
        raise Unreadable("wrong_number_of_towers", towers=sets["T"].bit_count())
    if max(sets["w"].bit_count(), sets["g"].bit_count()) > PEGS:
        raise Unreadable("too_many_pegs", pegs=PEGS)
    position = Position(sets["T"], Side.of(sets["w"]), Side.of(sets["g"]), _TO_MOVE[to_move])
    if format_position(position) != text:
        raise Unreadable("not_a_position", text=text[:80])
    return position


def _spelt_out(row: str) -> Iterator[str]:
    for letter in row:
        if letter in "123456789":
            yield from "." * int(letter)
        else:
            yield letter
