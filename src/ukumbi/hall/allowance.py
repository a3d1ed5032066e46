"""The allowances at one table: how much of each player's latency is granted, and when it is announced."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from ukumbi.core import Seat
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair_order import ALLOWANCE_CAP_NS, MILLISECOND

FREE_NS: Final = 10 * MILLISECOND
FREE_SHARE: Final = 0.08
"""Granted for jitter with every move, above the shortest round trip: this, and a share of that round trip."""
QUOTA_NS: Final = 1000 * MILLISECOND
"""Granted above that in all, for one seat in one game."""
LEFT_COUNTS_SECONDS: Final = 60
"""How long a connection that left the table still counts for its player."""

ANNOUNCE_INTERVAL_SECONDS: Final = 2.0
ANNOUNCED_CHANGE_SECONDS: Final = 0.015
ANNOUNCED_CHANGE_SHARE: Final = 0.2
"""Smaller changes are not announced."""


class Latency(msgspec.Struct, frozen=True):
    """One connection's round trip, in seconds."""

    usual: float | None = None
    """The middle of the recent pings, bounded by the kernel's figure; None before anything is known."""
    shortest: float = 0.0
    silent: bool = False
    """Whether it leaves pings unanswered."""


class Connected(Protocol):
    person: str

    @property
    def latency(self) -> Latency: ...


class Allowance(NamedTuple):
    """What a move is granted, in nanoseconds."""

    total: int = 0
    from_quota: int = 0


class SeatLatency(NamedTuple):
    """What all viewers see of a player, in seconds."""

    latency: float
    allowance: float


class AllowanceBoard:
    def __init__(
        self,
        clock: HallClock,
        viewers: Callable[[], Iterable[tuple[Connected, Seat | None]]],
        enabled: bool,
        announce: Callable[[], None],
        elsewhere: Callable[[str], Latency | None] = lambda _: None,
    ) -> None:
        """`elsewhere`: of a person's connections to other nodes."""
        self._clock = clock
        self._viewers = viewers
        self._enabled = enabled
        self._announce = announce
        self._elsewhere = elsewhere
        self._spent: dict[Seat, int] = {}
        self._left: dict[str, tuple[int, Latency]] = {}
        """When a player's nearest connection of late has left, and its latency."""
        self._announced: dict[Seat, SeatLatency] = {}
        self._announced_at = clock.moment()
        self._timer: asyncio.TimerHandle | None = None

    def by_seat(self) -> dict[Seat, SeatLatency]:
        """Of the players who are here and have been measured."""
        return {
            seat: SeatLatency(latency.usual, self._allowance(seat, latency).total / 1e9)
            for seat, latency in self._nearest().items()
            if latency.usual is not None
        }

    def allowance(self, seat: Seat) -> Allowance:
        """For a move made now; asking spends nothing."""
        return self._allowance(seat, self._nearest().get(seat, Latency()))

    def widest(self, seats: Collection[Seat]) -> int:
        """The widest allowance of these seats, without those that are silent."""
        nearest = self._nearest().items()
        heard = {seat: latency for seat, latency in nearest if seat in seats and not latency.silent}
        return max((self._allowance(seat, latency).total for seat, latency in heard.items()), default=0)

    def spend(self, seat: Seat, from_quota: int) -> None:
        self._spent[seat] = self._spent.get(seat, 0) + from_quota

    def left(self, viewer: Connected) -> None:
        """A player's connection has left the table."""
        if viewer.latency.usual is not None:
            latency = replace(viewer.latency, silent=True)  # its moves are not waited for any more
            before = self._recently_left(viewer.person) or latency
            self._left[viewer.person] = self._clock.moment(), nearer(latency, before)

    def _recently_left(self, person: str) -> Latency | None:
        if person not in self._left:
            return None
        moment, latency = self._left[person]
        return latency if self._clock.moment() - moment <= LEFT_COUNTS_SECONDS * 1e9 else None

    def _nearest(self) -> dict[Seat, Latency]:
        """The shortest figures of each seat's connections: a second connection gains nothing."""
        nearest: dict[Seat, Latency] = {}
        for viewer, seat in self._viewers():
            if seat is not None:
                latency = viewer.latency
                if (other := nearest.get(seat) or self._recently_left(viewer.person)) is not None:
                    latency = nearer(latency, other)
                if (far := self._elsewhere(viewer.person)) is not None:
                    latency = nearer(latency, far)
                nearest[seat] = latency
        return nearest

    def _allowance(self, seat: Seat, latency: Latency) -> Allowance:
        if not self._enabled or not latency.usual:
            return Allowance()
        usual = min(ALLOWANCE_CAP_NS, round(latency.usual * 1e9))
        free = min(usual, round(latency.shortest * 1e9 * (1 + FREE_SHARE)) + FREE_NS)
        from_quota = max(0, min(usual - free, QUOTA_NS - self._spent.get(seat, 0)))
        return Allowance(free + from_quota, from_quota)

    # announcing

    def measured(self) -> None:
        """A connection was measured: announce what has changed, now or when the interval is over."""
        if self._timer is None and self._changed():
            passed = (self._clock.moment() - self._announced_at) / 1e9
            self._timer = self._clock.after(ANNOUNCE_INTERVAL_SECONDS - passed, self._ring)

    def note_announced(self) -> None:
        """The present latencies are being sent to all viewers."""
        self._stop_timer()
        self._announced, self._announced_at = self.by_seat(), self._clock.moment()

    def _ring(self) -> None:
        self._timer = None
        if self._changed():
            self._announce()

    def _changed(self) -> bool:
        before, now = self._announced, self.by_seat()
        return before.keys() != now.keys() or any(
            abs(new - old) >= max(ANNOUNCED_CHANGE_SECONDS, ANNOUNCED_CHANGE_SHARE * old)
            for seat in now
            for old, new in zip(before[seat], now[seat], strict=True)
        )

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        self._stop_timer()
        self._announce = lambda: None


def nearer(one: Latency, other: Latency) -> Latency:
    usual = None if one.usual is None or other.usual is None else min(one.usual, other.usual)
    return Latency(usual, min(one.shortest, other.shortest), one.silent and other.silent)
