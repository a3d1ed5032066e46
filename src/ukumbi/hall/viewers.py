"""Those who look at a table: who they are, and telling them what happens."""

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from ukumbi.core import Seat
from ukumbi.hall.allowance import Connected
from ukumbi.hall.standings import Standing
from ukumbi.hall.views import Broadcast

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)


class Viewer(Connected, Protocol):
    """Somebody connected who looks at tables. Telling them something never fails; they may be cut off."""

    def tell_step(self, table: "Table", broadcast: Broadcast, seat: Seat | None) -> None: ...
    def tell_presence(self, table: "Table", encoded: dict[Seat | None, bytes]) -> None:
        """Who is here; `encoded` keeps the message for each seat, made once."""
        ...

    def tell_stopped(self, table: "Table") -> None: ...
    def tell_anew(self, table: "Table") -> None:
        """The whole table as it is now: something else than a step has changed it."""
        ...

    def tell_news(self, table: "Table", standing: Standing | None) -> None:
        """How a table of this person stands that they do not look at; None: it is not theirs any more."""
        ...

    def sign_out(self) -> None:
        """They are no longer who they were: the line ends."""
        ...

    def call(self, table: "Table", name: str) -> None:
        """Somebody waits for this person at a table that they do not look at."""
        ...


class Viewers:
    """The viewers of one table, each on a seat or (None) as a spectator."""

    def __init__(self) -> None:
        self._seats: dict[Viewer, Seat | None] = {}

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._seats

    def __len__(self) -> int:
        return len(self._seats)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(list(self._seats))

    def items(self) -> list[tuple[Viewer, Seat | None]]:
        return list(self._seats.items())

    def seat(self, viewer: Viewer) -> Seat | None:
        return self._seats.get(viewer)

    def join(self, viewer: Viewer, seat: Seat | None) -> bool:
        """Whether that is news."""
        news = self._seats.get(viewer, -1) != seat
        self._seats[viewer] = seat
        return news

    def leave(self, viewer: Viewer) -> bool:
        """Whether they were here."""
        return self._seats.pop(viewer, viewer) is not viewer

    def reseat(self, seat_of: Callable[[str], Seat | None]) -> None:
        """Seats have changed hands: everybody looks on from where they sit now."""
        for viewer in self._seats:
            self._seats[viewer] = seat_of(viewer.person)

    def here(self, seat: Seat) -> bool:
        return seat in self._seats.values()

    def spectators(self) -> int:
        return sum(seat is None for seat in self._seats.values())
