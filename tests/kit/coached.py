"""Whole games of bots, with the advice that a coach would give at each moment."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ukumbi.bots.coach import Advice, Coach
from ukumbi.core import Entry, Instant, Match, Options, Seat, codec

START = Instant(1_700_000_000_000)
MAX_DECISIONS = 2_000


class Coached(NamedTuple):
    """What the coach says to a seat at this moment of a game."""

    match: Match
    seat: Seat
    view: Any
    advice: Advice


def advised(entry: Entry, view: bytes, seat: Seat) -> Advice | None:
    """What a worker answers: the coach gets the decoded view."""
    coach: Coach | None = entry.coach
    assert coach is not None
    return coach.advise(entry.game, codec(entry.game).view(view), seat)


def moments(
    entry: Entry,
    seed: int,
    seats: int | None = None,
    options: Options | None = None,
    level: str | None = None,
) -> Iterator[tuple[Match, Seat]]:
    """Every moment of a game of bots, with each seat that may act."""
    game, rng = entry.game, Random(seed)
    bot = entry.bot(level or entry.first.level or "1")
    match = Match(game, seats or game.seats.stop - 1, options or game.options(), rng=rng, now=START)
    match.begin()
    for _ in range(MAX_DECISIONS):
        if match.outcome is not None:
            return
        actors = sorted(match.may_act)
        for seat in actors:
            yield match, seat
        rng.shuffle(actors)
        for seat in actors:
            move = bot.choose(game, match.view(seat), seat, rng)
            if move is not None:
                match.adopt(match.decide(seat, move, match.now))
                break
        else:
            match.wait()


def coached(entry: Entry, *seeds: int, share: float = 1.0, **played: Any) -> Iterator[Coached]:
    """The advice at all moments of these games, or at a share of them, while the match stands there."""
    encode = codec(entry.game).encode
    for seed in seeds:
        looks = Random(seed)
        for match, seat in moments(entry, seed, **played):
            if looks.random() >= share:
                continue
            view = match.view(seat)
            if (advice := advised(entry, encode(view), seat)) is not None:
                yield Coached(match, seat, view, advice)
