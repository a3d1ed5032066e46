"""A round in progress, the events that make it, and how each changes it."""

from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Final, Literal

import msgspec

from ukumbi.core import Instant, Options, Seat
from ukumbi.core.rounds import with_ready
from ukumbi.games.unikato.layout import START, Chain, Place, wins_double, with_chain
from ukumbi.games.unikato.tiles import TILES, Tile

RACK: Final = 10
"""Tiles on a rack at the start, and the number below which one draws."""
DISPLAY: Final = 3
PATIENCE: Final = 10
"""Times around the table without a tile laid that end a round."""


class UnikatoOptions(Options, frozen=True):
    starter: Literal["drawn", "first"] = "drawn"
    """Who begins: drawn by lot, or the player on the first seat."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=10, examples=[1, 2, 3, 5])] = 1


class Phase(Enum):
    ACT = "act"
    SECOND = "second"
    """A double turn was won: one more action, or none."""
    DRAW = "draw"
    BETWEEN = "between"
    """A round is over, the next is not dealt yet."""
    OVER = "over"


class RoundBegan(msgspec.Struct, frozen=True, tag="round_began"):
    rounds: int
    starter: Seat
    racks: tuple[tuple[Tile, ...] | None, ...]
    """None where a viewer may not look."""
    display: tuple[Tile, ...]
    start: Tile


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    seat: Seat
    chain: Chain


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    seat: Seat
    gave: Tile
    took: Tile | None
    """None where it came from the bag and a viewer may not know it."""
    bag: bool


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    seat: Seat
    took: Tile | None
    """None where it came from the bag and a viewer may not know it."""
    bag: bool


class Refilled(msgspec.Struct, frozen=True, tag="refilled"):
    display: tuple[Tile, ...]


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    seat: Seat


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    seat: Seat


class RoundEnded(msgspec.Struct, frozen=True, tag="round_ended"):
    ending: str
    racks: tuple[tuple[Tile, ...], ...]
    """Everybody shows what is left."""
    next_at: Instant | None
    """When the next round begins by itself; None after the last."""


class Readied(msgspec.Struct, frozen=True, tag="readied"):
    seat: Seat


Event = RoundBegan | Laid | Swapped | Drew | Refilled | Declined | Passed | RoundEnded | Readied


class State(msgspec.Struct, frozen=True):
    rounds: int
    starter: Seat
    turn: Seat
    phase: Phase
    layout: dict[Place, Tile]
    """In the order in which the tiles were laid."""
    racks: tuple[tuple[Tile, ...], ...]
    """Each in the tiles' own order."""
    known: tuple[tuple[Tile, ...], ...]
    """Of each rack, what was taken openly from the display."""
    display: tuple[Tile, ...]
    bag: tuple[Tile, ...]
    """What is in it; its order says nothing."""
    minus: tuple[tuple[int, ...], ...] = ()
    """The score sheet: each finished round's minus points by seat."""
    laid: tuple[Place, ...] = ()
    """Where the latest action laid tiles."""
    passes: int = 0
    """Passes in a row."""
    idle: int = 0
    """Turns in a row without a tile laid."""
    ready: tuple[Seat, ...] = ()
    next_at: Instant | None = None
    ending: str | None = None
    """How the latest round ended."""

    @property
    def seats(self) -> int:
        return len(self.racks)


def _but(state: State, **changes: Any) -> State:
    return msgspec.structs.replace(state, **changes)


Rows = tuple[tuple[Tile, ...], ...]


def _with(rows: Rows, seat: Seat, row: tuple[Tile, ...]) -> Rows:
    """The rows with this seat's one changed."""
    return (*rows[:seat], tuple(sorted(row)), *rows[seat + 1 :])


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(other for other in tiles if other != tile)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, RoundBegan):
        return _began(state, event)
    assert state is not None
    return _EVOLVED[type(event)](state, event)


