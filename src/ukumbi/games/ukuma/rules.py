"""The rules of ukuma. RULES.md numbers them."""

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
    fold,
)
from ukumbi.core.shared_rules import (
    BREAK_MS,
    Readied,
    Ready,
    already_ready,
    check_tick,
    game_is_over,
    not_now,
    not_ready,
    places,
    say_ready,
)
from ukumbi.games.ukuma import moves
from ukumbi.games.ukuma.cards import CARD_OF, FACE_NAMES, Face, faces_of
from ukumbi.games.ukuma.events import (
    Chose,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Laid,
    Offered,
    Opened,
    Signalled,
    UkumaOptions,
)
from ukumbi.games.ukuma.grid import CELL_NAMES, SIZES, Cell
from ukumbi.games.ukuma.layout import (
    broken_rules,
    is_stuck,
    misfits,
    reaches_both_sides,
    ways_to_lay,
    winning,
)
from ukumbi.games.ukuma.moves import Discard, Draw, Lay, Move, Resign, Start, format_laid
from ukumbi.games.ukuma.review import review
from ukumbi.games.ukuma.starts import first_cards, second_cards, starts
from ukumbi.games.ukuma.state import HAND, SEATS, Phase, State, evolve, held, named, names, other, taken
from ukumbi.games.ukuma.view import UkumaView, imagine, see

CHOOSING_MS: Final = 20_000
"""Milliseconds for Black's start card."""
GAMES_TO_WIN: Final = 2

_RULE_CODES: Final = {1: "no_own_neighbour", 2: "does_not_fit", 3: "no_opponent_near"}


class Ukuma(Game[State, Move, Event, UkumaView, UkumaOptions]):
    name: ClassVar = "ukuma"
    version: ClassVar = 1
    seats: ClassVar = range(2, 3)
    options = UkumaOptions
    structs: ClassVar = GameStructs(state=State, move=Move, event=Event, view=UkumaView)
    endings: ClassVar = frozenset({"edge", "behind", "sides", "stuck", "agreed", "resigned"})
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: UkumaOptions, now: Instant, rng: Random) -> Sequence[Event]:
        drawn = rng.choice(SEATS)
        white = drawn if options.white == "drawn" else Seat(int(options.white == "second"))
        return [_open(options, white, 1, now, rng)]

    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if state.phase is Phase.OVER:
            raise game_is_over()
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            return _tick(state, now, rng)
        match state.phase:
            case Phase.SETUP:
                return _set_up(state, actor, move, now, rng)
            case Phase.PLAYING:
                return _with_end(state, actor, _play(state, actor, move), now)
            case Phase.BETWEEN if isinstance(move, Ready):
                return _next_when_ready(state, actor, now, rng)
        raise not_now(state.phase.value)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        return frozenset(SEATS) if state.phase is Phase.PLAYING else self.awaited(state)

    def awaited(self, state: State) -> frozenset[Seat]:
        """The seats that have to get ready or choose; none after the signal."""
        if state.phase in (Phase.SETUP, Phase.BETWEEN):
            return not_ready(len(SEATS), state.ready)
        return frozenset()

    def deadline(self, state: State) -> Instant | None:
        return state.until

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        if seat not in self.may_act(state):
            return ()
        if state.phase is Phase.PLAYING:
            return tuple(_playable(state, seat))
        if state.phase is Phase.SETUP and seat == state.black:
            return tuple(Start(face) for face in starts(state))
        return (Ready(),)

    def gives_up(self, move: Move) -> bool:
        return isinstance(move, Draw | Resign)

    def rematch(self, options: UkumaOptions) -> UkumaOptions:
        """The handicap stays with its player, who has moved on by a seat."""
        match options.handicap:
            case "first":
                return replace(options, handicap="second")
            case "second":
                return replace(options, handicap="first")
        return options

    def view(self, state: State, seat: Seat | None) -> UkumaView:
        return see(state, seat)

    def reveal(self, state: State, seat: Seat | None) -> UkumaView:
        return see(state, seat, open_hands=True)

    def review(self, moments: Sequence[tuple[Instant, State]]) -> Sequence[Remark]:
        return review(moments)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Dealt():
                return replace(event, hands=None, piles=None)
            case Signalled():
                hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
                return replace(event, hands=hands)
            case Drew() if event.seat != seat:
                return replace(event, cards=None)
        return event

    def imagine(self, view: UkumaView, rng: Random) -> State:
        return imagine(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        assert state.ending is not None
        return Outcome(state.ending, places(state.wins), state.wins)

    def score(self, state: State) -> tuple[int, ...]:
        return state.wins if state.options.best_of > 1 else ()

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)


# setting up


def _open(options: UkumaOptions, white: Seat, game: int, now: Instant, rng: Random) -> Opened:
    laid = first_cards(options, white, SIZES[options.size], rng)
    return Opened(options, game, white, laid, Instant(now + CHOOSING_MS))


def _open_next(state: State, now: Instant, rng: Random) -> Opened:
    return _open(state.options, state.white, state.game + 1, now, rng)


def _set_up(state: State, seat: Seat, move: Move, now: Instant, rng: Random) -> Sequence[Event]:
    match move:
        case Start() | Ready() if seat in state.ready:
            raise already_ready()
        case Start() if seat != state.black:
            raise Illegal("not_yours_to_choose")
        case Start():
            _check_start(state, move.face)
            done: Event = Chose(seat, second_cards(state, move.face, rng), drawn=False)
        case Ready() if seat == state.white:
            done = Readied(seat)
        case _:
            raise not_now(state.phase.value)
    after = evolve(state, done)
    return [done] if len(after.ready) < len(SEATS) else [done, _deal(after, now, rng)]


