"""Leaks by a view, an event, a refusal, a list of moves or a deadline (`leaks.py`)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from tests.conformance.faults.refusing import Refusing
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Card, Dealt, Event, Laid, Lay, State
from tests.kit.pounce.view import PounceView
from ukumbi.core import Actor, GameStructs, Illegal, Instant, Seat, Tick


class ShowsAHand(Pounce):
    """Its view has a secret in another field."""

    def view(self, state: State, seat: Seat | None) -> PounceView:
        return replace(super().view(state, seat), pile=100 * state.hands[0][0] + len(state.pile))


class PeekView(PounceView, frozen=True):
    peek: Card | None = None


class ShowsThePile(Pounce):
    """Its view tells the next card, and `imagine` agrees with it."""

    structs: ClassVar = GameStructs(state=State, move=Lay, event=Event, view=PeekView)

    def view(self, state: State, seat: Seat | None) -> PeekView:
        seen = super().view(state, seat)
        fields = {name: getattr(seen, name) for name in PounceView.__struct_fields__}
        return PeekView(**fields, peek=state.pile[-1] if state.pile else None)

    def imagine(self, view: PounceView, rng: Random) -> State:
        assert isinstance(view, PeekView)
        world = super().imagine(view, rng)
        while world.pile and world.pile[-1] != view.peek:
            world = super().imagine(view, rng)
        return world


class TellsTheCard(Pounce):
    """Its event tells the card that lies face down."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event if isinstance(event, Laid) else super().redact(event, seat)


class FallsSilent(Pounce):
    """It leaves an event out or not, depending on the secret."""

    def redact(self, event: Event, seat: Seat | None) -> Any:
        if isinstance(event, Laid) and event.seat != seat and event.card is not None and event.card % 2:
            return None
        return super().redact(event, seat)


class TellsTheDeal(Pounce):
    """Only its setup tells too much."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event if isinstance(event, Dealt) else super().redact(event, seat)


class NamesTheHolder(Refusing):
    """Its refusal has a secret among its facts."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        holders = [seat for seat in state.seats if move.card in state.hands[seat]]
        return Illegal("not_in_hand", card=move.card, holders=[*holders])


class RefusesInTwoWays(Refusing):
    """Its refusal code depends on a secret."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        return Illegal("in_the_pile" if move.card in state.pile else "not_in_hand", card=move.card)


class LetsTheDeadlineTell(Pounce):
    """Its beat is longer if the first player has a high card."""

    def deadline(self, state: State) -> Instant | None:
        usual = super().deadline(state)
        return None if usual is None else Instant(usual + max(state.hands[0], default=0))


class ListsBySecrets(Pounce):
    """It forbids a card while a neighbour holds the next one, so both its list and its refusal tell."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        others = {card for other in state.seats if other != seat for card in state.hands[other]}
        return [move for move in super().legal_moves(state, seat) if move.card + 1 not in others]

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        events = super().decide(state, actor, move, now, rng)
        if (
            isinstance(move, Lay)
            and actor in state.seats
            and move not in self.legal_moves(state, Seat(actor))
        ):
            raise Illegal("not_now")
        return events


class WaitsBySecrets(Pounce):
    """It awaits only seats with a high card."""

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat in self.may_act(state) if max(state.hands[seat]) > 8)


class HidesNothing(Pounce):
    """It claims to have secrets, and shows everything."""

    structs: ClassVar = GameStructs(state=State, move=Lay, event=Event, view=State)

    def view(self, state: State, seat: Seat | None) -> Any:
        return state

    def imagine(self, view: Any, rng: Random) -> State:
        world: State = view
        return world


class ClaimsOpenness(Pounce):
    """It claims that all viewers see the same, though they do not."""

    hidden: ClassVar = False
