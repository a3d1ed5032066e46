"""Who is away from a table, and since when."""

from collections.abc import Iterable
from typing import Final

from ukumbi.core import Instant, Seat
from ukumbi.hall.clock import HallClock

AWAY_MILLISECONDS: Final = 30_000
"""After so long a player is away for longer: enough to reload a page, or to change networks."""


class Absence:
    """The people of one table who are not there."""

    def __init__(self, clock: HallClock, longer: int = AWAY_MILLISECONDS) -> None:
        self._clock = clock
        self._longer = longer
        self._since: dict[Seat, Instant] = {}

    def note(self, away: Iterable[Seat]) -> None:
        """These are away now."""
        now = self._clock.now()
        self._since = {seat: self._since.get(seat, now) for seat in away}

    def since(self, seat: Seat) -> Instant | None:
        """Since when this seat's person has been away; None if they are here, or no person has it."""
        return self._since.get(seat)

    def away(self) -> frozenset[Seat]:
        return frozenset(self._since)

    def longer_from(self, seat: Seat) -> Instant | None:
        """From when on this seat's person counts as away for longer."""
        since = self._since.get(seat)
        return None if since is None else Instant(since + self._longer)

    def for_longer(self, seat: Seat) -> bool:
        longer_from = self.longer_from(seat)
        return longer_from is not None and self._clock.now() >= longer_from