def _began(state: State | None, event: RoundBegan) -> State:
    racks = tuple(tuple(sorted(rack or ())) for rack in event.racks)
    out = {*event.display, event.start, *(tile for rack in racks for tile in rack)}
    return State(
        rounds=event.rounds,
        starter=event.starter,
        turn=event.starter,
        phase=Phase.ACT,
        layout={START: event.start},
        racks=racks,
        known=((),) * len(racks),
        display=event.display,
        bag=tuple(tile for tile in TILES if tile not in out),
        minus=() if state is None else state.minus,
    )


def _laid(state: State, event: Laid) -> State:
    seat, tiles = event.seat, {tile for tile, _ in event.chain}
    rack = tuple(tile for tile in state.racks[seat] if tile not in tiles)
    known = tuple(tile for tile in state.known[seat] if tile not in tiles)
    double = state.phase is Phase.ACT and wins_double(state.layout, event.chain)
    after = _but(
        state,
        layout=with_chain(state.layout, event.chain),
        racks=_with(state.racks, seat, rack),
        known=_with(state.known, seat, known),
        laid=tuple(at for _, at in event.chain),
        passes=0,
        idle=-1,
    )
    if not rack:
        return after
    return _but(after, phase=Phase.SECOND) if double else _turn_ends(after)


def _swapped(state: State, event: Swapped) -> State:
    seat, took = event.seat, event.took
    assert took is not None
    display = (*state.display, event.gave)
    rack = (*without(state.racks[seat], event.gave), took)
    known = without(state.known[seat], event.gave)
    swapped = _but(
        state,
        racks=_with(state.racks, seat, rack),
        known=_with(state.known, seat, known if event.bag else (*known, took)),
        display=display if event.bag else without(display, took),
        bag=without(state.bag, took),
        laid=(),
        passes=0,
    )
    return _turn_ends(swapped)


def _drew(state: State, event: Drew) -> State:
    seat, took = event.seat, event.took
    assert took is not None
    known = state.known[seat]
    drawn = _but(
        state,
        racks=_with(state.racks, seat, (*state.racks[seat], took)),
        known=_with(state.known, seat, known if event.bag else (*known, took)),
        display=without(state.display, took),
        bag=without(state.bag, took),
    )
    return _next_turn(drawn)


def _turn_ends(state: State) -> State:
    """Draw, if there is room on the rack and anything to draw."""
    if len(state.racks[state.turn]) < RACK and (state.display or state.bag):
        return _but(state, phase=Phase.DRAW)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    turn = Seat((state.turn + 1) % state.seats)
    return _but(state, turn=turn, phase=Phase.ACT, idle=state.idle + 1)


def _refilled(state: State, event: Refilled) -> State:
    bag = tuple(tile for tile in state.bag if tile not in event.display)
    return _but(state, display=event.display, bag=bag)


def _passed(state: State, _: Passed) -> State:
    return _next_turn(_but(state, passes=state.passes + 1, laid=()))


def _readied(state: State, event: Readied) -> State:
    return _but(state, ready=with_ready(state.ready, event.seat))


def _ended(state: State, event: RoundEnded) -> State:
    return _but(
        state,
        phase=Phase.OVER if event.next_at is None else Phase.BETWEEN,
        minus=(*state.minus, tuple(len(rack) for rack in event.racks)),
        ready=(),
        next_at=event.next_at,
        ending=event.ending,
        passes=0,
        idle=0,
    )


def is_stuck(state: State) -> bool:
    """Whether nobody gets on: all have passed, or only swap to and fro."""
    return state.passes >= state.seats or state.idle >= PATIENCE * state.seats


_EVOLVED: Final[dict[type, Callable[[State, Any], State]]] = {
    Laid: _laid,
    Swapped: _swapped,
    Drew: _drew,
    Refilled: _refilled,
    Declined: lambda state, _: _turn_ends(state),
    Passed: _passed,
    RoundEnded: _ended,
    Readied: _readied,
}
"""What each event does."""
