"""Games that end wrongly or never, and games that wait for the wrong seats (`ends_well`)."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Event, Lay, State
from ukumbi.core import Outcome, Seat


class EndsStrangely(Pounce):
    """Its ending is not declared."""

    def outcome(self, state: State) -> Outcome | None:
        usual = super().outcome(state)
        return None if usual is None else replace(usual, ending="everybody_left")


class RanksBackwards(Pounce):
    """The fewest points win."""

    def outcome(self, state: State) -> Outcome | None:
        usual = super().outcome(state)
        return None if usual is None else replace(usual, points=tuple(-each for each in usual.points))


class NeverEnds(Pounce):
    """It has beats without end."""

    def evolve(self, state: State | None, event: Event) -> State:
        return replace(super().evolve(state, event), beats=0)


class GetsStuck(Pounce):
    """No seat may act, and no clock runs."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class WaitsForTheIdle(Pounce):
    """It awaits a seat that has laid already."""

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(state.seats)


class WaitsForNobody(Pounce):
    """It claims to be a game of turns, and awaits no seat."""

    simultaneous: ClassVar = False

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset()


class WaitsInVain(Pounce):
    """It awaits seats that have no legal move."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return [] if seat == 0 else super().legal_moves(state, seat)
