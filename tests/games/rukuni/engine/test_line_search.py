"""The best three turns have exact values, and lines are the best play of both sides."""

from functools import cache
from threading import Timer
from typing import Final

import pytest

from tests.games.rukuni.engine.test_compiled_engine import ALL, drawn, is_narrow, plain
from tests.games.rukuni.engine.test_compiled_rules import LATE
from ukumbi.games.rukuni.board import ALL as BOARD
from ukumbi.games.rukuni.board import CORNERS, members
from ukumbi.games.rukuni.engine.line_search import LINES, MIN_LINE_TURNS, LineSearch
from ukumbi.games.rukuni.engine.thought import turns_left
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position, Side, parse_position

LINE_SEARCH: Final = LineSearch()
THOROUGH: Final = LineSearch(breadth=ALL, wide=ALL, late=ALL)


def played(position: Position, turns: tuple[Turn, ...]) -> Position:
    """The position after these turns, all of them legal."""
    for turn in turns:
        assert not position.is_over()
        assert turn in set(position.turns())
        position = position.after(turn)
    return position


def lead(position: Position) -> int:
    return position.points(Colour.WHITE) - position.points(Colour.GREY)


def narrow(seed: int) -> Position:
    return next(later for turns in range(28, 50) if is_narrow(later := drawn(seed, turns)))


def ending(seed: int) -> Position:
    """A position that plain search can search to the end."""
    return next(
        later
        for turns in range(30, 50)
        if is_narrow(later := drawn(seed, turns)) and ways(later, 3_000) < 3_000
    )


def ways(position: Position, most: int) -> int:
    """The number of positions from here to the end of the game, up to `most`."""
    met: set[Position] = set()
    waiting = [position]
    while waiting and len(met) < most:
        at = waiting.pop()
        if at not in met:
            met.add(at)
            waiting.extend([] if at.is_over() else map(at.after, at.turns()))
    return len(met)


@cache
def decided(position: Position) -> tuple[int, int, int]:
    """The result by plain search: whether the player to move wins, and by how many points."""
    if position.is_over():
        mine, theirs = (
            (position.points(colour), position.side(colour).largest)
            for colour in (position.turn, position.turn.other)
        )
        return (mine > theirs) - (mine < theirs), mine[0] - theirs[0], 0
    return max(_turned(decided(position.after(turn))) for turn in position.turns())


def _turned(result: tuple[int, int, int]) -> tuple[int, int, int]:
    return -result[0], -result[1], 0


@pytest.mark.parametrize("seed", range(5))
def test_the_best_three_have_the_values_of_plain_search(seed: int) -> None:
    """Those of the second and the third are no mere bounds either."""
    position = narrow(seed)
    for depth in (2, 3, 4):
        best = THOROUGH.search(position, depth=depth)
        values = sorted((-plain(position.after(turn), depth - 1) for turn in position.turns()), reverse=True)
        assert [found.worth for found in best.found] == pytest.approx(values[:LINES])
        for found in best.found:
            assert found.worth == pytest.approx(-plain(position.after(found.turns[0]), depth - 1))


@pytest.mark.parametrize("seed", range(8))
def test_near_the_end_all_values_are_exact(seed: int) -> None:
    position = ending(seed)
    best = LINE_SEARCH.search(position)
    assert best.exact
    results = sorted((_turned(decided(position.after(turn))) for turn in position.turns()), reverse=True)
    side = 1 if position.turn is Colour.WHITE else -1
    for found, (_, ahead, _) in zip(best.found, results, strict=False):
        end = played(position, found.turns)
        assert end.is_over()
        assert side * lead(end) == ahead
    assert len(best.found) == min(LINES, len(results))
    assert best.depth == max(len(found.turns) for found in best.found)


def test_values_are_not_exact_if_the_beam_left_turns_out() -> None:
    position = parse_position(LATE)
    assert LINE_SEARCH.search(position).exact
    assert not LINE_SEARCH.search(position, depth=turns_left(position)).exact


@pytest.mark.parametrize("turns", [0, 12, 25, 33])
def test_lines_are_legal_and_long_enough(turns: int) -> None:
    position = drawn(turns, turns)
    best = LINE_SEARCH.search(position, depth=4)
    assert len(best.found) == min(LINES, len(list(position.turns())))
    for found in best.found:
        assert played(position, found.turns).is_over() or len(found.turns) >= max(MIN_LINE_TURNS, best.depth)
    assert len({found.turns[0] for found in best.found}) == len(best.found)


def test_forgotten_parts_of_a_line_are_searched_again() -> None:
    position = drawn(3, 14)
    line_search = LineSearch(breadth=4)
    best = line_search.search(position, depth=4)
    line_search._few.keys[:] = 0
    (short,) = {len(found.turns) for found in best.found}
    again = line_search.search(position, depth=2)
    assert short == 4
    assert all(len(found.turns) >= MIN_LINE_TURNS for found in again.found)


def test_at_its_time_limit_it_returns_the_last_full_depth() -> None:
    """A full search would take longer than a life."""
    best = LINE_SEARCH.search(Position.opening(), seconds=0.05)
    assert 1 <= best.depth < turns_left(Position.opening())
    assert not best.exact
    assert len(best.found) == LINES


@pytest.mark.parametrize("turns", [0, 31])
def test_it_ends_when_stopped(turns: int) -> None:
    """Far from the end, and near it, where an exact search comes first."""
    line_search, position = LineSearch(), drawn(7, turns)
    assert line_search.search(position, depth=2).depth == 2  # load the compiled code first
    stop = Timer(0.05, line_search.stop)
    stop.start()
    best = line_search.search(position)
    stop.join()
    assert not best.exact
    assert len(best.found) == LINES


@pytest.mark.parametrize(
    ("white", "grey", "left"), [(25, 24, 1), (24, 24, 2), (24, 23, 3), (23, 24, 3)], ids=str
)
def test_the_last_peg_is_counted(white: int, grey: int, left: int) -> None:
    """White has these pegs on the board; Grey is to move if White has more."""
    free = list(members(BOARD & ~CORNERS))
    sides = [sum(1 << hollow for hollow in some) for some in (free[:white], free[25 : 25 + grey])]
    turn = Colour.GREY if white > grey else Colour.WHITE
    position = Position(CORNERS, Side.of(sides[0]), Side.of(sides[1]), turn)
    assert turns_left(position) == left
