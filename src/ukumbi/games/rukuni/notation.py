"""Text for positions, and back.

A position is one line, row i first: `T3T/6/7/8/T7T/8/7/6/T3T w` is the opening; T is a tower, w and g are
pegs, digits count empty hollows, and the last letter says who is to move.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ukumbi.core import Unreadable
from ukumbi.games.rukuni.board import PLACES, ROWS, Hollows
from ukumbi.games.rukuni.position import PEGS, Colour, Position, Side

TOWERS: Final = 6
CACHED_ROWS: Final = 4_000
"""Twice as many as thirty games have."""
_TO_MOVE: Final = {"w": Colour.WHITE, "g": Colour.GREY}
_WIDTHS: Final = tuple(sum(row == r for row, _ in PLACES) for r in range(len(ROWS)))
_ROWS_FROM_TOP: Final = tuple(
    slice(sum(_WIDTHS[:row]), sum(_WIDTHS[: row + 1])) for row in reversed(range(len(ROWS)))
)
_RUNS: Final = tuple(("0" * length, str(length)) for length in reversed(range(1, max(_WIDTHS) + 1)))
"""Empty hollows side by side, and how many they are."""


def format_position(position: Position) -> str:
    """One hexadecimal digit for each hollow, then rows cut out of these: no loop over hollows."""
    towers, white, grey = position.towers, position.white.pegs, position.grey.pegs
    digits = 0xA * int(f"{towers:b}", 16) + 0xB * int(f"{white:b}", 16) + 0xC * int(f"{grey:b}", 16)
    hollows = f"{digits:0{len(PLACES)}x}"[::-1]
    rows = "/".join([_format_row(hollows[row]) for row in _ROWS_FROM_TOP])
    return f"{rows} {'w' if position.turn is Colour.WHITE else 'g'}"


@lru_cache(CACHED_ROWS)
def _format_row(row: str) -> str:
    for run, length in _RUNS:
        row = row.replace(run, length)
    return row.replace("a", "T").replace("b", "w").replace("c", "g")


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
