"""The arena: bots against bots, in all seat orders, on all cores."""

import math
import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, permutations, product

import msgspec

from ukumbi.core import Options, Refused, checked_options
from ukumbi.core.inputs import generator
from ukumbi.library import REGISTRY, play, read

Seating = tuple[str, ...]
"""Bots by level, in the order of the seats."""


class Result(msgspec.Struct, frozen=True):
    """One game: its players by seat, and their places."""

    players: Seating
    places: tuple[int, ...]


class Tournament(msgspec.Struct, frozen=True):
    """The games to play."""

    game: str
    bots: Seating
    games: int
    seats: int
    seed: int = 0
    options: Options | None = None
    """None for the game's defaults."""

    def __post_init__(self) -> None:
        entry = REGISTRY[self.game]
        entry.check_seats(self.seats)
        for bot in self.bots:
            entry.bot(bot)
        if len(set(self.bots)) < max(2, len(self.bots)):
            raise Refused("bots_must_differ", bots=list(self.bots))

    def pairings(self) -> list[tuple[Seating, int]]:
        """The seating and seed of each game. They do not depend on the number of processes."""
        die, pairings = generator(self.seed), list[tuple[Seating, int]]()
        orders = seatings(self.bots, self.seats)
        while len(pairings) < self.games:
            die.shuffle(orders)
            pairings += [(order, die.getrandbits(63)) for order in orders]
        return pairings[: self.games]


def seatings(bots: Sequence[str], seats: int) -> list[Seating]:
    """All seatings of the bots; at small tables some are missing, at large ones some sit twice."""
    if seats <= len(bots):
        return [order for company in combinations(bots, seats) for order in permutations(company)]
    return [order for order in product(bots, repeat=seats) if len(set(order)) == len(bots)]


def options_from(game: str, choices: Iterable[str]) -> Options:
    """A game's options from choices like `rounds=3`; the others have their defaults."""
    chosen = dict(choice.partition("=")[::2] for choice in choices)
    return checked_options(REGISTRY[game].game, chosen, strict=False)


def play_match(game: str, pairing: tuple[Seating, int], options: Options | None = None) -> Result:
    players, seed = pairing
    outcome = read(play(game, players, options=options, seed=seed)).outcome
    assert outcome is not None
    return Result(players, outcome.places)


def matches(tournament: Tournament, processes: int | None = None) -> Iterator[Result]:
    """The results of a tournament, in order."""
    cores = processes or len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(cores, initializer=_ignore_ctrl_c) as pool:
        match = partial(play_match, tournament.game, options=tournament.options)
        yield from pool.map(match, tournament.pairings())


def _ignore_ctrl_c() -> None:
    """Ignore Ctrl-C, which reaches every process of the group: the parent ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Standing(msgspec.Struct, frozen=True):
    """A bot's seats over all games, its wins, and its shared first places."""

    bot: str
    seats: int
    wins: int
    shared: int


def standings(bots: Sequence[str], played: Sequence[Result]) -> list[Standing]:
    sat, won, shared = Counter[str](), Counter[str](), Counter[str]()
    for match in played:
        sat.update(match.players)
        first = [bot for bot, place in zip(match.players, match.places, strict=True) if place == 1]
        (won if len(first) == 1 else shared).update(first)
    return [Standing(bot, sat[bot], won[bot], shared[bot]) for bot in bots]


class Duel(msgspec.Struct, frozen=True):
    """One bot against another, over all games with both.

    If a bot has several seats, each of its seats meets each seat of the other.
    """

    one: str
    other: str
    games: int
    wins: int
    draws: int
    losses: int

    def reversed(self) -> "Duel":
        """The same duel as seen by the other bot."""
        return Duel(self.other, self.one, self.games, self.losses, self.draws, self.wins)

    @property
    def meetings(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points won; a draw counts half."""
        return (self.wins + self.draws / 2) / self.meetings

    @property
    def _share(self) -> float:
        """The score with half a win and half a loss added, so never 0 or 1."""
        return (self.wins + self.draws / 2 + 0.5) / (self.meetings + 1)

    @property
    def error(self) -> float:
        """The standard error of the score. It counts tables, because meetings at one are not independent."""
        squares = (self.wins + self.draws / 4 + 0.5) / (self.meetings + 1)
        return math.sqrt((squares - self._share**2) / (self.games + 1))

    @property
    def rating(self) -> float:
        """The Elo rating difference for this score."""
        return 400 * math.log10(self._share / (1 - self._share))

    @property
    def rating_error(self) -> float:
        return 400 / math.log(10) * self.error / (self._share * (1 - self._share))


def duels(bots: Sequence[str], played: Sequence[Result]) -> list[Duel]:
    """Each pair's results in the games with both."""
    pairs = (_duel(one, other, played) for one, other in combinations(bots, 2))
    return [duel for duel in pairs if duel.games]


def _duel(one: str, other: str, played: Sequence[Result]) -> Duel:
    results = [met for match in played if (met := _met(one, other, match))]
    ahead = Counter(ahead for met in results for ahead in met)
    return Duel(one, other, len(results), wins=ahead[1], draws=ahead[0], losses=ahead[-1])


def _met(one: str, other: str, match: Result) -> list[int]:
    """For each meeting at this table: 1 if `one` was ahead, 0 if equal, -1 if behind."""
    places = list(zip(match.players, match.places, strict=True))
    return [
        (mine < yours) - (mine > yours)
        for own, mine in places
        if own == one
        for their, yours in places
        if their == other
    ]
