"""The rules of Pounce."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import ClassVar

from tests.kit.pounce.evolve import after
from tests.kit.pounce.state import (
    CARDS,
    HAND,
    Called,
    Card,
    Dealt,
    Drew,
    Event,
    Laid,
    Lay,
    PounceOptions,
    Revealed,
    Shuffled,
    State,
)
from tests.kit.pounce.view import PounceView, guess, hide, open_up, see
from ukumbi.core import (
    Actor,
    Clock,
    Game,
    GameStructs,
    Illegal,
    Instant,
    Outcome,
    Remark,
    Seat,
    Tick,
    Unreadable,
    fold,
)
from ukumbi.core.shared_rules import check_tick, game_is_over, no_such_seat, places


class Pounce(Game[State, Lay, Event, PounceView, PounceOptions]):
    name: ClassVar = "pounce"
    version: ClassVar = 1
    seats: ClassVar = range(2, 5)
    options = PounceOptions
    structs: ClassVar = GameStructs(state=State, move=Lay, event=Event, view=PounceView)
    endings: ClassVar = frozenset({"all_beats_played"})
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: PounceOptions, now: Instant, rng: Random) -> Sequence[Event]:
        cards = rng.sample(CARDS, len(CARDS))
        hands = tuple(tuple(sorted(cards.pop() for _ in range(HAND))) for _ in range(seats))
        return [Dealt(options, hands, tuple(cards)), _call(options, now, rng)]

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            if state.calling:
                return [_call(state.options, now, rng)]
            laid: list[Event] = [Laid(seat, min(state.hands[seat])) for seat in state.waited_for()]
        else:
            self._check_lay(state, actor, move)
            laid = [Laid(actor, move.card)]
        state = fold(self.evolve, laid, state)
        return laid if state.waited_for() else [*laid, *_close(state, now, rng)]

    def _check_lay(self, state: State, seat: Seat, move: Lay) -> None:
        if seat not in state.seats:
            raise no_such_seat(seat, len(state.seats))
        if state.is_over():
            raise game_is_over()
        if state.calling:
            raise Illegal("between_beats")
        if state.laid[seat] is not None:
            raise Illegal("already_laid")
        if move.card not in state.hands[seat]:
            raise Illegal("not_in_hand", card=move.card)

    def evolve(self, state: State | None, event: Event) -> State:
        return after(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.waited_for())

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return [Lay(card) for card in state.hands[seat]] if seat in self.may_act(state) else []

    def deadline(self, state: State) -> Instant | None:
        return None if state.is_over() else state.until

    def view(self, state: State, seat: Seat | None) -> PounceView:
        return see(state, seat)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return hide(event, seat)

    def imagine(self, view: PounceView, rng: Random) -> State:
        return guess(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        if not state.is_over():
            return None
        return Outcome("all_beats_played", places(state.scores), state.scores)

    def reveal(self, state: State, seat: Seat | None) -> PounceView:
        return open_up(state, seat)

    def review(self, moments: Sequence[tuple[Instant, State]]) -> Sequence[Remark]:
        return list(_missed_chances([state for _, state in moments]))

    def parse_move(self, text: str) -> Lay:
        verb, _, number = text.partition(" ")
        if verb != "lay" or number not in map(str, CARDS):
            raise Unreadable("not_a_lay", text=text[:40])
        return Lay(Card(int(number)))

    def format_move(self, move: Lay) -> str:
        return f"lay {move.card}"


def _call(options: PounceOptions, now: Instant, rng: Random) -> Called:
    return Called(prize=rng.randint(1, 6), until=Instant(now + options.beat_ms))


def _close(state: State, now: Instant, rng: Random) -> Iterator[Event]:
    """The end of a beat, once all players have laid."""
    options = state.options
    cards = tuple(card for card in state.laid if card is not None)
    last = state.beats == options.rounds
    until = Instant(now + options.pause_ms) if options.pause_ms and not last else None
    turned = Revealed(cards, Seat(cards.index(max(cards))), until)
    yield turned
    yield from _draw(after(state, turned), rng)
    if until is None and not last:
        yield _call(options, now, rng)


def _draw(state: State, rng: Random) -> Iterator[Event]:
    pile = state.pile
    if len(pile) < len(state.seats):
        rest = (*pile, *state.discarded)
        pile = tuple(rng.sample(rest, len(rest)))
        yield Shuffled(pile)
    for seat, card in zip(state.seats, reversed(pile), strict=False):
        yield Drew(seat, card)


def _missed_chances(states: Sequence[State]) -> Iterator[Remark]:
    """A remark for each player who kept a card that would have won the beat."""
    for moment, (before, state) in enumerate(pairwise(states), start=1):
        if state.calling and not before.calling:
            for seat in state.seats:
                if max(before.hands[seat]) > max(state.shown) and seat != state.winner:
                    yield Remark(moment, seat, "kept_a_winner", {"card": max(before.hands[seat])})
