"""The end: most points, and the playoff."""

from tests.games.ubongo.table import ANN, BEN, CLEO, GAME, Table
from ukumbi.core import Outcome
from ukumbi.games.ubongo.events import Finished, HourglassTurned, Rolled
from ukumbi.games.ubongo.state import Phase


def tied(seats: int = 2) -> Table:
    """A game without points after one round."""
    table = Table(seats, rounds=1).play_round()
    table.all_ready()
    return table


def test_most_points_win() -> None:
    """R31."""
    table = Table(3, rounds=1).play_round(BEN, ANN)
    [*_, finished] = table.all_ready()
    assert finished == Finished("rounds", None)
    scores = GAME.score(table.state)
    assert scores[BEN] > scores[CLEO] == 0
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    assert table.match.outcome == Outcome("rounds", places, scores)


def test_a_tie_leads_to_a_playoff() -> None:
    """R32: no hourglass, no gems, the first to solve wins; also if no player has a gem."""
    table = tied(3)
    state = table.state
    assert (state.phase, state.round, state.playoff) == (Phase.ROLLING, 2, (0, 1, 2))
    rolled, turned = table.play(state.role(0), "roll 2")
    assert isinstance(rolled, Rolled)
    assert isinstance(turned, HourglassTurned)
    assert GAME.view(table.state, ANN).turner is None
    assert GAME.awaited(table.state) == {0, 1, 2}
    before = table.state.bag
    table.solve(BEN)
    assert table.state.bag == before
    assert table.match.outcome == Outcome("playoff", (2, 1, 2), (0, 0, 0))


def test_only_tied_players_take_part_in_the_playoff() -> None:
    """R32, R33: the others watch; the losers of the playoff share the next place."""
    tables = (Table(3, seed=seed, rounds=2).play_round(ANN, BEN).play_round(BEN, ANN) for seed in range(400))
    table = next(table for table in tables if GAME.score(table.state)[ANN] == GAME.score(table.state)[BEN])
    table.all_ready()
    assert table.state.playoff == (ANN, BEN)
    assert table.state.sides[CLEO].board is None
    table.build()
    assert table.refused(CLEO, "put 3 A c3 c4").code == "not_in_playoff"
    table.solve(ANN)
    outcome = table.match.outcome
    assert outcome is not None
    assert outcome.places == (1, 2, 3)


def test_a_playoff_without_a_winner_is_shared() -> None:
    """R34: after ten minutes the players share the victory."""
    table = tied(2).build()
    assert table.state.until == table.now + 600_000
    table.wait()
    assert table.match.outcome == Outcome("shared", (1, 1), (0, 0))
