"""What viewers of a match are shown and told, encoded once for all who share a viewpoint."""

from collections.abc import Hashable
from typing import Any

import msgspec

from ukumbi.core import HouseEvent, Match, Seat, codec


class Views:
    """A match as each viewpoint sees it now."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encode = codec(match.game).encode
        self._shown: dict[Hashable, msgspec.Raw] = {}
        self._seq = 0

    def view(self, seat: Seat | None) -> msgspec.Raw:
        """What this seat sees now."""
        match = self._match
        if self._seq != match.seq:
            self._shown.clear()
            self._seq = match.seq
        viewpoint = match.game.viewpoint(seat)
        if viewpoint not in self._shown:
            self._shown[viewpoint] = msgspec.Raw(self._encode(match.game.view(match.state, seat)))
        return self._shown[viewpoint]

    def forget(self) -> None:
        """Keep no text of what is seen: between the moves of most tables nobody asks for it."""
        self._shown.clear()

    def revealed(self, seat: Seat | None) -> msgspec.Raw:
        """This moment of a game that is over. The hall says whether it is."""
        return msgspec.Raw(self._encode(self._match.game.reveal(self._match.state, seat)))

    def redacted(self, event: Any, seat: Seat | None) -> msgspec.Raw | None:
        """The event as this seat may know it; None if it may not. What the house writes has no secrets."""
        house = isinstance(event, HouseEvent)
        known = event if house else self._match.game.redact(event, seat)
        return None if known is None else msgspec.Raw(self._encode(known))
