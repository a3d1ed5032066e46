"""Faults in memories (`remembers`)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Card, Event, Revealed, State
from ukumbi.core import Seat


class RemembersUnasked(Pounce):
    """It has memories, but does not declare it."""

    def memory(self, state: State, seat: Seat) -> dict[str, int]:
        return {"beats": state.beats}


class RemembersMoreThanCounts(Pounce):
    remembers: ClassVar = True

    def memory(self, state: State, seat: Seat) -> Any:
        return {"beats": "many"}


class ForgetsInPlay(Pounce):
    remembers: ClassVar = True

    def memory(self, state: State, seat: Seat) -> dict[str, int]:
        return {"left": 1_000 - state.beats}


class ForgetsWhatWasBrought(RemembersUnasked):
    remembers: ClassVar = True


class ShowsWhatIsRemembered(RemembersUnasked):
    """Its first view shows a player's memory."""

    remembers: ClassVar = True

    def remember(self, seat: Seat, memory: Mapping[str, int]) -> Sequence[Event]:
        return [Revealed((Card(1),), seat, None)]
