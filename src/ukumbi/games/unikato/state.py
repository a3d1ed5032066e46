"""The state of Unikato, and how events change it."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

import msgspec

from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import Readied, with_ready
from ukumbi.games.unikato.events import (
    Declined,
    Drew,
    Event,
    Laid,
    Passed,
    Patience,
    Refilled,
    RoundBegan,
    RoundEnded,
    Row,
    Second,
    Swapped,
)
from ukumbi.games.unikato.layout import START, Place, wins_double, with_chain
from ukumbi.games.unikato.moves import parse_placement
from ukumbi.games.unikato.tiles import NAMED, NAMES, TILES, Tile

RACK: Final = 10
"""Tiles on a rack at the start; a player with fewer draws one."""
DISPLAY: Final = 3


class Phase(Enum):
    ACT = "act"
    SECOND = "second"
    """A double turn: another action, or none."""
    DRAW = "draw"
    BETWEEN = "between"
    """Between two rounds."""
    OVER = "over"


class State(msgspec.Struct, frozen=True):
    rounds: int
    patience: Patience
    second: Second
    starter: Seat
    turn: Seat
    phase: Phase
    layout: dict[Place, Tile]
    """In order of laying."""
    racks: tuple[tuple[Tile, ...], ...]
    """Racks, each sorted."""
    display: tuple[Tile, ...]
    bag: tuple[Tile, ...]
    """Its tiles, sorted."""
    minus: tuple[tuple[int, ...], ...] = ()
    """The score sheet: each finished round's minus points by seat."""
    laid: tuple[Place, ...] = ()
    """The places of the latest action's tiles."""
    passes: int = 0
    """Consecutive passes."""
    idle: int = 0
    """Consecutive turns without a laid tile."""
    ready: tuple[Seat, ...] = ()
    next_at: Instant | None = None
    ending: str | None = None
    """How the latest round ended."""

    @property
    def seats(self) -> int:
        return len(self.racks)

    @property
    def goes_on_from(self) -> Place | None:
        """The place next to which the first tile has to lie; None for any."""
        return self.laid[-1] if self.phase is Phase.SECOND and self.second == "onward" else None


def _but(state: State, **changes: Any) -> State:
    return msgspec.structs.replace(state, **changes)


Rows = tuple[tuple[Tile, ...], ...]


def _with(rows: Rows, seat: Seat, row: tuple[Tile, ...]) -> Rows:
    """The rows with this seat's one changed."""
    return (*rows[:seat], tuple(sorted(row)), *rows[seat + 1 :])


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(other for other in tiles if other != tile)


def names(tiles: tuple[Tile, ...]) -> Row:
    return tuple(NAMES[tile] for tile in tiles)


def named(row: Row) -> tuple[Tile, ...]:
    """The tiles of these names."""
    return tuple(NAMED[name] for name in row)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, RoundBegan):
        return _began(state, event)
    assert state is not None
    return _EVOLVED[type(event)](state, event)


def _began(state: State | None, event: RoundBegan) -> State:
    racks = tuple(tuple(sorted(named(rack or ()))) for rack in event.racks)
    display, start = named(event.display), NAMED[event.start]
    out = {*display, start, *(tile for rack in racks for tile in rack)}
    return State(
        rounds=event.rounds,
        patience=event.patience,
        second=event.second,
        starter=event.starter,
        turn=event.starter,
        phase=Phase.ACT,
        layout={START: start},
        racks=racks,
        display=display,
        bag=tuple(tile for tile in TILES if tile not in out),
        minus=() if state is None else state.minus,
    )


def _laid(state: State, event: Laid) -> State:
    seat, chain = event.seat, tuple(map(parse_placement, event.chain))
    tiles = {tile for tile, _ in chain}
    rack = tuple(tile for tile in state.racks[seat] if tile not in tiles)
    double = state.phase is Phase.ACT and wins_double(state.layout, chain)
    after = _but(
        state,
        layout=with_chain(state.layout, chain),
        racks=_with(state.racks, seat, rack),
        laid=tuple(at for _, at in chain),
        passes=0,
        idle=-1,
    )
    if not rack:
        return after
    return _but(after, phase=Phase.SECOND) if double else _turn_ends(after)


def _swapped(state: State, event: Swapped) -> State:
    assert event.took is not None
    seat, gave, took = event.seat, NAMED[event.gave], NAMED[event.took]
    display = (*state.display, gave)
    swapped = _but(
        state,
        racks=_with(state.racks, seat, (*without(state.racks[seat], gave), took)),
        display=display if event.bag else without(display, took),
        bag=without(state.bag, took),
        laid=(),
        passes=0,
    )
    return _turn_ends(swapped)


def _drew(state: State, event: Drew) -> State:
    assert event.took is not None
    seat, took = event.seat, NAMED[event.took]
    drawn = _but(
        state,
        racks=_with(state.racks, seat, (*state.racks[seat], took)),
        display=without(state.display, took),
        bag=without(state.bag, took),
    )
    return _next_turn(drawn)


def _turn_ends(state: State) -> State:
    """Draw, if the rack has room and there is a tile to draw."""
    if len(state.racks[state.turn]) < RACK and (state.display or state.bag):
        return _but(state, phase=Phase.DRAW)
    return _next_turn(state)


def _next_turn(state: State) -> State:
    turn = Seat((state.turn + 1) % state.seats)
    return _but(state, turn=turn, phase=Phase.ACT, idle=state.idle + 1)


def _refilled(state: State, event: Refilled) -> State:
    display = named(event.display)
    return _but(state, display=display, bag=tuple(tile for tile in state.bag if tile not in display))


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


def stuck(state: State) -> str | None:
    """The ending of a stuck round: all have passed, or have only swapped."""
    if state.passes >= state.seats:
        return "nobody_gets_on"
    if state.patience != "never" and state.idle >= state.patience * state.seats:
        return "nobody_lays"
    return None


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
