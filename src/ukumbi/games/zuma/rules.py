"""The rules of Zuma. RULES.md numbers them."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import ClassVar, Final

from msgspec.structs import replace

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
)
from ukumbi.core.shared_rules import (
    all_seats,
    check_tick,
    game_is_over,
    not_now,
    not_ready,
    places,
    say_ready,
)
from ukumbi.games.zuma import moves
from ukumbi.games.zuma.cards import deal, draw_sets
from ukumbi.games.zuma.events import (
    BoardTurned,
    Called,
    CardsPassed,
    Chose,
    Dealt,
    Event,
    Hurried,
    Opened,
    ZumaOptions,
)
from ukumbi.games.zuma.grabbing import count, next_tick, reach, settle
from ukumbi.games.zuma.moves import Grab, Move, PassCard, Ready, TurnBoard
from ukumbi.games.zuma.poles import poles_for, turned_to, turns_for
from ukumbi.games.zuma.review import review
from ukumbi.games.zuma.state import Phase, State, evolve
from ukumbi.games.zuma.view import ZumaView, imagine, see

STUDY_MS: Final = 20_000
"""Milliseconds for a new hand before the clock calls."""
BEAT_MS: Final = {"calm": 6_000, "normal": 4_000, "fast": 2_000}
MIN_BEAT_MS: Final = 1_000
"""The shortest beat in milliseconds, so that players see the card that has come."""
HURRY_MS: Final = 400
"""Milliseconds from the last choice to the beat, so that players see it coming."""
MAX_QUIET_BEATS: Final = 60
"""Beats without a grab after which a round is over."""


class Zuma(Game[State, Move, Event, ZumaView, ZumaOptions]):
    name: ClassVar = "zuma"
    version: ClassVar = 1
    seats: ClassVar = range(3, 7)
    options = ZumaOptions
    structs: ClassVar = GameStructs(state=State, move=Move, event=Event, view=ZumaView)
    endings: ClassVar = frozenset({"cycles", "asleep"})
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: ZumaOptions, now: Instant, rng: Random) -> Sequence[Event]:
        opened = Opened(options, seats, draw_sets(seats, rng), rng.choice(turns_for(seats)))
        return [opened, _deal(evolve(None, opened), Seat(rng.randrange(seats)), now, rng)]

    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if state.phase is Phase.OVER:
            raise game_is_over()
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            return _tick(state, now, rng)
        if move.round != state.round:
            raise Illegal("not_this_round", round=move.round, now=state.round)
        match move:
            case Ready():
                return _be_ready(state, actor, now, rng)
            case TurnBoard():
                return [_turn(state, actor, move)]
            case PassCard():
                return _choose(state, actor, move, now)
            case Grab():
                return reach(state, actor, move.pole, now)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        match state.phase:
            case Phase.DEALT | Phase.PASSING:
                return frozenset(all_seats(state.seats))
            case Phase.GRABBING:
                return frozenset(seat for seat in all_seats(state.seats) if _may_grab(state, seat))
        return self.awaited(state)

    def awaited(self, state: State) -> frozenset[Seat]:
        """The seats that have to get ready or choose; none during grabbing."""
        match state.phase:
            case Phase.DEALT | Phase.COUNTED:
                return not_ready(state.seats, state.ready)
            case Phase.PASSING:
                return frozenset(seat for seat in all_seats(state.seats) if state.chosen[seat] is None)
        return frozenset()

    def deadline(self, state: State) -> Instant | None:
        return next_tick(state)

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return tuple(_legal(state, seat)) if seat in self.may_act(state) else ()

    def view(self, state: State, seat: Seat | None) -> ZumaView:
        return see(state, seat)

    def reveal(self, state: State, seat: Seat | None) -> ZumaView:
        return see(state, seat, open_hands=True)

    def review(self, moments: Sequence[tuple[Instant, State]]) -> Sequence[Remark]:
        return review(moments)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Dealt():
                own = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
                return replace(event, hands=own)
            case Chose() if event.seat != seat:
                return replace(event, card=None)
            case CardsPassed():
                met = () if seat is None else (seat, (seat - 1) % len(event.cards))
                cards = tuple(card if owner in met else None for owner, card in enumerate(event.cards))
                return replace(event, cards=cards)
        return event

    def imagine(self, view: ZumaView, rng: Random) -> State:
        return imagine(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        totals = self.score(state)
        return Outcome(state.ending, places(totals), totals)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(account.total for account in state.accounts)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)


# dealing and calling


def _deal(state: State, master: Seat, now: Instant, rng: Random) -> Dealt:
    hands = deal(state.sets, state.seats, master, rng)
    new_cycle = state.closed or not state.round
    return Dealt(state.round + 1, state.cycle + new_cycle, master, hands, now, Instant(now + STUDY_MS))


def _deal_next(state: State, now: Instant, rng: Random) -> Dealt:
    return _deal(state, Seat((state.master + 1) % state.seats), now, rng)


def _be_ready(state: State, seat: Seat, now: Instant, rng: Random) -> Sequence[Event]:
    if state.phase not in (Phase.DEALT, Phase.COUNTED):
        raise not_now(state.phase.value)

    def go_on() -> list[Event]:
        return [_deal_next(state, now, rng) if state.phase is Phase.COUNTED else _call(state, now)]

    return say_ready(state.seats, state.ready, seat, go_on)


def _turn(state: State, seat: Seat, move: TurnBoard) -> BoardTurned:
    if state.phase is not Phase.DEALT:
        raise not_now(state.phase.value)
    if seat != state.master:
        raise Illegal("not_the_master", seat=state.master)
    if move.pole not in poles_for(state.seats):
        raise Illegal("not_in_play", pole=move.pole.value)
    turn = turned_to(state.seats, seat, move.pole)
    if turn == state.turn:
        raise Illegal("already_in_front", pole=move.pole.value)
    return BoardTurned(seat, move.pole, turn)


def _call(state: State, now: Instant) -> Called:
    soon = None not in state.chosen
    return Called(state.master, now, Instant(now + (MIN_BEAT_MS if soon else BEAT_MS[state.options.beat])))


# passing


def _choose(state: State, seat: Seat, move: PassCard, now: Instant) -> Sequence[Event]:
    match state.phase:
        case Phase.GRABBING:
            raise Illegal("passing_is_over")
        case Phase.COUNTED:
            raise Illegal("round_is_over")
    if move.beat != state.beat:
        raise Illegal("not_this_beat", beat=move.beat, now=state.beat)
    if move.card not in state.hands[seat]:
        raise Illegal("not_in_hand", card=move.card.value)
    if move.card == state.chosen[seat]:
        raise Illegal("already_chosen", card=move.card.value)
    chose = Chose(seat, move.card)
    after = evolve(state, chose)
    if state.phase is Phase.DEALT:
        all_ready = not not_ready(state.seats, after.ready)
        return [chose, _call(after, now)] if all_ready else [chose]
    return [chose, *_hurry(after, now)]


def _hurry(state: State, now: Instant) -> Iterator[Event]:
    """The last choice brings the beat sooner; a later exchange must not delay it."""
    sooner = Instant(max(state.since + MIN_BEAT_MS, now + HURRY_MS))
    assert state.until is not None
    if None not in state.chosen and sooner < state.until:
        yield Hurried(sooner)


def _pass(state: State, now: Instant, rng: Random) -> CardsPassed:
    return CardsPassed(
        beat=state.beat,
        cards=tuple(
            rng.choice(hand) if card is None else card
            for card, hand in zip(state.chosen, state.hands, strict=True)
        ),
        drawn=tuple(seat for seat in all_seats(state.seats) if state.chosen[seat] is None),
        at=now,
        until=Instant(now + BEAT_MS[state.options.beat]),
    )


def _tick(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    match state.phase:
        case Phase.DEALT:
            return [_call(state, now)]
        case Phase.PASSING if state.beat < MAX_QUIET_BEATS:
            return [_pass(state, now, rng)]
        case Phase.PASSING:
            return [count(state, "nobody", now)]
        case Phase.GRABBING:
            return settle(state, now)
    return [_deal_next(state, now, rng)]


def _may_grab(state: State, seat: Seat) -> bool:
    """Whether the hand is free and there is a pole that it has not missed."""
    busy = any(grab.seat == seat and grab.came != "missed" for grab in state.grabs)
    return not busy and not all(state.missed(seat, pole) for pole in poles_for(state.seats))


def _legal(state: State, seat: Seat) -> Iterator[Move]:
    if state.phase is Phase.COUNTED:
        yield Ready(state.round)
        return
    poles = poles_for(state.seats)
    yield from (Grab(state.round, pole) for pole in poles if state.holding(pole) is None)
    if state.phase is Phase.GRABBING:
        tried = [pole for pole in poles if state.holding(pole) and not state.missed(seat, pole)]
        yield from (Grab(state.round, pole) for pole in tried)
        return
    cards = dict.fromkeys(state.hands[seat])
    yield from (PassCard(state.round, state.beat, card) for card in cards if card != state.chosen[seat])
    if state.phase is Phase.DEALT:
        if seat not in state.ready:
            yield Ready(state.round)
        if seat == state.master:
            turns = [pole for pole in poles if turned_to(state.seats, seat, pole) != state.turn]
            yield from (TurnBoard(state.round, pole) for pole in turns)
