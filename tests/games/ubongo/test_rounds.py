"""Rounds: levels, boards, honours, the hourglass and the second chance."""

from tests.games.ubongo.table import ANN, BEN, CLEO, GAME, Table
from ukumbi.games.ubongo.boards import tasks
from ukumbi.games.ubongo.events import Chose, Closed, Dealt, HourglassTurned, Rolled
from ukumbi.games.ubongo.moves import put
from ukumbi.games.ubongo.state import Phase


def test_players_choose_their_level() -> None:
    """R6: a player who does not choose gets the table's after thirty seconds."""
    table = Table(3, level=4)
    assert table.play(ANN, "level 1") == (Chose(ANN, 1),)
    assert table.refused(ANN, "level 2").code == "already_ready"
    assert GAME.awaited(table.state) == {BEN, CLEO}
    assert table.play(BEN, "ready") == (Chose(BEN, 4),)
    assert not table.wait(29_999)
    chose, dealt = table.wait(1)
    assert chose == Chose(CLEO, 4)
    assert isinstance(dealt, Dealt)
    assert [side.level for side in table.state.sides] == [1, 4, 4]


def test_nine_rounds_with_a_new_board_each() -> None:
    """R8: nine, or as many as the option says; R9: each with a board new to all."""
    table, boards = Table(2, level=1), list[str]()
    for number in range(1, 10):
        table.play_round(ANN)
        assert table.state.round == number
        boards += (side.board.outline for side in table.state.sides if side.board)
    assert len(set(boards)) == len(boards) == 18
    table.all_ready()
    assert table.state.phase is Phase.OVER
    short = Table(3, rounds=2).play_round(ANN).play_round(ANN, BEN)
    short.all_ready()
    assert short.state.phase is Phase.OVER


def test_the_next_boards_cannot_be_predicted() -> None:
    """R9, R43: the same past can have different futures."""
    outlines = set()
    for seed in range(12):
        board = Table(2, seed=seed).choose().state.sides[ANN].board
        assert board is not None
        outlines.add(board.outline)
    assert len(outlines) > 6


def test_the_die_gives_each_player_a_task() -> None:
    """R10: one player rolls, and the number is the same for all."""
    table = Table(3).choose()
    roller = table.state.role(0)
    other = (roller + 1) % 3
    refusal = table.refused(other, "roll 1")
    assert (refusal.code, refusal.facts) == ("not_yours_to_roll", {"seat": roller})
    [rolled] = table.play(roller, "roll 1")
    assert isinstance(rolled, Rolled)
    assert rolled.seat == roller
    for side in GAME.view(table.state, None).sides:
        assert side.board is not None
        assert side.task == side.board.tasks[rolled.die - 1]


def test_the_left_neighbour_turns_the_hourglass() -> None:
    """R11: building begins then, not before."""
    table = Table(3).choose()
    roller = table.state.role(0)
    table.play(roller, f"roll {1}")
    assert table.refused(roller, "turn 1").facts == {"seat": (roller + 1) % 3}
    assert table.refused(ANN, put(1, "A", frozenset({(0, 0, 0), (0, 0, 1)}))).code == "not_now"
    [turned] = table.play((roller + 1) % 3, "turn 1")
    assert isinstance(turned, HourglassTurned)
    assert not turned.again
    assert GAME.may_act(table.state) == {0, 1, 2}
    assert GAME.awaited(table.state) == set()


def test_rolling_the_die_moves_to_the_left() -> None:
    """R12: from round to round; the first one is drawn."""
    assert {Table(3, seed=seed).state.roller for seed in range(20)} == {0, 1, 2}
    table = Table(3)
    first = table.state.roller
    for number in range(3):
        table.play_round(ANN)
        assert table.state.role(0) == (first + number) % 3
        assert table.state.role(1) == (first + number + 1) % 3


def test_the_clock_acts_for_idle_players() -> None:
    """R13: after five seconds each."""
    table = Table().choose()
    assert not table.wait(4_999)
    [rolled] = table.wait(1)
    assert isinstance(rolled, Rolled)
    assert rolled.seat is None
    [turned] = table.wait(5_000)
    assert isinstance(turned, HourglassTurned)
    assert turned.seat is None


def test_the_hourglass_ends_the_round() -> None:
    """R14: a minute, or as the option says; R19: its last moment still counts."""
    table = Table().build()
    assert (table.state.since, table.state.until) == (table.now, table.now + 60_000)
    assert Table(hourglass=90).build().state.until == 90_000
    table.solve(BEN)
    last = table.all_but_one(ANN)
    assert not table.wait(59_000)
    assert table.now == table.state.until
    table.lay(ANN, last)
    assert table.state.solved == (BEN, ANN)
    late = Table().build()
    late.solve(BEN)
    late.all_but_one(ANN)
    assert isinstance(late.wait(59_001)[0], Closed)


def test_the_round_ends_when_all_have_solved() -> None:
    """R19: the round is over at once; R18: in the order of solving."""
    table = Table(3).build()
    happened = table.solve(CLEO, ANN, BEN)
    assert isinstance(happened[-1], Closed)
    assert table.state.solved == (CLEO, ANN, BEN)
    assert [side.solved for side in table.state.sides] == [2_000, 3_000, 1_000]


def test_the_hourglass_is_turned_a_second_time() -> None:
    """R20: if no task is solved, the hourglass is turned again, and runs on after the first solution."""
    table = Table().build()
    piece = table.all_but_one(ANN)
    [again] = table.wait()
    assert isinstance(again, HourglassTurned)
    assert again.again
    assert again.until == table.now + 60_000
    table.lay(ANN, piece)
    assert table.state.phase is Phase.BUILDING
    assert table.state.solved == (ANN,)
    assert table.state.sides[ANN].solved == 60_001
    assert isinstance(table.wait()[0], Closed)


def test_the_hourglass_is_not_turned_a_third_time() -> None:
    """R21: the round is over."""
    table = Table().build()
    table.wait()
    assert isinstance(table.wait()[0], Closed)
    assert not table.state.solved


def test_no_task_comes_again_before_all_others() -> None:
    """R7: in a solo game with more rounds than the level has tasks."""
    table = Table(1, level=1, limit=20).choose()
    number = len(tasks(1))
    met = []
    for _ in range(2 * number):
        met.append(table.task(ANN).number)
        table.play(ANN, f"aside {table.state.round}")
    assert len(set(met[:number])) == number
    assert len(set(met[number:])) == number


def test_between_rounds_all_boards_are_shown() -> None:
    """R30: the players' boards, and fillings; the game goes on when all are ready."""
    table = Table(2, level=1).build()
    table.all_but_one(BEN)
    table.solve(ANN)
    table.wait()
    for viewer in (ANN, BEN, None):
        view = GAME.view(table.state, viewer)
        assert [side.lying for side in view.sides] == [side.lying for side in table.state.sides]
        assert [side.solutions for side in view.sides] == [table.task(ANN).fillings, table.task(BEN).fillings]
    table.play(BEN, "ready")
    assert table.refused(BEN, "ready").code == "already_ready"
    assert GAME.awaited(table.state) == {ANN}
    assert isinstance(table.play(ANN, "ready")[-1], Dealt)
    table.play_round(ANN)
    assert not table.wait(19_999)
    assert isinstance(table.wait(1)[0], Dealt)
