"""A bot is a seat like any other: it gets what a player at that seat would see, and answers with a move."""

from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from ukumbi.core import AnyGame, Game, Seat

Move = TypeVar("Move")
View = TypeVar("View")


class Bot(Protocol[Move, View]):
    """One level of play."""

    pace: float
    """Seconds that a person would take at least; the hall waits so long before the move is made."""

    def choose(
        self, game: Game[Any, Move, Any, View, Any], view: View, seat: Seat, rng: Random
    ) -> Move | None:
        """The move for this seat, from its view alone; None for nothing now.

        Who answers None is asked again when something has changed.
        """
        ...


AnyBot = Bot[Any, Any]
OfLevel = TypeVar("OfLevel", bound=AnyBot)


@runtime_checkable
class LiveBot(Protocol):
    """A bot for games in which all move at once: how long it takes is part of how it plays."""

    def takes(self, view: Any, seat: Seat, move: Any, rng: Random) -> float:
        """Seconds that a person of this level needs to see this, decide on the move and make it."""
        ...


def seconds_for(bot: AnyBot, view: Any, seat: Seat, move: Any, rng: Random) -> float:
    """How long this bot takes for this move."""
    return bot.takes(view, seat, move, rng) if isinstance(bot, LiveBot) else bot.pace


def possible_moves(game: AnyGame, view: Any, seat: Seat, rng: Random) -> list[Any]:
    """The seat's legal moves. They are the same in every world that the view allows."""
    return list(game.legal_moves(game.imagine(view, rng), seat))


def by_level(*bots: OfLevel) -> dict[str, OfLevel]:
    """Bots from the weakest up, each under its level: "1", "2" and so on."""
    return {str(level): bot for level, bot in enumerate(bots, start=1)}


class RandomBot:
    """Plays any legal move: the weakest level, and the substitute when another bot fails."""

    def __init__(self, pace: float = 0.6) -> None:
        self.pace = pace

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Any:
        options = possible_moves(game, view, seat, rng)
        own = [move for move in options if not (game.gives_up(move) or game.asks_help(move))]
        return rng.choice(own or options or [None])
