"""What players take along from game to game (`takes_along`)."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Card, Event, Revealed, State
from ukumbi.core import Seat


class RemembersUnasked(Pounce):
    """It takes something along without saying that it does."""

    def memory(self, state: State, seat: Seat) -> dict[str, int]:
        return {"beats": state.beats}


class RemembersTheUnspeakable(Pounce):
    """A memory that cannot be written down."""

    remembers: ClassVar = True

    def memory(self, state: State, seat: Seat) -> object:
        return object()


class ShowsWhatIsRemembered(Pounce):
    """Whoever has played before begins with something that everybody sees."""

    remembers: ClassVar = True

    def memory(self, state: State, seat: Seat) -> int:
        return state.scores[seat]

    def remind(self, seat: Seat, memory: Any) -> Sequence[Event]:
        return [Revealed((Card(1),), seat, None)]
