"""Deadlines without effect, and ticks that come too early (`keeps_time`)."""

from collections.abc import Sequence
from random import Random

from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Event, Lay, State
from ukumbi.core import Actor, Instant, Tick


class EndsInThePast(Pounce):
    """Its deadline is not after the event that set it."""

    def deadline(self, state: State) -> Instant | None:
        usual = super().deadline(state)
        return None if usual is None else Instant(usual - state.options.beat_ms)


class ForgetsTheTime(Pounce):
    """It has no deadline once a card is laid."""

    def deadline(self, state: State) -> Instant | None:
        return super().deadline(state) if not any(state.laid) else None


class RunsOn(Pounce):
    """Its clock runs after the game is over."""

    def deadline(self, state: State) -> Instant | None:
        return Instant(10**15) if state.is_over() else super().deadline(state)


class TicksInVain(Pounce):
    """A tick at its deadline changes nothing."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        return [] if isinstance(move, Tick) else super().decide(state, actor, move, now, rng)


class TicksEarly(Pounce):
    """Its clock may act before the deadline."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        late = Instant(state.until or now) if isinstance(move, Tick) else now
        return super().decide(state, actor, move, max(now, late), rng)
