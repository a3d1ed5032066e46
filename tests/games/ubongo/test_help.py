"""Help: one piece is laid for a player, the log notes it, and a game alone brings no record then."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ubongo.table import ANN, BEN, GAME, Table
from tests.kit.coached import coached
from ukumbi.bots.bot import RandomBot
from ukumbi.games.ubongo import ENTRY
from ukumbi.games.ubongo.boards import LEVELS, read_filling
from ukumbi.games.ubongo.events import Lifted, Placed, Solved, UbongoOptions
from ukumbi.games.ubongo.grid import name_cubes, read_lying
from ukumbi.games.ubongo.moves import Help, Put
from ukumbi.games.ubongo.state import Phase


@given(
    level=st.sampled_from(LEVELS),
    seed=st.integers(0, 10_000),
    before=st.lists(st.integers(0, 10_000), max_size=4),
)
def test_help_leads_to_a_solution_from_anywhere(level: int, seed: int, before: list[int]) -> None:
    """R44: whatever lies there, each help lays one piece of a filling, until the task is solved."""
    table = Table(2, seed=seed, level=level).build()
    for number in before:
        puts = [move for move in GAME.legal_moves(table.state, ANN) if isinstance(move, Put)]
        if puts and len(table.state.sides[ANN].lying) < len(table.task(ANN).pieces) - 1:
            table.play(ANN, puts[number % len(puts)])
    fillings = [read_filling(table.task(ANN).outline, text) for text in table.task(ANN).fillings]
    for count in range(1, 1 + len(table.task(ANN).pieces)):
        *lifted, placed = (event for event in table.play(ANN, "help 1") if not isinstance(event, Solved))
        assert all(isinstance(event, Lifted) for event in lifted)
        assert isinstance(placed, Placed)
        assert placed.helped
        assert placed.piece is not None
        assert any(name_cubes(filling[placed.piece]) == placed.cubes for filling in fillings)
        assert table.state.sides[ANN].helped == count
        if table.state.solved:
            break
    assert table.state.solved == (ANN,)
    assert read_lying(table.state.sides[ANN].lying) in fillings


def test_a_piece_in_the_way_is_lifted() -> None:
    """R44: the count that the others see is right again afterwards."""
    table = Table(2, level=1).build()
    right = read_filling(table.task(ANN).outline, table.task(ANN).fillings[0])
    first, second = table.task(ANN).pieces[0], table.task(ANN).pieces[1]
    wrong = next(
        move
        for move in GAME.legal_moves(table.state, ANN)
        if isinstance(move, Put) and move.piece == second and set(move.cubes) & set(right[first])
    )
    table.play(ANN, wrong)
    lifted, placed = table.play(ANN, "help 1")
    assert lifted == Lifted(ANN, second, 0)
    assert placed == Placed(ANN, first, name_cubes(right[first]), 1, helped=True)


def test_help_brings_no_record() -> None:
    """R44: the same game without help brings one (R41)."""
    for helps in (0, 1):
        table = Table(1, solo="tasks").choose(1)
        for task in range(5):
            if helps and task == 2:
                table.play(ANN, "help 3")
                assert table.state.sides[ANN].helped == 1
                while table.state.round == 3:
                    table.play(ANN, "help 3")
            else:
                table.solve(ANN)
        assert table.match.outcome is not None
        assert (GAME.performance(table.state, ANN) is None) == bool(helps)


def test_others_see_that_a_piece_was_laid_and_not_which() -> None:
    """R42, R44: only the number and the fact that it was help."""
    table = Table(2, level=1).build()
    (placed,) = table.play(ANN, "help 1")
    assert GAME.redact(placed, BEN) == Placed(ANN, None, None, 1, helped=True)


def test_help_only_while_building() -> None:
    """R44."""
    table = Table(2, level=1).choose()
    assert table.refused(ANN, "help 1").code == "not_now"
    table.build()
    assert table.refused(ANN, "help 2").code == "not_this_round"
    table.solve(ANN)
    assert table.refused(ANN, "help 1").code == "already_solved"
    assert GAME.asks_help(Help(1))


def test_a_substitute_never_asks_for_help() -> None:
    """R44: it may stand in at a table with people."""
    table = Table(2, level=1).build()
    bot = RandomBot()
    moves = {type(bot.choose(GAME, table.match.view(ANN), ANN, Random(seed))) for seed in range(40)}
    assert moves == {Put}


def test_the_coach_offers_help_to_a_player_who_builds() -> None:
    """And to nobody else; the offer holds no cube of the solution."""
    offers = 0
    for match, seat, view, advice in coached(ENTRY, 1, seats=2, options=UbongoOptions(rounds=1)):
        offers += 1
        assert match.state.phase is Phase.BUILDING
        assert seat in match.state.building
        assert (advice.code, advice.move, advice.offered) == ("lay_one", f"help {view.round}", True)
        assert (advice.facts, advice.marks) == ({}, ())
    assert offers > 10


@pytest.mark.parametrize(("seats", "code"), [(1, "lay_one_alone"), (3, "lay_one")])
def test_alone_the_coach_says_that_there_is_no_record(seats: int, code: str) -> None:
    table = Table(seats, level=1)
    table.choose(*[1] * seats) if seats == 1 else table.build()
    view = table.match.view(ANN)
    assert ENTRY.coach is not None
    advice = ENTRY.coach.advise(GAME, view, ANN)
    assert advice is not None
    assert advice.code == code
