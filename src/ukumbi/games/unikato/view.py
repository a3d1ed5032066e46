"""What one seat sees of Unikato, and imagined states."""

from random import Random

import msgspec

from ukumbi.core import Instant, Seat
from ukumbi.games.unikato.events import Patience, Row, Second
from ukumbi.games.unikato.layout import Place, next_placements, place, xy
from ukumbi.games.unikato.moves import format_place
from ukumbi.games.unikato.state import Phase, State, named, names
from ukumbi.games.unikato.tiles import NAMED, NAMES, TILES, Tile, gathered


class LaidTile(msgspec.Struct, frozen=True, gc=False):
    tile: str
    x: int
    y: int


class UnikatoView(msgspec.Struct, frozen=True):
    you: Seat | None
    round: int
    """The present or last round, counted from 1."""
    rounds: int
    patience: Patience
    second: Second
    starter: Seat
    turn: Seat
    phase: Phase
    table: tuple[LaidTile, ...]
    """In order of laying."""
    laid: int
    """The number of tiles laid by the latest action."""
    racks: tuple[Row | None, ...]
    """Your own rack; all racks between rounds and in replays."""
    counts: tuple[int, ...]
    display: Row
    bag: int
    minus: tuple[tuple[int, ...], ...]
    """The score sheet: each finished round's minus points by seat."""
    passes: int
    idle: int
    """Consecutive turns without a laid tile."""
    ready: tuple[Seat, ...]
    next_at: Instant | None
    ending: str | None
    fits: dict[str, Row]
    """On your turn to lay: each of your tiles that may be laid first, with its places as `x,y`."""

    @property
    def goes_on_from(self) -> Place | None:
        """The place next to which the first tile has to lie; null for any."""
        last = self.table[-1]
        onward = self.phase is Phase.SECOND and self.second == "onward"
        return place(last.x, last.y) if onward else None


def see(state: State, seat: Seat | None, *, revealed: bool = False) -> UnikatoView:
    shown = state.phase in (Phase.BETWEEN, Phase.OVER)
    return UnikatoView(
        you=seat,
        round=len(state.minus) + (not shown),
        rounds=state.rounds,
        patience=state.patience,
        second=state.second,
        starter=state.starter,
        turn=state.turn,
        phase=state.phase,
        table=tuple(LaidTile(NAMES[tile], *xy(at)) for at, tile in state.layout.items()),
        laid=len(state.laid),
        racks=tuple(
            names(rack) if shown or revealed or owner == seat else None
            for owner, rack in enumerate(state.racks)
        ),
        counts=tuple(len(rack) for rack in state.racks),
        display=names(state.display),
        bag=len(state.bag),
        minus=state.minus,
        passes=state.passes,
        idle=state.idle,
        ready=state.ready,
        next_at=state.next_at,
        ending=state.ending,
        fits=_fits(state) if seat == state.turn and state.phase in (Phase.ACT, Phase.SECOND) else {},
    )


def _fits(state: State) -> dict[str, Row]:
    fits: dict[str, list[str]] = {}
    for tile, at in next_placements(state.layout, gathered(state.racks[state.turn]), state.goes_on_from):
        fits.setdefault(NAMES[tile], []).append(format_place(at))
    return {tile: tuple(places) for tile, places in fits.items()}


def layout_of(view: UnikatoView) -> dict[Place, Tile]:
    return {place(laid.x, laid.y): NAMED[laid.tile] for laid in view.table}


def unseen(view: UnikatoView) -> list[Tile]:
    """The tiles hidden from this viewer: on other racks, or in the bag."""
    seen = {laid.tile for laid in view.table} | set(view.display)
    seen |= {tile for rack in view.racks for tile in rack or ()}
    return [tile for tile in TILES if NAMES[tile] not in seen]


def imagine(view: UnikatoView, rng: Random) -> State:
    """A state that this view allows, with hidden tiles dealt at random."""
    hidden = unseen(view)
    rng.shuffle(hidden)
    racks = []
    for rack, count in zip(view.racks, view.counts, strict=True):
        if rack is not None:
            racks.append(named(rack))
            continue
        racks.append(tuple(sorted(hidden[:count])))
        del hidden[:count]
    layout = layout_of(view)
    return State(
        rounds=view.rounds,
        patience=view.patience,
        second=view.second,
        starter=view.starter,
        turn=view.turn,
        phase=view.phase,
        layout=layout,
        racks=tuple(racks),
        display=named(view.display),
        bag=tuple(sorted(hidden)),
        minus=view.minus,
        laid=tuple(layout)[len(layout) - view.laid :],
        passes=view.passes,
        idle=view.idle,
        ready=view.ready,
        next_at=view.next_at,
        ending=view.ending,
    )
