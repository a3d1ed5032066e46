"""The round trip of a line, measured so that whoever is at its other end cannot make it longer."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from secrets import token_bytes
from statistics import fmean, median, quantiles
from typing import Final, NamedTuple

from msgspec.structs import replace

from ukumbi.hall.fair.distances import GRACE, Trip
from ukumbi.server.kernel import KernelTrip

KEPT: Final = 60
"""Round trips that count. Their middle does, not the smallest: on a line that jitters, moves take as long
as most pings do, and the smallest would cheat whoever has such a line."""
LATEST: Final = 9
"""Of these, the latest: when they have become shorter, so has the line."""
WIDTH: Final = 0.15
"""How far from the median one of them may pull. The median alone is too short for most moves, because delays
have a long tail on one side only; the plain mean would hang on a single lost segment."""
SHORTER: Final = 1.1
SHORTER_BY: Final = 0.002
"""The latest may vary by so much, as a factor and in seconds, on a line that has not become shorter."""
MEAN_EXCESS: Final = 1.155
"""What waiting in two queues, there and back, adds on the average, in quartile ranges. Held against quartiles
and not against the smallest, it takes more than one quick answer to make slow ones look like jitter."""
ENOUGH: Final = 0.5
"""The share of round trips that lie near the shortest, at least, on a line that only jitters: most do."""
LOST: Final = 5.0
"""Seconds after which a ping counts as answered at once: with silence nothing is won, and by one answer
that got lost nothing is lost."""
SILENT: Final = 1.5
"""Seconds without an answer after which nobody waits for a line; what is lost twice comes sooner."""


ANEW: Final = "anew"
"""With this a proxy says that it tells it with every request."""


class Stated(NamedTuple):
    """What a proxy says of its own line to the caller."""

    seconds: float | None = None
    """The round trip, if it tells it."""
    anew: bool = False


class RoundTrip:
    """Pings under way, what came of them, and how long the line takes by all that we know."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: dict[bytes, float] = {}
        self._answered = 0.0
        """When the latest ping was asked that has been answered."""
        self._samples: deque[float] = deque(maxlen=KEPT)
        self._most: deque[float] = deque(maxlen=LATEST)
        """What the kernel has measured lately: it is answered before any program can hold that back."""
        self._shortest: float | None = None
        """By anybody's count, while the line is open: were it forgotten, whoever waits would gain."""
        self.forwarded = False
        """Whether a proxy that we trust stands between: then our kernel only knows the way to the proxy."""
        self._anew = False
        """Whether that proxy tells with every request how far away the caller is."""
        self._trip: Trip | None = None
        """What follows from all this, until something is added."""

    @property
    def trip(self) -> Trip:
        if self._trip is None:
            self._trip = self._figure()
        return replace(self._trip, silent=True) if self.silent else self._trip

    def _figure(self) -> Trip:
        if not self._samples:
            return Trip(shortest=self._shortest, anew=self._anew)
        whole, latest = _middle(self._samples), _middle(list(self._samples)[-LATEST:])
        usual = min(whole, latest * SHORTER + SHORTER_BY, *self._most)
        answers = [sample for sample in self._samples if sample]
        spread = _spread(answers, self._shortest or 0.0)
        return Trip(usual, self._shortest, spread, self.settled, anew=self._anew)

    @property
    def settled(self) -> bool:
        return len(self._samples) >= LATEST

    @property
    def silent(self) -> bool:
        late = self._clock() - SILENT
        return any(self._answered < asked < late for asked in self._asked.values())

    def ask(self) -> bytes:
        """What to send as a ping: nobody can answer it who has not got it."""
        now = self._clock()
        for payload in [payload for payload, asked in self._asked.items() if now - asked > LOST]:
            del self._asked[payload]
            self._sample(0.0)
        payload = token_bytes(8)
        self._asked[payload] = now
        return payload

    def answered(self, payload: bytes, waited: float = 0.0) -> bool:
        """A pong has come, and waited for us so long: whether it is the first answer to one of our pings."""
        asked = self._asked.pop(payload, None)
        if asked is not None:
            self._answered = max(self._answered, asked)
            seconds = max(1e-6, self._clock() - waited - asked)
            self._sample(seconds)
            self._shorten(seconds)
        return asked is not None

    def _shorten(self, seconds: float) -> None:
        self._shortest = seconds if self._shortest is None else min(self._shortest, seconds)
        self._trip = None

    def _sample(self, seconds: float) -> None:
        self._samples.append(seconds)
        self._trip = None

    def told(self, kernel: KernelTrip | None) -> None:
        """What our kernel says of the line: believe no round trip that is longer."""
        if kernel is not None:
            self._most.append(kernel.usual)
            self._shorten(kernel.shortest)

    def through_proxy(self, stated: Stated) -> None:
        """A proxy stands between. What its kernel said of its line to the caller can only make the way
        shorter, so that need not be trusted: nobody gains by looking nearer."""
        self.forwarded, self._anew, self._trip = True, stated.anew, None
        if stated.seconds is not None:
            self._shorten(stated.seconds)


def _middle(samples: Sequence[float] | deque[float]) -> float:
    """The mean, with what is far from the median moved nearer to it."""
    half = median(samples)
    least, most = half * (1 - WIDTH), half * (1 + WIDTH)
    return fmean(min(max(sample, least), most) for sample in samples)


def _spread(samples: Sequence[float], shortest: float) -> float:
    """How much longer than the shortest they are, on the average, if they vary as jitter does.

    Jitter begins at the shortest: where hardly any lie near it, something else makes them longer.
    """
    if len(samples) < 3:
        return 0.0
    lower, _, upper = quantiles(samples, n=4, method="inclusive")
    excess = MEAN_EXCESS * (upper - lower)
    near = fmean(sample <= shortest + 2 * excess + GRACE for sample in samples)
    return excess * min(1.0, near / ENOUGH)


def stated_round_trip(headers: Mapping[str, str]) -> Stated:
    microseconds, _, wish = headers.get("x-round-trip", "").partition(";")
    if not (microseconds.isascii() and microseconds.isdecimal() and len(microseconds) < 10):
        return Stated()
    return Stated(int(microseconds) / 1e6 or None, wish.strip() == ANEW)
