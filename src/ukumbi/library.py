"""The library's face: games by name, whole games played out, logs read back."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ukumbi import core
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import AnyGame, Log, Options, Record, Registry
from ukumbi.games import BOXES

SHELF = Registry(BOXES)


def game(name: str) -> AnyGame:
    """The rules of a game by its name."""
    return SHELF[name].game


def play(
    name: str, players: Sequence[str | AnyBot], *, options: Options | None = None, seed: int | None = None
) -> Log:
    """A whole game between these players (levels of bots, or bots), as a log.

    In a game of turns time stands still between moves. In one in which everybody moves at once it goes on
    as the bots take it: who is done first moves first.
    """
    box = SHELF[name]
    bots = [box.bots[player] if isinstance(player, str) else player for player in players]
    return play_out(box.game, bots, options or box.game.options(), Random(seed))


def replay(log: Log) -> Iterator[tuple[Record, Any]]:
    """Each record of a log with the state after it."""
    return core.replay(game(log.game), log.records)
