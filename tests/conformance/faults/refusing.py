"""A game whose subclass changes one of its refusals."""

from collections.abc import Sequence
from random import Random

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Event, Lay, State
from ukumbi.core import Actor, Illegal, Instant, Tick


class Refusing(Pounce):
    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        try:
            return super().decide(state, actor, move, now, rng)
        except Illegal as refusal:
            if refusal.code != "not_in_hand" or not isinstance(move, Lay):
                raise
            raise self.reworded(state, move) from None

    def reworded(self, state: State, move: Lay) -> Illegal:
        raise NotImplementedError
