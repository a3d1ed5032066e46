"""Bots for Unikato: the weakest lays the first tile that fits, the strongest searches whole turns."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import AnyBot, by_level
from ukumbi.core import Game, Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.unikato.events import Event
from ukumbi.games.unikato.layout import Chain, Placement, nexts, with_chain
from ukumbi.games.unikato.moves import Decline, Draw, Lay, Move, Pass, Swap
from ukumbi.games.unikato.search import Ground, Plan, Sight, friends, plans_for, rest_worth
from ukumbi.games.unikato.state import RACK, Phase, State
from ukumbi.games.unikato.tiles import Tile, Tiles, members
from ukumbi.games.unikato.view import UnikatoView

Rules = Game[State, Move, Event, UnikatoView, Any]

NODES: Final = 6000
"""Tiles that a search tries before it takes the best chain so far."""
CANDIDATES: Final = 60
"""First actions that are searched further, with the second action they may win."""
SAMPLE: Final = 6
"""Hidden tiles that are tried to value a draw from the bag."""
ALIKE: Final = 8
"""Chains of the same tiles that are compared."""
SECONDS: Final = 10
"""Second actions that are compared."""


class TileBot:
    """A move for every phase. Levels differ in laying and in taking."""

    pace = 1.0

    def choose(self, game: Rules, view: UnikatoView, seat: Seat, rng: Random) -> Move:
        if view.phase is Phase.BETWEEN:
            return Ready()
        sight = Sight.of(view, seat)
        if view.phase is Phase.DRAW:
            return Draw(self.taken(sight, sight.display, rng))
        chain = self.chain(sight, view.phase is Phase.ACT, rng)
        if chain:
            return Lay(chain)
        if view.phase is Phase.SECOND:
            return Decline()
        return self.swap(sight, rng)

    def chain(self, sight: Sight, first: bool, rng: Random) -> Chain:
        raise NotImplementedError

    def taken(self, sight: Sight, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        raise NotImplementedError

    def given(self, sight: Sight, rng: Random) -> Tile:
        raise NotImplementedError

    def swap(self, sight: Sight, rng: Random) -> Move:
        if not sight.display and not sight.bag:
            return Pass()
        give = self.given(sight, rng)
        return Swap(give, None if sight.bag else self.taken(sight, sight.display, rng))


class NoviceBot(TileBot):
    """Lays the first tile with a place, one at a time, and takes random tiles."""

    def chain(self, sight: Sight, first: bool, rng: Random) -> Chain:
        spots = list(nexts(sight.layout, sight.rack, sight.after))
        return (rng.choice(spots),) if spots and first else ()

    def taken(self, sight: Sight, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        return None if sight.bag else rng.choice(display)

    def given(self, sight: Sight, rng: Random) -> Tile:
        return rng.choice(list(members(sight.rack)))


class Eyes(msgspec.Struct, frozen=True):
    """How well a bot sees its options."""

    goes_on: float
    """The chance of seeing a tile that continues a chain."""
    matches: float = 0.0
    """The chance of choosing a tile by what it fits, not at random."""
    forgets: float = 0.0
    """The chance of forgetting a second action."""


class GlanceBot(NoviceBot):
    """Lays a fitting tile, and continues the chain as far as it sees."""

    pace = 1.2

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes

    def chain(self, sight: Sight, first: bool, rng: Random) -> Chain:
        if not first and rng.random() < self.eyes.forgets:
            return ()
        laid, left, chain = dict(sight.layout), sight.rack, list[Placement]()
        while not chain or rng.random() < self.eyes.goes_on:
            spots = list(nexts(laid, left, chain[-1][1] if chain else sight.after))
            if not spots:
                break
            tile, at = rng.choice(spots)
            chain.append((tile, at))
            laid[at] = tile
            left &= ~(1 << tile)
        return tuple(chain)

    def taken(self, sight: Sight, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        if rng.random() < self.eyes.matches:
            return best_taken(sight, display)
        return super().taken(sight, display, rng)

    def given(self, sight: Sight, rng: Random) -> Tile:
        if rng.random() < self.eyes.matches:
            return loneliest(sight)
        return super().given(sight, rng)


class EagerBot(TileBot):
    """Lays the longest chain it finds, and takes the tile that fits its rack best."""

    pace = 1.4

    def chain(self, sight: Sight, first: bool, rng: Random) -> Chain:
        plans = list(plans_for(sight.layout, sight.rack, NODES // 4, sight.after))
        rng.shuffle(plans)
        return max(plans, key=lambda plan: len(plan.chain)).chain if plans else ()

    def taken(self, sight: Sight, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        return best_taken(sight, display)

    def given(self, sight: Sight, rng: Random) -> Tile:
        return loneliest(sight)


def best_taken(sight: Sight, display: tuple[Tile, ...]) -> Tile | None:
    """The tile that fits most of the rack; one from the bag if none fits."""
    best = max(display, key=lambda tile: friends(tile, sight.rack), default=None)
    if best is not None and (not sight.bag or friends(best, sight.rack)):
        return best
    return None


def loneliest(sight: Sight) -> Tile:
    """The tile that fits the fewest others of the rack."""
    return min(members(sight.rack), key=lambda tile: friends(tile, sight.rack))


class MasterBot(TileBot):
    """Compares whole turns, double turns and swaps by the rack that they leave.

    A turn that lays one tile and draws one gains nothing. What counts is in how few chains the rest can be
    laid, so a swap that joins two chains is worth as much as a laid tile.
    """

    pace = 1.8

    def choose(self, game: Rules, view: UnikatoView, seat: Seat, rng: Random) -> Move:
        if view.phase is Phase.BETWEEN:
            return Ready()
        sight = Sight.of(view, seat)
        worths = _draws(sight) if view.phase is Phase.DRAW else self._actions(sight, view, rng)
        return max(worths, key=lambda worth: worth[0], default=(0.0, Pass()))[1]

    def _actions(self, sight: Sight, view: UnikatoView, rng: Random) -> Iterator[tuple[float, Move]]:
        first = view.phase is Phase.ACT
        drawn = rng.sample(sight.out, min(SAMPLE, len(sight.out))) if sight.bag else []
        plans = plans_for(sight.layout, sight.rack, NODES, sight.after)
        for plan in _likely(plans, sight.rack, CANDIDATES, first, rng):
            yield _worth(sight, plan, first, drawn, rng), Lay(plan.chain)
        ground = Ground.of(sight.layout)
        for swap in _swaps(sight):
            yield _swap_worth(sight, ground, swap, drawn), swap
        if not first:
            yield _settled(ground, sight.rack, sight.display, drawn), Decline()


def _likely(found: Iterator[Plan], rack: Tiles, most: int, first: bool, rng: Random) -> list[Plan]:
    """The plans that lay most, including a second action; only a few that leave the same rack."""
    plans = list(found)
    rng.shuffle(plans)
    plans.sort(key=lambda plan: len(plan.chain) + (1.5 if plan.double and first else 0), reverse=True)
    different: dict[tuple[Tiles, bool], list[Plan]] = {}
    for plan in plans:
        alike = different.setdefault((plan.left(rack), plan.double), [])
        if len(alike) < ALIKE:
            alike.append(plan)
    return [plan for alike in different.values() for plan in alike][:most]


def _worth(sight: Sight, plan: Plan, first: bool, drawn: list[Tile], rng: Random) -> float:
    left, layout = plan.left(sight.rack), with_chain(sight.layout, plan.chain)
    single = _settled(Ground.of(layout), left, sight.display, drawn)
    if not left or not (first and plan.double):
        return single
    seconds = plans_for(layout, left, NODES // CANDIDATES, plan.chain[-1][1] if sight.onward else None)
    follow = (
        _settled(Ground.of(with_chain(layout, second.chain)), second.left(left), sight.display, drawn)
        for second in _likely(seconds, left, SECONDS, False, rng)
    )
    return max((single, *follow))


def _draws(sight: Sight) -> Iterator[tuple[float, Move]]:
    ground = Ground.of(sight.layout)
    for tile in sight.display:
        yield rest_worth(ground, sight.rack | 1 << tile), Draw(tile)
    if sight.bag:
        yield _expected(ground, sight.rack, sight.out), Draw(None)


def _swaps(sight: Sight) -> Iterator[Swap]:
    lonely = sorted(members(sight.rack), key=lambda tile: friends(tile, sight.rack))[:3]
    for give in lonely:
        for take in sight.display:
            yield Swap(give, take)
        if sight.bag:
            yield Swap(give, None)


def _swap_worth(sight: Sight, ground: Ground, swap: Swap, drawn: list[Tile]) -> float:
    kept = sight.rack & ~(1 << swap.give)
    if swap.take is not None:
        display = (*(tile for tile in sight.display if tile != swap.take), swap.give)
        return _settled(ground, kept | 1 << swap.take, display, drawn)
    return _expected(ground, kept, drawn)


def _settled(ground: Ground, left: Tiles, display: tuple[Tile, ...], drawn: Sequence[Tile]) -> float:
    """The value of the rack after the turn: below ten tiles, one is drawn."""
    if not left or left.bit_count() >= RACK or not (display or drawn):
        return rest_worth(ground, left)
    worths = [rest_worth(ground, left | 1 << tile) for tile in display]
    if drawn:
        worths.append(_expected(ground, left, drawn))
    return max(worths)


def _expected(ground: Ground, rack: Tiles, drawn: Sequence[Tile]) -> float:
    """The expected value of the rack with a tile from the bag."""
    return sum(rest_worth(ground, rack | 1 << tile) for tile in drawn) / len(drawn)


BOTS: Final[dict[str, AnyBot]] = by_level(
    NoviceBot(),
    GlanceBot(Eyes(goes_on=0.0, forgets=0.5)),
    GlanceBot(Eyes(goes_on=0.05, forgets=0.2)),
    GlanceBot(Eyes(goes_on=0.16)),
    GlanceBot(Eyes(goes_on=0.33)),
    # Players who often lay chains also choose matching tiles.
    GlanceBot(Eyes(goes_on=0.54, matches=0.1)),
    GlanceBot(Eyes(goes_on=0.76, matches=0.4)),
    EagerBot(),
    MasterBot(),
)
"""Levels, from the weakest up."""
