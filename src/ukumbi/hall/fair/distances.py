"""How far away people are, by all their lines and the last few minutes: nobody gains by having two lines."""

from collections import deque
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Final, Protocol
from weakref import WeakKeyDictionary

import msgspec

from ukumbi.hall.clock import HallClock

WINDOW: Final = 180
"""Seconds for which a shorter way counts, also when it is no longer taken."""
GRACE: Final = 0.002
"""Seconds by which a program may be slower than its kernel without losing anything."""

ANEW: Final = 10
"""Seconds after which a proxy's word for the way to somebody is wanted anew."""
OLD: Final = 30
"""Seconds after which a wish for it that was not granted counts as refused."""
ROOM: Final = 0.001
"""Seconds by which somebody may be farther away than proxies tell on the average: their figures vary, too."""
STATED: Final = 60
"""How many such words are remembered of a person."""

DOUBT: Final = 3.0
"""A line whose usual way lies above its shortest by more than so many times what it varies does not vary:
its answers are held back, or its way has become longer."""


class Trip(msgspec.Struct, frozen=True):
    """What is known of one line's round trip, in seconds."""

    usual: float | None = None
    """What most round trips take; None before the first answer."""
    shortest: float | None = None
    """The shortest that anybody has measured. A kernel knows it before the first answer."""
    spread: float = 0.0
    """How much longer than the shortest they are on the average, going by how much they vary."""
    settled: bool = False
    """Whether there were answers enough to tell how much they vary."""
    silent: bool = False
    """Whether the line does not answer at present."""
    anew: bool = False
    """Whether a proxy stands between that tells with every request how far away the caller is."""


class Distant(Protocol):
    """Somebody at the other end of a line."""

    person: str

    @property
    def trip(self) -> Trip: ...


class Reading(msgspec.Struct, frozen=True):
    """How far away a person is, in seconds."""

    lag: float
    """As measured over the nearest line that is open."""
    shortest: float
    """No line of theirs, of the last minutes, was shorter."""
    usual: float
    """What can be believed of the lag: what is above the shortest must be seen to vary."""


class _Past:
    """A person's shortest way of late, and how their last line was."""

    def __init__(self) -> None:
        self._ways: deque[tuple[int, float]] = deque()
        """When, and how short: each is later and longer than the one before it."""
        self.last: tuple[int, Trip] | None = None
        self._stated: deque[tuple[int, float]] = deque(maxlen=STATED)
        """When a proxy's kernel has told how long its way to them takes, and what it told."""
        self._asked_since: int | None = None
        """When they were first asked to let it measure anew, since it has."""

    def note(self, now: int, seconds: float) -> None:
        while self._ways and self._ways[-1][1] >= seconds:
            self._ways.pop()
        self._ways.append((now, seconds))

    def shortest(self, now: int) -> float | None:
        while self._ways and _is_past(self._ways[0][0], now):
            self._ways.popleft()
        return self._ways[0][1] if self._ways else None

    def remembered(self, now: int) -> Trip | None:
        return None if self.last is None or _is_past(self.last[0], now) else self.last[1]

    def state(self, now: int, seconds: float) -> None:
        self._stated.append((now, seconds))
        self._asked_since = None
        self.note(now, seconds)

    def stated(self, now: int) -> float | None:
        """What proxies have told of late, on the average."""
        late = [seconds for moment, seconds in self._stated if not _is_past(moment, now)]
        return fmean(late) if late else None

    def was_stated(self, now: int) -> bool:
        """Whether they were measured just now, and need not be asked."""
        return bool(self._stated) and not _is_past(self._stated[-1][0], now, ANEW)

    def ask(self, now: int) -> None:
        self._asked_since = now if self._asked_since is None else self._asked_since

    def refuses(self, now: int) -> bool:
        """Whether they keep a proxy from measuring them: asked at first, or later for a while in vain."""
        if self._asked_since is None:
            return False
        return self.stated(now) is None or _is_past(self._asked_since, now, OLD)

    def is_over(self, now: int) -> bool:
        return self.shortest(now) is None and self.remembered(now) is None


def _is_past(moment: int, now: int, seconds: int = WINDOW) -> bool:
    return now - moment > seconds * 1_000_000_000


class Distances:
    """Everybody's distance. All lines of a person count, at whatever table they look, or at none."""

    def __init__(self, clock: HallClock, lines: Callable[[str], Iterable[Distant]]) -> None:
        self._clock = clock
        self._lines = lines
        self._past: dict[str, _Past] = {}
        """Whoever was measured last stands last."""
        self._asked: WeakKeyDictionary[Distant, int] = WeakKeyDictionary()
        """When each line was last asked to let a proxy measure it anew."""

    def note(self, line: Distant) -> None:
        """A line was measured."""
        shortest = line.trip.shortest
        if shortest is not None:
            self._latest(line.person).note(self._clock.moment(), shortest)

    def stated(self, person: str, seconds: float) -> None:
        """With a request of theirs a proxy has told how long its way to them takes, by its own kernel."""
        if any(line.trip.anew for line in self._lines(person)):
            self._latest(person).state(self._clock.moment(), seconds)

    def wants_request(self, line: Distant) -> bool:
        """Whether this one should make a request, for a proxy to tell anew; said once in a while."""
        trip, now = line.trip, self._clock.moment()
        asked = self._asked.get(line)
        if not trip.anew or trip.silent or (asked is not None and not _is_past(asked, now, ANEW)):
            return False
        past = self._latest(line.person)
        if past.was_stated(now):
            return False
        self._asked[line] = now
        past.ask(now)
        return True

    def _latest(self, person: str) -> _Past:
        past = self._past[person] = self._past.pop(person) if person in self._past else _Past()
        return past

    def closed(self, line: Distant) -> None:
        """A line is gone; whoever comes back over another one need not wait until that is measured."""
        self.note(line)
        now = self._clock.moment()
        if line.trip.usual is not None:
            self._latest(line.person).last = (now, line.trip)
        while self._past and self._past[oldest := next(iter(self._past))].is_over(now):
            del self._past[oldest]

    def of(self, person: str) -> Reading | None:
        """None while nothing is known."""
        trips = [line.trip for line in self._lines(person)]
        answered = [trip for trip in trips if trip.usual is not None]
        past, now = self._past.get(person, _Past()), self._clock.moment()
        remembered = past.remembered(now)
        if not answered and trips and remembered is not None:
            answered = [remembered]
        lag = min((trip.usual for trip in answered if trip.usual is not None), default=None)
        if lag is None:
            return None
        if any(trip.silent and trip.usual is None for trip in trips):
            return Reading(lag, 0.0, 0.0)  # what never answers is as near as can be, for all we know
        ways = [trip.shortest for trip in (*trips, *answered) if trip.shortest is not None]
        shortest = min(way for way in (lag, past.shortest(now), *ways) if way is not None)
        settled = [trip.spread for trip in answered if trip.settled]
        spread = min(settled or [trip.spread for trip in answered])
        above = spread + GRACE
        if lag - shortest > DOUBT * above:
            above = 0.0
        usual = min(lag, shortest + above)
        if any(trip.anew for trip in trips):
            if past.refuses(now):  # for all we know they are as near as can be, too
                return Reading(lag, 0.0, 0.0)
            usual = min(usual, (past.stated(now) or usual) + ROOM)
        return Reading(lag, shortest, usual)
