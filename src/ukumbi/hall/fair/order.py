"""The order in which moves count when everyone moves at once: by when their players acted.

Nothing here waits or looks at a clock: times come in, as nanoseconds of one clock that never runs
backwards.
"""

from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

import msgspec

from ukumbi.core import Actor

CAP: Final = 300_000_000
"""The most that is granted for lag."""

Move = TypeVar("Move")


class Held(msgspec.Struct, Generic[Move], frozen=True):
    """A move that waits for those that might still come in before it."""

    move: Move
    arrival: int
    allowance: int
    effective: int
    """When its player acted, as far as we grant it: the move counts from here."""


class FairOrder(Generic[Move]):
    """The moves of one table on their way to being decided.

    A move waits until its effective time is `widest` ago, the widest allowance of those who may act:
    what any of them sends from then on comes out later. So whoever has the widest does not wait at all.

    The wait must depend on nothing else. If a move went through as soon as the other's had come in, the
    moment of its answer would tell that the other has acted; for the same reason moves that will be
    refused wait like all others.
    """

    def __init__(self, opened: int) -> None:
        self._latest = opened
        """Nothing counts from before what has been let through, or before the table was there."""
        self._of_actor: dict[Actor, int] = {}
        self._held: list[tuple[int, int, Held[Move]]] = []
        self._arrivals = count()

    def __len__(self) -> int:
        return len(self._held)

    def arrive(
        self, actor: Actor, move: Move, arrival: int, allowance: int, acted: int | None = None
    ) -> Held[Move]:
        """A move has come in. When the clock acted need not be guessed: it says so."""
        if acted is None:
            acted = arrival - allowance
        effective = max(acted, self._latest, self._of_actor.get(actor, acted))
        self._of_actor[actor] = effective
        held = Held(move, arrival, allowance, effective)
        heappush(self._held, (effective, next(self._arrivals), held))
        return held

    def next_due(self, widest: int) -> int | None:
        """When the first move may go through, if nothing changes."""
        return self._held[0][0] + widest if self._held else None

    def due(self, now: int, widest: int) -> list[Held[Move]]:
        """Let through what nothing can come before any more, in order."""
        through: list[Held[Move]] = []
        while self._held and self._held[0][0] + widest <= now:
            through.append(heappop(self._held)[2])
            self._latest = through[-1].effective
        return through

    def clear(self) -> list[Held[Move]]:
        """Give up what is held."""
        given_up = [held for *_, held in sorted(self._held)]
        self._held.clear()
        return given_up
