"""The learnt weights of the evaluation.

Read here without NumPy: the plain engine needs them as well as the compiled one.
"""

from importlib.resources import files
from typing import Final

import msgspec

FEATURES: Final = (
    "points",  # pegs times towers beside the group
    "room",  # pegs times empty hollows beside it, WIDEST at most
    "bulk",  # the square of its pegs
    "coming",  # pegs times towers that could come beside it in one move
    "groups",  # one for each
    "towers",  # those beside it
    "heft",  # the square of its pegs, times its towers
    "edge",  # empty hollows beside it
    "turn",  # for being the one to move
)
WIDEST: Final = 8
STAGES: Final = 6
"""Of the game, from the empty board to the full one; weights are interpolated between two."""
FULL: Final = 50.0
"""Pegs on the board at the last stage."""
WON: Final = 15.0
"""Bonus for a victory, in points."""


def read_stages() -> list[list[float]]:
    """For each stage, and each feature."""
    text = files(__package__).joinpath("weights.json").read_bytes()
    stages = msgspec.json.decode(text, type=list[dict[str, float]])
    return [[stage[name] for name in FEATURES] for stage in stages]


def mixed(stages: list[list[float]], pegs: int) -> list[float]:
    """The interpolated weights for this many pegs."""
    reached = min(pegs / FULL, 0.999) * (STAGES - 1)
    stage = int(reached)
    part = reached - stage
    return [
        one * (1 - part) + next_one * part
        for one, next_one in zip(stages[stage], stages[stage + 1], strict=True)
    ]