def _check_start(state: State, face: Face) -> None:
    if face not in starts(state):
        white = state.layout[state.size.start(up=True)]
        raise Illegal("start_does_not_fit", card=FACE_NAMES[face], neighbour=FACE_NAMES[white.face])


def _deal(state: State, now: Instant, rng: Random) -> Dealt:
    piles = [tuple(rng.sample(pile, len(pile))) for pile in state.piles]
    return Dealt(
        hands=tuple(names(pile[: -HAND - 1 : -1]) for pile in piles),
        piles=tuple(names(pile[:-HAND]) for pile in piles),
        until=Instant(now + 1000 * state.options.countdown),
    )


def _tick(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    match state.phase:
        case Phase.SETUP:
            return _deal_unasked(state, now, rng)
        case Phase.COUNTDOWN:
            return [Signalled(tuple(names(held(hand)) for hand in state.hands))]
    return [_open_next(state, now, rng)]


def _deal_unasked(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    """Time is up: draw Black's card if it is not chosen, and go on even if White is not ready."""
    if state.black in state.ready:
        return [_deal(state, now, rng)]
    chose = Chose(state.black, second_cards(state, rng.choice(starts(state)), rng), drawn=True)
    return [chose, _deal(evolve(state, chose), now, rng)]


# playing


def _play(state: State, seat: Seat, move: Move) -> list[Event]:
    match move:
        case Lay():
            _check_lay(state, seat, move.face, move.cell)
            return _with_new_hand(state, seat, Laid(seat, format_laid(move.face, move.cell)))
        case Discard():
            if not held(state.hands[seat]):
                raise Illegal("nothing_to_discard")
            return _with_new_hand(state, seat, Discarded(seat, names(held(state.hands[seat]))))
        case Draw() if state.offer == seat:
            raise Illegal("already_offered")
        case Draw():
            return [Offered(seat)] if state.offer is None else [_ended(state, "agreed", None)]
        case Resign():
            return [_ended(state, "resigned", other(seat))]
    raise not_now(state.phase.value)


def _check_lay(state: State, seat: Seat, face: Face, cell: Cell) -> None:
    if CARD_OF[face] not in state.hands[seat]:
        raise Illegal("not_in_hand", card=FACE_NAMES[face])
    if not state.size.holds(cell):
        raise Illegal("off_the_table", cell=CELL_NAMES[cell])
    if (lying := state.layout.get(cell)) is not None:
        raise Illegal("cell_is_taken", cell=CELL_NAMES[cell], by=lying.seat)
    if broken := broken_rules(state.layout, cell, seat, face):
        raise Illegal(
            _RULE_CODES[broken[0]],
            cell=CELL_NAMES[cell],
            card=FACE_NAMES[face],
            rules=broken,
            misfits=[CELL_NAMES[near] for near in misfits(state.layout, cell, face)],
        )


def _with_new_hand(state: State, seat: Seat, event: Event) -> list[Event]:
    """The event, and three new cards for a player with none left."""
    after = evolve(state, event)
    cards, _, _, turned = taken(after.piles[seat], after.discards[seat])
    if held(after.hands[seat]) or not cards:
        return [event]
    return [event, Drew(seat, names(cards), len(cards), turned)]


def _with_end(state: State, seat: Seat, events: list[Event], now: Instant) -> list[Event]:
    """The events, and the end of the game if they cause it."""
    if isinstance(events[0], Laid):
        if (end := _end_by_laying(evolve(state, events[0]), seat)) is None:
            return events
        events = [events[0], end]  # no new hand is drawn after the card that ends the game
    *before, last = events
    if not isinstance(last, Ended):
        return events
    after = fold(evolve, events, state)
    decided = state.options.best_of == 1 or GAMES_TO_WIN in after.wins or state.game == state.options.best_of
    return [*before, last if decided else replace(last, until=Instant(now + BREAK_MS))]


def _end_by_laying(state: State, seat: Seat) -> Ended | None:
    """The consequences of the card that this player has just laid."""
    cell, size = next(reversed(state.layout)), state.size
    if won := winning(state.layout, size, seat, cell, state.plays_up(seat)):
        return _ended(state, won, seat)
    if reaches_both_sides(state.layout, size):
        return _ended(state, "sides", None)
    if all(is_stuck(state.layout, size, each) for each in SEATS):
        return _ended(state, "stuck", None)
    return None


def _ended(state: State, ending: str, winner: Seat | None) -> Ended:
    return Ended(ending, winner, tuple(map(named, state.hands)), until=None)


def _next_when_ready(state: State, seat: Seat, now: Instant, rng: Random) -> Sequence[Event]:
    return say_ready(len(SEATS), state.ready, seat, lambda: [_open_next(state, now, rng)])


def _playable(state: State, seat: Seat) -> Iterator[Move]:
    hand = held(state.hands[seat])
    for cell, face in ways_to_lay(state.layout, state.size, seat, faces_of(hand)):
        yield Lay(face, cell)
    if hand:
        yield Discard()
    if state.offer != seat:
        yield Draw()
    yield Resign()
