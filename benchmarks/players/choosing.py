"""Simulated players' choices: any legal move."""

from random import Random
from typing import Final

import msgspec

from benchmarks.players.player import Choose
from ukumbi.bots import possible_moves
from ukumbi.core import AnyGame, Seat, codec


class _Rukuni(msgspec.Struct):
    to_move: int | None
    reach: dict[str, dict[str, list[str]]]


_rukuni: Final = msgspec.json.Decoder(_Rukuni).decode


def rukuni_turn(view: msgspec.Raw, seat: Seat, rng: Random) -> str | None:
    """Any legal turn, found quickly in the view: the load must cost less than the server."""
    seen = _rukuni(view)
    if seen.to_move != seat:
        return None
    tower, ways = rng.choice(list(seen.reach.items()))
    to, pegs = rng.choice(list(ways.items()))
    return f"{tower}-{to}/{rng.choice(pegs)}"


def any_move(game: AnyGame) -> Choose:
    """Any legal move of any game, found in an imagined world."""

    def choose(view: msgspec.Raw, seat: Seat, rng: Random) -> str | None:
        moves = possible_moves(game, codec(game).view(view), seat, rng)
        return game.format_move(rng.choice(moves)) if moves else None

    return choose
