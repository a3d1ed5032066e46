"""The arena: seatings, seeds, and statistics."""

from collections import Counter

import pytest

from ukumbi.core import Entry, Refused
from ukumbi.games import GAMES
from ukumbi.games.unikato.events import UnikatoOptions
from ukumbi.tools.arena import (
    Duel,
    Result,
    Standing,
    Tournament,
    duels,
    matches,
    options_from,
    seatings,
    standings,
)

NAMES = ("1", "8", "9")


@pytest.mark.parametrize(
    ("bots", "seats", "orders"),
    [
        (NAMES[:2], 2, {("1", "8"), ("8", "1")}),
        (NAMES[:2], 3, None),
        (NAMES, 2, None),
        (NAMES, 3, None),
        (NAMES, 4, None),
    ],
)
def test_every_bot_sits_on_every_seat_equally_often(
    bots: tuple[str, ...], seats: int, orders: set[tuple[str, ...]] | None
) -> None:
    found = seatings(bots, seats)
    assert len(set(found)) == len(found)
    assert orders is None or set(found) == orders
    for seat in range(seats):
        assert len(set(Counter(order[seat] for order in found).values())) == 1
        assert {order[seat] for order in found} == set(bots)
    wanted = min(len(bots), seats)
    assert all(len(set(order)) == wanted for order in found)


@pytest.mark.parametrize("games", [1, 6, 7, 100])
def test_games_are_spread_evenly_over_the_seatings(games: int) -> None:
    tournament = Tournament("unikato", NAMES, games, seats=2, seed=4)
    pairings = tournament.pairings()
    assert len(pairings) == games
    often = Counter(dict.fromkeys(seatings(NAMES, 2), 0))
    often.update(order for order, _ in pairings)
    assert max(often.values()) - min(often.values()) <= 1
    assert len({seed for _, seed in pairings}) == games


def test_another_seed_gives_other_games() -> None:
    seeds = [
        {seed for _, seed in Tournament("unikato", NAMES, 50, seats=2, seed=number).pairings()}
        for number in (0, 1)
    ]
    assert not seeds[0] & seeds[1]


def test_the_same_seed_gives_the_same_results_on_any_number_of_cores() -> None:
    tournament = Tournament("unikato", ("8", "1", "4"), games=12, seats=3, seed=8)
    alone = list(matches(tournament, processes=1))
    assert [match.players for match in alone] == [order for order, _ in tournament.pairings()]
    assert list(matches(tournament, processes=3)) == alone
    assert len({match.places for match in alone}) > 1


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_every_game_has_an_arena(entry: Entry) -> None:
    game, bots = entry.game, list(entry.bots)
    for seats in game.seats:
        tournament = Tournament(game.name, (bots[1], bots[0]), games=2, seats=seats)
        assert [len(match.places) for match in matches(tournament, processes=1)] == [seats, seats]


