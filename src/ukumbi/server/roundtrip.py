"""The round trip of a line, measured so that whoever is at its other end cannot make it longer."""

import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from secrets import token_bytes
from statistics import fmean, median
from typing import Any, Final

SAMPLES: Final = 9
"""Round trips that count. Their middle does, not the smallest: on a line that jitters, moves take as long
as most pings do, and the smallest would cheat whoever has such a line."""
WIDTH: Final = 0.15
"""How far from the median one of them may pull. The median alone is too short for most moves, because delays
have a long tail on one side only; the plain mean would hang on a single lost segment."""
LOST: Final = 5.0
"""Seconds after which a ping counts as answered at once: with silence nothing is won, and by one answer
that got lost nothing is lost."""
ROOM: Final = 1.5
SLACK: Final = 0.02
"""Seconds. A proxy says once, at the start, how far the caller is: later it may be somewhat farther."""
_RTT: Final = struct.Struct("=68xII")
"""Where Linux puts the smoothed round trip and its variation, in microseconds, in its `tcp_info`."""


class RoundTrip:
    """Pings under way, what came of them, and how long the line takes by all that we know."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: dict[bytes, float] = {}
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._most: deque[float] = deque(maxlen=SAMPLES)
        """What the kernel has measured lately: it is answered before any program can hold that back."""

    @property
    def seconds(self) -> float | None:
        """None before the first answer."""
        if not self._samples:
            return None
        # The other kernel may put off its answers for a moment while its program keeps silent, so the
        # smallest bound counts.
        return min([self._middle(), *self._most])

    def _middle(self) -> float:
        """The mean, with what is far from the median moved nearer to it."""
        half = median(self._samples)
        least, most = half * (1 - WIDTH), half * (1 + WIDTH)
        return fmean(min(max(sample, least), most) for sample in self._samples)

    @property
    def settled(self) -> bool:
        return len(self._samples) == SAMPLES

    def ask(self) -> bytes:
        """What to send as a ping: nobody can answer it who has not got it."""
        now = self._clock()
        for payload in [payload for payload, asked in self._asked.items() if now - asked > LOST]:
            del self._asked[payload]
            self._samples.append(0.0)
        payload = token_bytes(8)
        self._asked[payload] = now
        return payload

    def answered(self, payload: bytes) -> bool:
        """A pong has come: whether it answers one of our pings, for the first time."""
        asked = self._asked.pop(payload, None)
        if asked is not None:
            self._samples.append(self._clock() - asked)
        return asked is not None

    def bound(self, most: float | None) -> None:
        """Believe no round trip that is longer than this."""
        if most is not None:
            self._most.append(most)


def kernel_round_trip(connection: Any) -> float | None:
    """The round trip by the kernel's own count, with room for its variation; None if it does not tell."""
    if sys.platform != "linux":
        return None
    try:
        figures = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RTT.size)
        smoothed, variation = _RTT.unpack(figures)
    except (OSError, AttributeError, struct.error):
        return None
    # The room is bounded: on a short line a single late acknowledgement varies by more than all of it.
    return float(smoothed + min(variation, smoothed // 2)) / 1e6 if smoothed else None


def stated_round_trip(microseconds: str) -> float | None:
    """The bound that a proxy's own figure sets; None if it tells none."""
    if not (microseconds.isascii() and microseconds.isdecimal() and len(microseconds) < 10):
        return None
    return int(microseconds) / 1e6 * ROOM + SLACK
