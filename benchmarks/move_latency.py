"""Latency of moves, on a machine that other programs use too."""

import math
import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

import msgspec

THINK_SECONDS: Final = (0.25, 0.75)
"""Range of seconds between the opponent's move and a player's own."""
MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108  a folder of its own is made in it
"""The ledger is in memory, if possible: a shared disk varies."""
STEAL_COLUMN: Final = 8
"""The column of /proc/stat with the time stolen from this virtual machine."""


class MoveLatency(msgspec.Struct, frozen=True):
    """Milliseconds from moves to their acknowledgements, over a stretch of time."""

    moves: int
    p50: float
    p99: float
    stolen: float = 0.0
    """Milliseconds stolen by other virtual machines, as far as the system tells."""
    stretches: int = 1

    @classmethod
    def of(cls, milliseconds: Sequence[float], stolen: float = 0.0) -> Self:
        percent = statistics.quantiles(milliseconds, n=100) if len(milliseconds) > 1 else [math.inf] * 99
        return cls(len(milliseconds), percent[49], percent[98], stolen)

    @classmethod
    def usual(cls, stretches: Sequence[Self]) -> Self:
        """The median of several stretches, without those with more stolen time than usual."""
        usual = statistics.median_low(stretch.stolen for stretch in stretches)
        ours = [stretch for stretch in stretches if stretch.stolen <= usual]
        return cls(
            sum(stretch.moves for stretch in ours),
            statistics.median(stretch.p50 for stretch in ours),
            statistics.median(stretch.p99 for stretch in ours),
            sum(stretch.stolen for stretch in ours),
            len(ours),
        )

    @property
    def moves_a_stretch(self) -> float:
        return self.moves / self.stretches


def stolen() -> float:
    """Milliseconds stolen by other virtual machines since the system's start."""
    try:
        columns = Path("/proc/stat").read_text().partition("\n")[0].split()
        return 1000 * int(columns[STEAL_COLUMN]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):  # not on every system
        return 0.0
