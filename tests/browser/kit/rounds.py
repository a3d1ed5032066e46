"""What really happened in a game of Unikato: the hall's own log, replayed by the library."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

from tests.kit.actions import events_of
from ukumbi.core import Outcome, Seat, codec
from ukumbi.games.unikato.moves import format_place
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.state import State
from ukumbi.games.unikato.tiles import NAMES, Tile
from ukumbi.games.unikato.view import UnikatoView

UNIKATO: Final = Unikato()


class Rounds:
    """A whole game. Pages know less."""

    def __init__(self, events: Sequence[Any]) -> None:
        self.events = events
        self.states: list[State] = []
        for event in self.events:
            self.states.append(UNIKATO.evolve(self.states[-1] if self.states else None, event))

    @classmethod
    def read(cls, folder: Path, table: str) -> Self:
        """As the ledger has it."""
        # A full table is dealt by itself, a moment after it was set up.
        while not (written := events_of(folder, table)):
            pass
        read = codec(UNIKATO).event
        return cls([read(text) for *_, text in written])

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        return UNIKATO.outcome(self.state)

    def view(self, seat: int) -> UnikatoView:
        return UNIKATO.view(self.state, Seat(seat))

    def of(self, kind: type[Any]) -> list[Any]:
        """The events of this kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def lying(self) -> dict[str, str]:
        return {format_place(at): NAMES[tile] for at, tile in self.state.layout.items()}

    def secrets(self, seat: int) -> set[str]:
        """Tiles on this rack that have never lain open."""
        open_once: set[Tile] = set()
        for state in self.states:
            open_once |= {*state.display, *state.layout.values()}
        return {NAMES[tile] for tile in self.state.racks[seat] if tile not in open_once}
