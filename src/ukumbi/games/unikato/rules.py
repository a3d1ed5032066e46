"""The rules of Unikato. RULES.md numbers them."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import ClassVar, Final

import msgspec

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
    Steps,
    Tick,
    fold,
)
from ukumbi.core.shared_rules import (
    BREAK_MS,
    Ready,
    check_tick,
    game_is_over,
    not_now,
    not_ready,
    not_your_turn,
    places,
    say_ready,
)
from ukumbi.games.unikato import moves, view
from ukumbi.games.unikato.events import (
    Declined,
    Drew,
    Event,
    Laid,
    Passed,
    Refilled,
    RoundBegan,
    RoundEnded,
    Swapped,
    UnikatoOptions,
)
from ukumbi.games.unikato.layout import (
    NEIGHBOUR_PLACES,
    Chain,
    Layout,
    Place,
    Placement,
    chains,
    neighbours,
    next_placements,
    wins_double,
    with_chain,
)
from ukumbi.games.unikato.moves import (
    Decline,
    Draw,
    Lay,
    Move,
    Pass,
    Swap,
    format_move,
    format_place,
    format_placement,
    parse_placement,
)
from ukumbi.games.unikato.review import review
from ukumbi.games.unikato.state import DISPLAY, RACK, Phase, State, evolve, names, stuck
from ukumbi.games.unikato.tiles import NAMED, NAMES, TILES, Tile, differences, gathered
from ukumbi.games.unikato.view import UnikatoView

MAX_LISTED_CHAINS: Final = 400
"""The most chains that `legal_moves` lists: a good rack can have millions."""

ACTING: Final = (Phase.ACT, Phase.SECOND)


class Unikato(Game[State, Move, Event, UnikatoView, UnikatoOptions]):
    name: ClassVar = "unikato"
    version: ClassVar = 1
    seats: ClassVar = range(2, 5)
    options = UnikatoOptions
    structs: ClassVar = GameStructs(state=State, move=Move, event=Event, view=UnikatoView)
    endings: ClassVar = frozenset({"last_tile_laid", "nobody_gets_on", "nobody_lays"})
    listable: ClassVar = False

    def setup(self, seats: int, options: UnikatoOptions, now: Instant, rng: Random) -> Sequence[Event]:
        starter = Seat(rng.randrange(seats) if options.starter == "drawn" else 0)
        return [_deal(seats, options, starter, rng)]

    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if state.phase is Phase.OVER:
            raise game_is_over()
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            return [_deal_next(state, rng)]
        if state.phase is Phase.BETWEEN:
            return _be_ready(state, actor, move, rng)
        if actor != state.turn:
            raise not_your_turn()
        return _with_end(state, _act(state, move, rng), now)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        if state.phase is Phase.OVER:
            return frozenset()
        if state.phase is Phase.BETWEEN:
            return not_ready(state.seats, state.ready)
        return frozenset({state.turn})

    def deadline(self, state: State) -> Instant | None:
        return state.next_at if state.phase is Phase.BETWEEN else None

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        if seat not in self.may_act(state):
            return ()
        match state.phase:
            case Phase.BETWEEN:
                return (Ready(),)
            case Phase.DRAW:
                return _draws(state)
            case Phase.SECOND:
                return (Decline(), *_actions(state))
        return tuple(_actions(state)) or (Pass(),)

    def steps(self, view: UnikatoView, parts: Sequence[str]) -> Steps:
        """Plan a chain tile by tile: each part is a tile and its place."""
        if view.you != view.turn or view.phase not in ACTING:
            return super().steps(view, parts)
        chain, seen = _plan(view, parts)
        rack = gathered([NAMED[name] for name in view.racks[view.turn] or ()])
        left = rack & ~gathered([tile for tile, _ in chain])
        layout = with_chain(seen, chain)
        following = next_placements(layout, left, chain[-1][1] if chain else view.goes_on_from)
        double = view.phase is Phase.ACT and wins_double(seen, chain)
        return Steps(
            next=tuple(format_placement(laid) for laid in following),
            move=format_move(Lay(chain)) if chain else None,
            notes=("double_turn",) if double else (),
        )

    def view(self, state: State, seat: Seat | None) -> UnikatoView:
        return view.see(state, seat)

    def reveal(self, state: State, seat: Seat | None) -> UnikatoView:
        return view.see(state, seat, revealed=True)

    def review(self, moments: Sequence[tuple[Instant, State]]) -> Sequence[Remark]:
        return review(moments)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case RoundBegan():
                racks = tuple(rack if owner == seat else None for owner, rack in enumerate(event.racks))
                return msgspec.structs.replace(event, racks=racks)
            case Swapped() | Drew() if event.bag and event.seat != seat:
                return msgspec.structs.replace(event, took=None)
        return event

    def imagine(self, seen: UnikatoView, rng: Random) -> State:
        return view.imagine(seen, rng)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        assert state.ending is not None
        points = self.score(state)
        return Outcome(ending=state.ending, places=places(points), points=points)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(-sum(minus) for minus in zip(*state.minus, strict=True))

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_move(self, move: Move) -> str:
        return format_move(move)


def _deal(seats: int, settled: UnikatoOptions | State, starter: Seat, rng: Random) -> RoundBegan:
    bag = rng.sample(TILES, seats * RACK + DISPLAY + 1)
    racks = tuple(names(tuple(sorted(bag[seat * RACK : (seat + 1) * RACK]))) for seat in range(seats))
    start, *display = bag[seats * RACK :]
    return RoundBegan(
        settled.rounds,
        settled.patience,
        settled.second,
        starter,
        racks,
        names(tuple(display)),
        NAMES[start],
    )


def _deal_next(state: State, rng: Random) -> RoundBegan:
    starter = Seat((state.starter + 1) % state.seats)
    return _deal(state.seats, state, starter, rng)


def _be_ready(state: State, seat: Seat, move: Move, rng: Random) -> Sequence[Event]:
    if not isinstance(move, Ready):
        raise not_now(state.phase.value)
    return say_ready(state.seats, state.ready, seat, lambda: [_deal_next(state, rng)])


def _act(state: State, move: Move, rng: Random) -> list[Event]:
    match move:
        case Lay() if state.phase in ACTING:
            if not move.chain:
                raise Illegal("not_a_move", text=format_move(move))
            _check_chain(state.layout, state.racks[state.turn], move.chain, state.goes_on_from)
            return [Laid(state.turn, tuple(map(format_placement, move.chain)))]
        case Swap() if state.phase in ACTING:
            return [_swap(state, move, rng)]
        case Draw() if state.phase is Phase.DRAW:
            return _draw(state, move, rng)
        case Decline() if state.phase is Phase.SECOND:
            return [Declined(state.turn)]
        case Pass() if state.phase is Phase.ACT:
            if next(_actions(state), None) is not None:
                raise Illegal("cannot_pass")
            return [Passed(state.turn)]
    raise not_now(state.phase.value)


def _with_end(state: State, events: list[Event], now: Instant) -> list[Event]:
    """The events, and the end of the round if they cause it."""
    after = fold(evolve, events, state)
    ending = stuck(after) if after.racks[state.turn] else "last_tile_laid"
    if ending is None:
        return events
    last_round = len(state.minus) + 1 == state.rounds
    racks = tuple(map(names, after.racks))
    return [*events, RoundEnded(ending, racks, None if last_round else Instant(now + BREAK_MS))]


def _check_chain(layout: Layout, rack: tuple[Tile, ...], chain: Chain, after: Place | None) -> None:
    laid, last = dict(layout), None
    for tile, at in chain:
        if tile not in rack:
            raise Illegal("not_on_your_rack", tile=NAMES[tile])
        if any(tile == other for other, _ in chain[: len(laid) - len(layout)]):
            raise Illegal("tile_laid_twice", tile=NAMES[tile])
        if last is None and after is not None and at not in laid and after not in NEIGHBOUR_PLACES[at]:
            raise Illegal("not_onward", tile=NAMES[tile], place=format_place(at), last=format_place(after))
        _check_tile(laid, tile, at, last)
        laid[at] = tile
        last = at


def _check_tile(laid: Layout, tile: Tile, at: Place, last: Place | None) -> None:
    if at in laid:
        raise Illegal("place_is_taken", place=format_place(at))
    beside = neighbours(laid, at)
    if not beside:
        raise Illegal("touches_nothing", tile=NAMES[tile], place=format_place(at))
    if last is not None and last not in beside:
        raise Illegal(
            "not_beside_the_last", tile=NAMES[tile], place=format_place(at), last=format_place(last)
        )
    for other in beside:
        features = differences(tile, laid[other])
        if len(features) != 1:
            raise Illegal(
                "does_not_fit",
                tile=NAMES[tile],
                place=format_place(at),
                neighbour=NAMES[laid[other]],
                at=format_place(other),
                features=features,
            )


def _swap(state: State, move: Swap, rng: Random) -> Swapped:
    if move.give not in state.racks[state.turn]:
        raise Illegal("not_on_your_rack", tile=NAMES[move.give])
    if move.take == move.give:
        raise Illegal("same_tile", tile=NAMES[move.give])
    took = _taken(state, move.take, rng)
    return Swapped(state.turn, NAMES[move.give], NAMES[took], bag=move.take is None)


def _draw(state: State, move: Draw, rng: Random) -> list[Event]:
    took = _taken(state, move.take, rng)
    events: list[Event] = [Drew(state.turn, NAMES[took], bag=move.take is None)]
    if state.display == (took,) and state.bag:
        display = rng.sample(state.bag, min(DISPLAY, len(state.bag)))
        events.append(Refilled(names(tuple(display))))
    return events


def _taken(state: State, take: Tile | None, rng: Random) -> Tile:
    """The tile taken from the display, or drawn from the bag."""
    if take is None:
        if not state.bag:
            raise Illegal("bag_is_empty")
        return rng.choice(state.bag)
    if take not in state.display:
        raise Illegal("not_in_the_display", tile=NAMES[take])
    return take


def _draws(state: State) -> list[Move]:
    sources: list[Tile | None] = [*state.display]
    return [Draw(tile) for tile in (*sources, *([None] if state.bag else []))]


def _actions(state: State) -> Iterator[Move]:
    """Lays, the short ones first, and swaps."""
    rack = state.racks[state.turn]
    for chain in chains(state.layout, gathered(rack), MAX_LISTED_CHAINS, state.goes_on_from):
        yield Lay(chain)
    for give in rack:
        for take in state.display:
            yield Swap(give, take)
        if state.bag:
            yield Swap(give, None)


def _plan(seen: UnikatoView, parts: Sequence[str]) -> tuple[Chain, Layout]:
    """The chain of these parts, checked like a lay."""
    chain: tuple[Placement, ...] = tuple(parse_placement(part) for part in parts[: moves.MAX_CHAIN + 1])
    layout = view.layout_of(seen)
    rack = tuple(NAMED[name] for name in seen.racks[seen.turn] or ())
    _check_chain(layout, rack, chain, seen.goes_on_from)
    return chain, layout
