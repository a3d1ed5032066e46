"""`rukuni`: random games in compiled code, beside OpenSpiel's Havannah on as large a board.

Both draw every turn from all that are legal, each as likely as any other. OpenSpiel is written in C++ and
driven from Python, as people use it.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Final

import msgspec

from ukumbi.core.inputs import generator
from ukumbi.games.rukuni.position import Position

GOAL: Final = 10
"""How many times as many games as OpenSpiel it has to be."""
HAVANNAH: Final = "havannah(board_size=5)"
STRETCHES: Final = 10
"""They take turns so often: a machine has good and bad moments."""


class KernelFigures(msgspec.Struct, frozen=True):
    """Games a second."""

    ours: float
    plain: float
    theirs: float

    @property
    def times(self) -> float:
        return self.ours / self.theirs


def measure(seconds: float, seed: int) -> KernelFigures:
    """All by turns, so many seconds each."""
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
    random_games(heap, seed)  # compiled, or loaded
    ways: dict[str, tuple[Callable[[], object], int]] = {
        "ours": (lambda: random_games(heap, rng.getrandbits(62)), heap),
        "plain": (rukuni, 1),
        "theirs": (havannah, 1),
    }
    best = dict.fromkeys(ways, 0.0)
    for _ in range(STRETCHES):
        for name, (play, games) in ways.items():
            best[name] = max(best[name], games * _speed(play, seconds / STRETCHES))
    return KernelFigures(**best)


def _speed(play: Callable[[], object], seconds: float) -> float:
    """How often a second."""
    times, started = 0, perf_counter()
    while (passed := perf_counter() - started) < seconds or not times:
        play()
        times += 1
    return times / passed
