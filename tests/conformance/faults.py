"""Games with one planted fault each, to see that the checks notice."""

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tests.kit.berries.rules import Berries
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Card, Dealt, Event, Laid, Lay, Revealed, State
from tests.kit.pounce.view import PounceView
from ukumbi.core import CLOCK, Actor, Game, Illegal, Instant, Kinds, Options, Outcome, Seat, Steps, Tick


class Went(msgspec.Struct, frozen=True, tag="went"):
    steps: int


class ShowsAHand(Pounce):
    """A view with a secret in a field that means something else."""

    def view(self, state: State, seat: Seat | None) -> PounceView:
        return replace(super().view(state, seat), pile=100 * state.hands[0][0] + len(state.pile))


class PeekView(PounceView, frozen=True):
    peek: Card | None = None


class ShowsThePile(Pounce):
    """A view that tells the next card, and an imagination that goes along with it."""

    kinds: ClassVar = Kinds(state=State, move=Lay, event=Event, view=PeekView)

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
    """An event that goes out with the card that lies face down."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event if isinstance(event, Laid) else super().redact(event, seat)


class FallsSilent(Pounce):
    """Events that are left out or not, as the secret is."""

    def redact(self, event: Event, seat: Seat | None) -> Any:
        if isinstance(event, Laid) and event.seat != seat and event.card is not None and event.card % 2:
            return None
        return super().redact(event, seat)


class TellsTheDeal(Pounce):
    """Only the setup says too much."""

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event if isinstance(event, Dealt) else super().redact(event, seat)


class _Refusing(Pounce):
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


class NamesTheHolder(_Refusing):
    """A refusal with a secret among its facts."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        holders = [seat for seat in state.seats if move.card in state.hands[seat]]
        return Illegal("not_in_hand", card=move.card, holders=[*holders])


class RefusesInTwoWays(_Refusing):
    """A refusal whose code depends on a secret."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        return Illegal("in_the_pile" if move.card in state.pile else "not_in_hand", card=move.card)


class LetsTheDeadlineTell(Pounce):
    """A beat that is longer when the first player has a high card."""

    def deadline(self, state: State) -> Instant | None:
        usual = super().deadline(state)
        return None if usual is None else Instant(usual + max(state.hands[0], default=0))


class ListsBySecrets(Pounce):
    """A card may not be laid while a neighbour holds the next one: lists and refusals agree, and tell."""

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


class HidesNothing(Pounce):
    """Says that it has secrets, and shows all."""

    kinds: ClassVar = Kinds(state=State, move=Lay, event=Event, view=State)

    def view(self, state: State, seat: Seat | None) -> Any:
        return state

    def imagine(self, view: Any, rng: Random) -> State:
        world: State = view
        return world


class ClaimsOpenness(Pounce):
    """Says that everybody sees the same, which is not so."""

    hidden: ClassVar = False


class ForgetsAMove(Pounce):
    """A move that is accepted, but not listed."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        return list(super().legal_moves(state, seat))[:1]


class PromisesAMove(Pounce):
    """A move that is listed, but refused."""

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Lay]:
        moves = list(super().legal_moves(state, seat))
        return [*moves, Lay(Card(max(move.card for move in moves) + 1))] if moves else []


class Breaks(_Refusing):
    """Rules that fail where they should refuse."""

    def reworded(self, state: State, move: Lay) -> Illegal:
        raise KeyError(move.card)


class LetsAnybodyTick(Pounce):
    """A seat may do what is the clock's."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        actor = actor if isinstance(move, Lay) else CLOCK
        return super().decide(state, actor, move, now, rng)


class EndsInThePast(Pounce):
    """A deadline that is not after the event that set it."""

    def deadline(self, state: State) -> Instant | None:
        usual = super().deadline(state)
        return None if usual is None else Instant(usual - state.options.beat_ms)


class ForgetsTheTime(Pounce):
    """No deadline any more as soon as somebody has laid."""

    def deadline(self, state: State) -> Instant | None:
        return super().deadline(state) if not any(state.laid) else None


class RunsOn(Pounce):
    """A clock that still runs when the game is over."""

    def deadline(self, state: State) -> Instant | None:
        return Instant(10**15) if state.is_over() else super().deadline(state)


class TicksInVain(Pounce):
    """A deadline whose coming changes nothing."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        return [] if isinstance(move, Tick) else super().decide(state, actor, move, now, rng)


