"""Games that end strangely, or not at all, and tables that wait for the wrong people (`ends_well`)."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Event, Lay, State
from ukumbi.core import Outcome, Seat


class EndsStrangely(Pounce):
    """An ending that the rules do not know."""

    def outcome(self, state: State) -> Outcome | None:
        usual = super().outcome(state)
        return None if usual is None else replace(usual, ending="everybody_left")


class RanksBackwards(Pounce):
    """The fewest points come first."""

    def outcome(self, state: State) -> Outcome | None:
        usual = super().outcome(state)
        return None if usual is None else replace(usual, points=tuple(-each for each in usual.points))


class NeverEnds(Pounce):
    """Beats without end."""

    def evolve(self, state: State | None, event: Event) -> State:
        return replace(super().evolve(state, event), beats=0)


class GetsStuck(Pounce):
    """Nobody may act, and no clock runs."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class WaitsForTheIdle(Pounce):
    """Waits for somebody who has laid already."""

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(state.seats)


class WaitsForNobody(Pounce):
    """Says that it is played in turns, and waits for nobody."""

    simultaneous: ClassVar = False

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset()


class WaitsInVain(Pounce):
    """Waits for those who have nothing to lay."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return [] if seat == 0 else super().legal_moves(state, seat)
