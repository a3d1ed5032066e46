"""The library's functions: games by name, matches, whole games, logs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ukumbi import core
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import AnyGame, Entry, Log, Match, Options, Record, Refused, Registry, checked_options
from ukumbi.core.inputs import generator
from ukumbi.core.log import NotALog, log_options
from ukumbi.games import GAMES

REGISTRY = Registry(GAMES)

LEVELS: Mapping[str, tuple[str, ...]] = {entry.game.name: tuple(entry.bots) for entry in REGISTRY}
"""The levels of each game's bots, from the weakest up: `"1"` and so on."""


def game(name: str) -> AnyGame:
    """The rules of a game."""
    return REGISTRY[name].game


def match(
    name: str,
    seats: int | None = None,
    options: Options | Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
) -> Match:
    """A new game, by default for the fewest players.

    Options are the game's own struct or a mapping. The same seed deals and rolls the same.
    """
    entry = REGISTRY[name]
    players = entry.game.seats.start if seats is None else seats
    entry.check_seats(players)
    begun = Match(entry.game, players, checked_options(entry.game, options), rng=generator(seed))
    begun.begin()
    return begun


def play(
    name: str,
    players: Sequence[str | AnyBot],
    *,
    options: Options | Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Log:
    """A whole game between these players (levels or bots), as a log.

    The same seed gives the same game, unless a bot is limited by seconds, as Rukuni's strongest is.
    In a game of turns no time passes between moves. Where everyone moves at once, bots take simulated time,
    and the quicker one moves first.
    """
    entry = REGISTRY[name]
    if isinstance(players, str) or not isinstance(players, Sequence):
        levels = list(entry.bots)
        raise Refused("not_players", players=repr(players)[:40], game=entry.game.name, allowed=levels)
    entry.check_seats(len(players))
    bots = [_bot(entry, player) for player in players]
    return play_out(entry.game, bots, checked_options(entry.game, options), generator(seed))


def _bot(entry: Entry, player: str | AnyBot) -> AnyBot:
    if isinstance(player, str):
        bot: AnyBot = entry.bot(player)
        return bot
    if not hasattr(player, "choose"):
        levels = list(entry.bots)
        raise Refused("not_a_bot", player=repr(player)[:40], game=entry.game.name, allowed=levels)
    return player


def read(log: Log) -> Match:
    """The match of a log, at its end. It can be played on."""
    return Match.of(_game_of(log), log)


def replay(log: Log) -> Iterator[tuple[Record, Any]]:
    """Each record of a log with the state after it."""
    rules = _game_of(log)
    log_options(rules, log)  # refuse damaged logs at once
    return core.replay(rules, log.records, log.version)


def _game_of(log: Log) -> AnyGame:
    if not isinstance(log, Log):
        raise NotALog(log, f"this is {type(log).__name__}")
    entry = REGISTRY[log.game]
    entry.check_seats(log.seats)
    return entry.game
