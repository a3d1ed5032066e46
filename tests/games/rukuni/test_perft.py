"""Numbers of lines to a depth, in positions from all stages of a game.

The counts in perft.txt come from `reference.py`. Some are counted again here, so that the file, the
reference and the rules must agree.
"""

from pathlib import Path

from hypothesis import given

from tests.games.rukuni.reference import Board, spelt
from tests.games.rukuni.table import GAME, text
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.position import Position, parse_position

LINES = [
    line.split(";")
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()
    if not line.startswith("#")
]
COUNTS = [(position, int(depth), int(count)) for position, depth, count in LINES]


def _count(position: Position, depth: int) -> int:
    if position.is_over():
        return 0
    turns = list(position.turns())
    if depth == 1:
        return len(turns)
    return sum(_count(position.after(turn), depth - 1) for turn in turns)


def test_counts_match_the_file() -> None:
    """R17, and R6 to R20 all together."""
    for position, depth, count in COUNTS:
        assert _count(parse_position(position), depth) == count, f"{position}, {depth} deep"


def test_reference_counts_match_the_file() -> None:
    for position, depth, count in COUNTS:
        if count < 2000:
            assert Board.read(position).count(depth) == count, f"{position}, {depth} deep"


@given(played(GAME))
def test_turns_match_the_reference(game: Played) -> None:
    """R7, R8, R9, R10, R11, R12, R13"""
    position = game.state.position
    board = Board.read(text(position))
    assert board.is_over() == position.is_over()
    assert sorted(map(spelt, board.turns())) == sorted(map(format_move, position.turns()))
