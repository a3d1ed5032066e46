"""`rukuni`: random games in compiled code, compared with OpenSpiel's Havannah on a board of the same size.

Both draw every turn from all legal ones with equal chances. OpenSpiel is C++ driven from Python, as people
use it.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Final

import msgspec

from ukumbi.core.inputs import generator
from ukumbi.games.rukuni.position import Position

MIN_RATIO: Final = 10
"""The accepted ratio of our games to OpenSpiel's."""
HAVANNAH: Final = "havannah(board_size=5)"
STRETCHES: Final = 10
"""The systems alternate this often, because a machine's speed varies."""


class RandomGameMeasurements(msgspec.Struct, frozen=True):
    """Games a second."""

    ours: float
    plain: float
    theirs: float

    @property
    def times(self) -> float:
        return self.ours / self.theirs


def measure(seconds: float, seed: int) -> RandomGameMeasurements:
    """Measure all systems in turn, for this many seconds each."""
    import pyspiel  # noqa: PLC0415  only this needs it

    from ukumbi.games.rukuni.engine.compiled_rules import random_games  # noqa: PLC0415  it needs Numba

    rng, game = generator(seed), pyspiel.load_game(HAVANNAH)

    def havannah() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    def rukuni() -> None:
        position = Position.opening()
        while not position.is_over():
            position = position.after(rng.choice(list(position.turns())))

    heap = 1000
    random_games(heap, seed)  # compile or load first
    ways: dict[str, tuple[Callable[[], object], int]] = {
        "ours": (lambda: random_games(heap, rng.getrandbits(62)), heap),
        "plain": (rukuni, 1),
        "theirs": (havannah, 1),
    }
    best = dict.fromkeys(ways, 0.0)
    for _ in range(STRETCHES):
        for name, (play, games) in ways.items():
            best[name] = max(best[name], games * _speed(play, seconds / STRETCHES))
    return RandomGameMeasurements(**best)


def _speed(play: Callable[[], object], seconds: float) -> float:
    """Games a second."""
    times, started = 0, perf_counter()
    while (passed := perf_counter() - started) < seconds or not times:
        play()
        times += 1
    return times / passed
