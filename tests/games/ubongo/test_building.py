"""Placing pieces on a board, and completing a task."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ubongo.table import ANN, BEN, GAME, Table
from ukumbi.games.ubongo.boards import LEVELS, boards, tasks
from ukumbi.games.ubongo.events import Lifted, Placed, Solved
from ukumbi.games.ubongo.grid import name_cubes, ways_inside
from ukumbi.games.ubongo.moves import Put, put
from ukumbi.games.ubongo.pieces import PIECES, SHAPES
from ukumbi.games.ubongo.state import Phase


@given(level=st.sampled_from(LEVELS), number=st.integers(0, 10_000), other=st.booleans())
def test_any_filling_solves_the_task(level: int, number: int, other: bool) -> None:
    """R3: any filling, exactly two levels high; R17: at once, with the last piece."""
    table = Table(2, seed=number, level=level).build()
    which = int(other and len(table.task(ANN).fillings) > 1)
    happened = table.lay(ANN, which=which)
    assert isinstance(happened[0], Placed)
    assert isinstance(happened[1], Solved)
    assert table.state.solved == (ANN,)
    lying = table.state.sides[ANN].lying
    cubes = [cube for those in lying.values() for cube in those]
    box = {cell + up for cell in {cube.rstrip("+") for cube in cubes} for up in ("", "+")}
    assert len(cubes) == len(set(cubes))
    assert set(cubes) == box


def test_each_board_has_a_task_for_every_number() -> None:
    """R2: with fewer than six tasks, numbers share a task."""
    table = Table(2, level=1).choose()
    board = table.state.sides[ANN].board
    assert board is not None
    assert len(board.tasks) == len(board.numbers) == len(board.grades) == 6
    assert {tasks(1)[number].pieces for number in board.numbers} == set(board.tasks)
    assert len(set(board.tasks)) < 6


def test_levels_are_mixed_at_one_table() -> None:
    """R4: three pieces on level 1, four above; R5: five on level 5, with one filling."""
    table = Table(4).choose(1, 2, 4, 5).build()
    assert [len(table.task(seat).pieces) for seat in range(4)] == [3, 4, 4, 5]
    assert {len(board.tasks[0].pieces) for board in boards()[3]} == {4}
    assert {task.solutions for task in tasks(5)} == {1}


def test_a_piece_keeps_its_shape() -> None:
    """R1: it may be turned in space, but not mirrored."""
    table = Table(level=3).build()
    outline = table.task(ANN).outline
    for piece in table.task(ANN).pieces:
        for cubes in ways_inside(outline, piece):
            assert isinstance(table.play(ANN, put(1, piece, cubes))[0], Placed)
            table.play(ANN, f"lift 1 {piece}")
    # The chiral pieces, and their mirror images.
    for piece in "BG":
        mirrored = frozenset((-x, y, z) for x, y, z in SHAPES[piece])
        corner = min(x for x, _, _ in mirrored)
        moved = frozenset((x - corner, y, z) for x, y, z in mirrored)
        seed = next(seed for seed in range(50) if piece in Table(seed=seed, level=3).build().task(ANN).pieces)
        assert Table(seed=seed, level=3).build().refused(ANN, put(1, piece, moved)).code == "not_that_shape"


def test_illegal_placements_are_refused() -> None:
    """R15: within the outline, on free cells, not higher than two levels; R16: only pieces of the task."""
    table = Table(seed=3, level=3).build()
    task = table.task(ANN)
    filling = table.filling(ANN)
    piece, other = sorted(task.pieces)[-2:]
    wrong = next(letter for letter in PIECES if letter not in task.pieces)
    refusal = table.refused(ANN, Put(1, wrong, tuple(sorted(SHAPES[wrong]))))
    assert (refusal.code, refusal.facts["pieces"]) == ("not_of_this_task", task.pieces)
    far = frozenset((x - 2, y - 2, z) for x, y, z in SHAPES[piece])
    out = table.refused(ANN, put(1, piece, far))
    assert out.code == "sticks_out"
    assert out.facts["cells"] == sorted({f"{'abc'[x]}{y + 1}" for x, y, _ in SHAPES[piece]})
    high = frozenset((x, y, z + 1) for x, y, z in filling[piece])
    assert table.refused(ANN, put(1, piece, high)).code == "too_high"
    table.lay(ANN, piece)
    blocked = next(cubes for cubes in ways_inside(task.outline, other) if cubes & filling[piece])
    refusal = table.refused(ANN, put(1, other, blocked))
    assert (refusal.code, refusal.facts["by"]) == ("occupied", [piece])
    assert table.refused(ANN, put(1, piece, filling[piece])).code == "already_there"
    assert table.refused(ANN, f"lift 1 {other}").code == "not_lying"


def test_a_piece_may_overhang() -> None:
    """R15: while building."""
    table = Table(level=3).build()
    task = table.task(ANN)
    piece, cubes = next(
        (piece, cubes)
        for piece in task.pieces
        for cubes in ways_inside(task.outline, piece)
        if all(z == 1 for _, _, z in cubes)
    )
    assert isinstance(table.play(ANN, put(1, piece, cubes))[0], Placed)


def test_pieces_are_moved_and_lifted() -> None:
    """R15: placing a piece again moves it."""
    table = Table(level=2).build()
    piece = table.task(ANN).pieces[0]
    first, second, *_ = ways_inside(table.task(ANN).outline, piece)
    assert table.play(ANN, put(1, piece, first)) == (Placed(ANN, piece, name_cubes(first), 1),)
    assert table.play(ANN, put(1, piece, second)) == (Placed(ANN, piece, name_cubes(second), 1),)
    assert table.state.sides[ANN].lying == {piece: name_cubes(second)}
    assert table.play(ANN, f"lift 1 {piece}") == (Lifted(ANN, piece, 0),)
    assert table.state.sides[ANN].lying == {}


def test_a_solved_task_cannot_be_changed() -> None:
    """R17: after solving, no piece can be moved; R19: the others go on."""
    table = Table().build()
    table.solve(ANN)
    assert table.refused(ANN, f"lift 1 {table.task(ANN).pieces[0]}").code == "already_solved"
    assert table.state.phase is Phase.BUILDING
    assert GAME.may_act(table.state) == {BEN}
    table.all_but_one(BEN)


@pytest.mark.parametrize("text", ["put 2 A c3 c4", "lift 2 A", "roll 2", "turn 2"])
def test_a_move_for_another_round_is_refused_as_late(text: str) -> None:
    table = Table().build()
    refusal = table.refused(ANN, text)
    assert (refusal.code, refusal.facts) == ("not_this_round", {"round": 2, "now": 1})
