"""Perft, the usual test of a move generator: counts lines of play."""

from random import Random
from typing import Any

from ukumbi.core import AnyGame, Instant, Refused, fold


def perft(game: AnyGame, depth: int, position: str | None = None) -> int:
    """The number of lines of `depth` moves. A game that ends sooner counts as one line."""
    rng = Random(0)
    state = fold(game.evolve, game.setup(game.seats.start, game.options(), Instant(0), rng))
    if game.simultaneous or game.deadline(state) is not None:
        raise Refused("time_runs", game=game.name)
    if not game.listable:
        raise Refused("not_listable", game=game.name)
    if position is not None:
        state = game.from_position(position)
    return _count(game, state, depth, rng)


def _count(game: AnyGame, state: Any, depth: int, rng: Random) -> int:
    if depth == 0 or game.outcome(state) is not None:
        return 1
    moves = [(seat, move) for seat in game.may_act(state) for move in game.legal_moves(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(
        _count(
            game, fold(game.evolve, game.decide(state, seat, move, Instant(0), rng), state), depth - 1, rng
        )
        for seat, move in moves
    )
