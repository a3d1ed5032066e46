"""The learnt weights: what the engine expects of a position is a sum over its groups.

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
"""From the empty board to the full one; between two of them the weights are mixed."""
FULL: Final = 50.0
"""Pegs with which the last stage is reached."""
WON: Final = 15.0
"""Points that a victory is worth, however narrow."""


def read_stages() -> list[list[float]]:
    """For each stage, and each feature."""
    text = files(__package__).joinpath("weights.json").read_bytes()
    stages = msgspec.json.decode(text, type=list[dict[str, float]])
    return [[stage[name] for name in FEATURES] for stage in stages]


def mixed(stages: list[list[float]], pegs: int) -> list[float]:
    """The weights for a board with so many pegs."""
    reached = min(pegs / FULL, 0.999) * (STAGES - 1)
    stage = int(reached)
    part = reached - stage
    return [
        one * (1 - part) + next_one * part
        for one, next_one in zip(stages[stage], stages[stage + 1], strict=True)
    ]
