"""How long moves wait, on a machine that others use too."""

import math
import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

import msgspec

THINKS: Final = (0.25, 0.75)
"""Seconds between the other's move and one's own: lively, and no flood."""
MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of its own is made in it
"""Where the ledger lies, if there is such a place: a disk that others use has moments of its own."""
STEAL: Final = 8
"""The column of /proc/stat with the time that a virtual machine was held up."""


class Waits(msgspec.Struct, frozen=True):
    """How long the moves of some stretch of time waited, in milliseconds."""

    moves: int
    p50: float
    p99: float
    stolen: float = 0.0
    """What the machine under ours took for others meanwhile, as far as it tells."""
    stretches: int = 1

    @classmethod
    def of(cls, waits: Sequence[float], stolen: float = 0.0) -> Self:
        percent = statistics.quantiles(waits, n=100) if len(waits) > 1 else [math.inf] * 99
        return cls(len(waits), percent[49], percent[98], stolen)

    @classmethod
    def usual(cls, stretches: Sequence[Self]) -> Self:
        """The middle of several stretches, without those that the virtual machine was held up in."""
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
    """Milliseconds that our cores were there and another machine had them, since ours was started."""
    try:
        figures = Path("/proc/stat").read_text().partition("\n")[0].split()
        return 1000 * int(figures[STEAL]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):  # not every system tells
        return 0.0