@pytest.mark.parametrize(
    ("game", "bots", "seats", "code"),
    [
        ("chess", NAMES, 2, "no_such_game"),
        ("unikato", ("8", "queen"), 2, "no_such_bot"),
        ("unikato", ("8",), 2, "bots_must_differ"),
        ("unikato", ("8", "8"), 2, "bots_must_differ"),
        ("unikato", NAMES, 5, "wrong_number_of_seats"),
        ("rukuni", ("3", "1"), 3, "wrong_number_of_seats"),
    ],
)
def test_invalid_arenas_are_refused(game: str, bots: tuple[str, ...], seats: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        Tournament(game, bots, 10, seats)
    assert refused.value.code == code


def test_options_are_read_by_name() -> None:
    chosen = options_from("unikato", ["rounds=3", "starter=first"])
    assert chosen == UnikatoOptions(rounds=3, starter="first")
    assert options_from("unikato", []) == UnikatoOptions()


@pytest.mark.parametrize("choice", ["rounds", "rounds=", "rounds=0", "rounds=3.5", "starter=last", "=3", ""])
def test_invalid_options_are_refused(choice: str) -> None:
    with pytest.raises(Refused, match="option"):
        options_from("unikato", [choice])


def test_options_change_the_games() -> None:
    """With three rounds the same seeds have other winners."""
    rounds = options_from("unikato", ["rounds=3"])
    tournaments = [Tournament("unikato", ("8", "7"), 12, 2, 5, options) for options in (None, rounds)]
    one, three = (list(matches(tournament, processes=1)) for tournament in tournaments)
    assert [match.players for match in one] == [match.players for match in three]
    assert one != three


def test_places_make_wins_draws_and_losses() -> None:
    played = [
        Result(("a", "b", "c"), (1, 2, 3)),
        Result(("b", "a", "c"), (1, 1, 3)),
        Result(("c", "b", "a"), (1, 2, 2)),
        Result(("b", "c", "a"), (1, 2, 3)),
    ]
    assert duels("abc", played) == [
        Duel("a", "b", games=4, wins=1, draws=2, losses=1),
        Duel("a", "c", games=4, wins=2, draws=0, losses=2),
        Duel("b", "c", games=4, wins=3, draws=0, losses=1),
    ]
    assert standings("abc", played) == [
        Standing("a", seats=4, wins=1, shared=1),
        Standing("b", seats=4, wins=1, shared=1),
        Standing("c", seats=4, wins=1, shared=0),
    ]


def test_bots_that_never_met_have_no_duel() -> None:
    played = [Result(("a", "b"), (1, 2)), Result(("b", "c"), (2, 1))]
    assert [(duel.one, duel.other) for duel in duels("abc", played)] == [("a", "b"), ("b", "c")]


def test_a_bot_on_several_seats_has_a_duel_for_each() -> None:
    (duel,) = duels("ab", [Result(("a", "b", "a"), (1, 2, 3)), Result(("b", "a", "a"), (3, 1, 1))])
    assert duel == Duel("a", "b", games=2, wins=3, draws=0, losses=1)
    assert duel.meetings == 4


def test_scores_and_errors_match_hand_calculation() -> None:
    even = Duel("a", "b", games=3, wins=1, draws=1, losses=1)
    assert (even.score, even.rating) == (0.5, 0)
    assert even.error == pytest.approx(((1.75 / 4 - 0.25) / 4) ** 0.5)
    ahead = Duel("a", "b", games=99, wins=74, draws=0, losses=25)
    assert ahead.score == pytest.approx(74 / 99)
    assert ahead.error == pytest.approx((0.745 * 0.255 / 100) ** 0.5)
    assert ahead.rating == pytest.approx(186.24, abs=0.01)
    assert ahead.rating_error == pytest.approx(173.72 * ahead.error / (0.745 * 0.255), abs=0.01)


def test_ten_to_one_is_four_hundred_elo_points() -> None:
    assert Duel("a", "b", games=10, wins=9, draws=1, losses=0).rating == pytest.approx(400.0)


def test_winning_all_games_gives_a_finite_rating() -> None:
    duel = Duel("a", "b", games=20, wins=20, draws=0, losses=0)
    assert duel.score == 1
    assert 0 < duel.error < 0.1
    assert 600 < duel.rating < 700


def test_a_draw_says_more_than_a_win_and_a_loss() -> None:
    drawn = Duel("a", "b", games=40, wins=0, draws=40, losses=0)
    fought = Duel("a", "b", games=40, wins=20, draws=0, losses=20)
    assert drawn.score == fought.score
    assert drawn.error < fought.error / 4


def test_a_duel_can_be_reversed() -> None:
    duel = Duel("a", "b", games=10, wins=6, draws=1, losses=3)
    assert duel.reversed() == Duel("b", "a", games=10, wins=3, draws=1, losses=6)
    assert duel.reversed().reversed() == duel
    assert duel.reversed().rating == pytest.approx(-duel.rating)
