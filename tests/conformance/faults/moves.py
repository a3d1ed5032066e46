"""Moves whose list, refusal, notation or steps disagree (`checks.py`)."""

from collections.abc import Iterable, Sequence
from random import Random

from tests.conformance.faults.refusing import Refusing
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import CARDS, Card, Event, Lay, State
from tests.kit.pounce.view import PounceView
from ukumbi.core import CLOCK, Actor, Illegal, Instant, Seat, Steps, Tick, Unreadable


class ForgetsAMove(Pounce):
    """It accepts a move that it does not list."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return list(super().legal_moves(state, seat))[:1]


class PromisesAMove(Pounce):
    """It refuses a move that it lists."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        moves = list(super().legal_moves(state, seat))
        return [*moves, Lay(Card(max(move.card for move in moves) + 1))] if moves else []


class LetsTheIdleAct(Pounce):
    """A seat that has laid may act, but has no move before the next beat."""

    def may_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.seats if state.waited_for() else ())

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return super().legal_moves(state, seat) if seat in state.waited_for() else []

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(state.waited_for())


class Breaks(Refusing):
    """Its rules raise where they should refuse."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        raise KeyError(move.card)


class LetsAnybodyTick(Pounce):
    """It accepts a tick from a seat."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        actor = actor if isinstance(move, Lay) else CLOCK
        return super().decide(state, actor, move, now, rng)


class Mumbles(Pounce):
    """Its notation does not read back."""

    def format_move(self, move: Lay) -> str:
        return f"lay {min(move.card, 9)}"


class HearsACard(Pounce):
    """It reads a move in a text without a card."""

    def parse_move(self, text: str) -> Lay:
        return Lay(Card(0)) if text == "lay" else super().parse_move(text)


class TrustsDigits(Pounce):
    """It trusts `isdigit`, which some characters that are no number pass."""

    def parse_move(self, text: str) -> Lay:
        verb, _, number = text.partition(" ")
        if verb == "lay" and number.isdigit() and int(number) not in CARDS:
            raise Unreadable("not_a_lay", text=text[:40])
        return super().parse_move(text)


class Stutters(Pounce):
    """Its steps leave a move out."""

    def steps(self, view: PounceView, parts: Sequence[str]) -> Steps:
        if parts:
            return Steps(move=parts[0])
        return Steps(next=tuple(f"lay {card}" for card in view.hand[1:]))
