"""The arena: bots against bots, in all seat orders, on all cores."""

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, cycle, islice, permutations

import msgspec

from ukumbi.library import SHELF, play, replay


class Match(msgspec.Struct, frozen=True):
    """One game: who sat where, and the places they took."""

    players: tuple[str, ...]
    places: tuple[int, ...]


class Duel(msgspec.Struct, frozen=True):
    """How one bot did against another, over all games in which both sat."""

    one: str
    other: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points won, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score."""
        spread = (self.wins + self.draws / 4) / self.games - self.score**2
        return math.sqrt(max(spread, 0.25 / self.games) / self.games)

    @property
    def rating(self) -> float:
        """The rating difference that this score means; half a game is added to both, so that it is finite."""
        share = (self.wins + self.draws / 2 + 0.5) / (self.games + 1)
        return 400 * math.log10(share / (1 - share))

    @property
    def rating_error(self) -> float:
        share = (self.wins + self.draws / 2 + 0.5) / (self.games + 1)
        return 400 / math.log(10) * self.error / (share * (1 - share))


def seatings(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every way to put so many of the bots at a table."""
    return [order for company in combinations(bots, seats) for order in permutations(company)]


def _play(task: tuple[str, tuple[str, ...], int]) -> Match:
    game, players, seed = task
    log = play(game, players, seed=seed)
    *_, (_, state) = replay(log)
    outcome = SHELF[game].game.outcome(state)
    assert outcome is not None
    return Match(players, outcome.places)


def matches(game: str, bots: Sequence[str], games: int, seats: int, seed: int) -> Iterator[Match]:
    """So many games, spread evenly over all seatings, as they are finished."""
    orders = islice(cycle(seatings(bots, seats)), games)
    tasks = [(game, order, seed + number) for number, order in enumerate(orders)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(_play, tasks, chunksize=max(1, min(8, games // 50)))


def duels(bots: Sequence[str], played: Sequence[Match]) -> list[Duel]:
    """Each pair's results: who took the better place in the games in which both sat."""
    results = []
    for one, other in combinations(bots, 2):
        wins = draws = losses = 0
        for match in played:
            if one in match.players and other in match.players:
                mine = match.places[match.players.index(one)]
                yours = match.places[match.players.index(other)]
                wins, draws, losses = wins + (mine < yours), draws + (mine == yours), losses + (mine > yours)
        if wins + draws + losses:
            results.append(Duel(one, other, wins, draws, losses))
    return results
