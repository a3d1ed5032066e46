"""What is open and what is hidden."""

from msgspec.structs import replace

from tests.games.ubongo.table import ANN, BEN, GAME, Table
from ukumbi.games.ubongo.events import Dealt, Lifted, Placed
from ukumbi.games.ubongo.moves import put


def test_only_the_player_sees_their_pieces() -> None:
    """R42: the others see only the number of pieces; boards, tasks and gems are open."""
    table = Table(2).build()
    piece = table.all_but_one(ANN)
    table.play(ANN, f"lift 1 {next(iter(table.state.sides[ANN].lying))}")
    count = len(table.task(ANN).pieces) - 2
    for viewer in (BEN, None):
        side = GAME.view(table.state, viewer).sides[ANN]
        assert (side.lying, side.count, side.task) == (None, count, table.task(ANN).pieces)
    assert GAME.view(table.state, ANN).sides[ANN].lying == table.state.sides[ANN].lying
    assert piece not in (GAME.view(table.state, ANN).sides[ANN].lying or {})
    placed = Placed(ANN, "A", ("c3", "c4"), 1)
    assert GAME.redact(placed, ANN) == placed
    assert GAME.redact(placed, BEN) == Placed(ANN, None, None, 1)
    assert GAME.redact(Lifted(ANN, "A", 0), None) == Lifted(ANN, None, 0)


def test_the_next_roll_is_unknown() -> None:
    """R43: neither the boards nor anything else tells it before the roll."""
    table = Table(2).choose()
    assert table.state.die is not None
    assert GAME.view(table.state, ANN).die is None
    assert {side.task for side in GAME.view(table.state, ANN).sides} == {None}
    dealt = next(event for _, event in table.match.history if isinstance(event, Dealt))
    for viewer in (ANN, BEN, None):
        assert GAME.redact(dealt, viewer) == replace(dealt, die=None)
    shown = {Table(2, seed=seed).build().state.die for seed in range(60)}
    assert shown == set(range(1, 7))


def test_after_the_game_all_boards_are_open() -> None:
    """R42: a finished game's replay shows all boards to all; the die stays unknown until it is rolled."""
    table = Table(2).build()
    table.all_but_one(ANN)
    table.play(BEN, put(1, *min(table.filling(BEN).items())))
    for viewer in (ANN, BEN, None):
        shown = GAME.reveal(table.state, viewer)
        assert [side.lying for side in shown.sides] == [side.lying for side in table.state.sides]
        assert all(shown.sides[seat].lying for seat in (ANN, BEN))
        seen = GAME.view(table.state, viewer)
        assert replace(shown, sides=seen.sides) == seen
    before = Table(2).choose()
    assert GAME.reveal(before.state, ANN).die is None