class TicksEarly(Pounce):
    """A clock that may act at any moment."""

    def decide(
        self, state: State, actor: Actor, move: Lay | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        late = Instant(state.until or now) if isinstance(move, Tick) else now
        return super().decide(state, actor, move, max(now, late), rng)


class Dices(Pounce):
    """An evolve that is not the same every time."""

    def __init__(self) -> None:
        self._times = count()

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, prize=next(self._times)) if isinstance(event, Revealed) else after


class Mumbles(Pounce):
    """A notation that does not read back."""

    def format_move(self, move: Lay) -> str:
        return f"lay {min(move.card, 9)}"


class Stutters(Pounce):
    """Steps that leave a move out."""

    def steps(self, view: PounceView, parts: Sequence[str]) -> Steps:
        if parts:
            return Steps(move=parts[0])
        return Steps(next=tuple(f"lay {card}" for card in view.hand[1:]))


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


class WaitsBySecrets(Pounce):
    """Waits only for those with a high card."""

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat in self.may_act(state) if max(state.hands[seat]) > 8)


class GetsStuck(Pounce):
    """Nobody may act, and no clock runs."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class ForgetsOldLogs(Berries):
    """A new version that cannot read what the one before has written."""

    def lift(self, event: dict[str, Any], version: int) -> dict[str, Any]:
        return event


class Walk(Game[int, int, Went, int, Options]):
    """As small as a game can be, without secrets: one may go one step at a time."""

    name: ClassVar = "walk"
    version: ClassVar = 1
    seats: ClassVar = range(1, 3)
    options = Options
    kinds: ClassVar = Kinds(state=int, move=int, event=Went, view=int)
    endings: ClassVar = frozenset({"there"})
    hidden: ClassVar = False

    def setup(self, seats: int, options: Options, now: Instant, rng: Random) -> Sequence[Went]:
        return [Went(0)]

    def decide(self, state: int, actor: Actor, move: int | Tick, now: Instant, rng: Random) -> Sequence[Went]:
        if actor != 0 or move != 1:
            raise Illegal("one_step_at_a_time")
        return [Went(1)]

    def evolve(self, state: int | None, event: Went) -> int:
        return (state or 0) + event.steps

    def may_act(self, state: int) -> frozenset[Seat]:
        return frozenset({Seat(0)} if state < 9 else ())

    def legal_moves(self, state: int, seat: Seat) -> Iterable[int]:
        return [1] if seat in self.may_act(state) else []

    def view(self, state: int, seat: Seat | None) -> int:
        return state

    def redact(self, event: Went, seat: Seat | None) -> Went:
        return event

    def imagine(self, view: int, rng: Random) -> int:
        return view

    def outcome(self, state: int) -> Outcome | None:
        return Outcome("there", (1, 1), (0, 0)) if state == 9 else None

    def parse_move(self, text: str) -> int:
        return len(text)

    def format_move(self, move: int) -> str:
        return "x" * move


class CountsSteps(Walk):
    """A fold that hangs on something outside the log: taken back, it is another table."""

    def __init__(self) -> None:
        self._times = count()

    def evolve(self, state: int | None, event: Went) -> int:
        return (state or 0) + event.steps + (next(self._times) // 7)


class ScoresAnew(Pounce):
    """Rules changed without a new version."""

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, Revealed):
            return replace(after, scores=tuple(score + 1 for score in after.scores))
        return after


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


class RemembersUnasked(Pounce):
    """It takes something along without saying that it does."""

    def memory(self, state: State, seat: Seat) -> int:
        return 7
