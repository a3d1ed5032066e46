"""Bots for Unikato: the weakest lays the first tile that fits, the strongest searches whole turns."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import AnyBot, by_level
from ukumbi.core import Game, Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.unikato.events import Event
from ukumbi.games.unikato.layout import Chain, Placement, next_placements, with_chain
from ukumbi.games.unikato.moves import Decline, Draw, Lay, Move, Pass, Swap
from ukumbi.games.unikato.search import Knowledge, Plan, TableFits, fitting_count, plans_for, rest_worth
from ukumbi.games.unikato.state import RACK, Phase, State
from ukumbi.games.unikato.tiles import Tile, Tiles, members
from ukumbi.games.unikato.view import UnikatoView

Rules = Game[State, Move, Event, UnikatoView, Any]

MAX_SEARCHED_TILES: Final = 6000
"""Tiles that a search tries before it takes the best chain so far."""
SEARCHED_ACTIONS: Final = 60
"""First actions that are searched further, with the second action they may win."""
SAMPLED_DRAWS: Final = 6
"""Hidden tiles that are tried to value a draw from the bag."""
CHAINS_OF_SAME_TILES: Final = 8
"""Chains of the same tiles that are compared."""
SECOND_ACTIONS: Final = 10
"""Second actions that are compared."""


class TileBot:
    """A move for every phase. Levels differ in laying and in taking."""

    pace = 1.0

    def choose(self, game: Rules, view: UnikatoView, seat: Seat, rng: Random) -> Move:
        if view.phase is Phase.BETWEEN:
            return Ready()
        knowledge = Knowledge.of(view, seat)
        if view.phase is Phase.DRAW:
            return Draw(self.taken(knowledge, knowledge.display, rng))
        chain = self.chain(knowledge, view.phase is Phase.ACT, rng)
        if chain:
            return Lay(chain)
        if view.phase is Phase.SECOND:
            return Decline()
        return self.swap(knowledge, rng)

    def chain(self, knowledge: Knowledge, first: bool, rng: Random) -> Chain:
        raise NotImplementedError

    def taken(self, knowledge: Knowledge, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        raise NotImplementedError

    def given(self, knowledge: Knowledge, rng: Random) -> Tile:
        raise NotImplementedError

    def swap(self, knowledge: Knowledge, rng: Random) -> Move:
        if not knowledge.display and not knowledge.bag:
            return Pass()
        give = self.given(knowledge, rng)
        return Swap(give, None if knowledge.bag else self.taken(knowledge, knowledge.display, rng))


class NoviceBot(TileBot):
    """Lays the first tile with a place, one at a time, and takes random tiles."""

    def chain(self, knowledge: Knowledge, first: bool, rng: Random) -> Chain:
        spots = list(next_placements(knowledge.layout, knowledge.rack, knowledge.after))
        return (rng.choice(spots),) if spots and first else ()

    def taken(self, knowledge: Knowledge, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        return None if knowledge.bag else rng.choice(display)

    def given(self, knowledge: Knowledge, rng: Random) -> Tile:
        return rng.choice(list(members(knowledge.rack)))


class Attention(msgspec.Struct, frozen=True):
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

    def __init__(self, attention: Attention) -> None:
        self.attention = attention

    def chain(self, knowledge: Knowledge, first: bool, rng: Random) -> Chain:
        if not first and rng.random() < self.attention.forgets:
            return ()
        laid, left, chain = dict(knowledge.layout), knowledge.rack, list[Placement]()
        while not chain or rng.random() < self.attention.goes_on:
            spots = list(next_placements(laid, left, chain[-1][1] if chain else knowledge.after))
            if not spots:
                break
            tile, at = rng.choice(spots)
            chain.append((tile, at))
            laid[at] = tile
            left &= ~(1 << tile)
        return tuple(chain)

    def taken(self, knowledge: Knowledge, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        if rng.random() < self.attention.matches:
            return best_taken(knowledge, display)
        return super().taken(knowledge, display, rng)

    def given(self, knowledge: Knowledge, rng: Random) -> Tile:
        if rng.random() < self.attention.matches:
            return least_fitting(knowledge)
        return super().given(knowledge, rng)


class EagerBot(TileBot):
    """Lays the longest chain it finds, and takes the tile that fits its rack best."""

    pace = 1.4

    def chain(self, knowledge: Knowledge, first: bool, rng: Random) -> Chain:
        plans = list(plans_for(knowledge.layout, knowledge.rack, MAX_SEARCHED_TILES // 4, knowledge.after))
        rng.shuffle(plans)
        return max(plans, key=lambda plan: len(plan.chain)).chain if plans else ()

    def taken(self, knowledge: Knowledge, display: tuple[Tile, ...], rng: Random) -> Tile | None:
        return best_taken(knowledge, display)

    def given(self, knowledge: Knowledge, rng: Random) -> Tile:
        return least_fitting(knowledge)


def best_taken(knowledge: Knowledge, display: tuple[Tile, ...]) -> Tile | None:
    """The tile that fits most of the rack; one from the bag if none fits."""
    best = max(display, key=lambda tile: fitting_count(tile, knowledge.rack), default=None)
    if best is not None and (not knowledge.bag or fitting_count(best, knowledge.rack)):
        return best
    return None


def least_fitting(knowledge: Knowledge) -> Tile:
    """The tile that fits the fewest others of the rack."""
    return min(members(knowledge.rack), key=lambda tile: fitting_count(tile, knowledge.rack))


class MasterBot(TileBot):
    """Compares whole turns, double turns and swaps by the rack that they leave.

    A turn that lays one tile and draws one gains nothing. What counts is in how few chains the rest can be
    laid, so a swap that joins two chains is worth as much as a laid tile.
    """

    pace = 1.8

    def choose(self, game: Rules, view: UnikatoView, seat: Seat, rng: Random) -> Move:
        if view.phase is Phase.BETWEEN:
            return Ready()
        knowledge = Knowledge.of(view, seat)
        worths = _draws(knowledge) if view.phase is Phase.DRAW else self._actions(knowledge, view, rng)
        return max(worths, key=lambda worth: worth[0], default=(0.0, Pass()))[1]

    def _actions(self, knowledge: Knowledge, view: UnikatoView, rng: Random) -> Iterator[tuple[float, Move]]:
        first = view.phase is Phase.ACT
        drawn = rng.sample(knowledge.out, min(SAMPLED_DRAWS, len(knowledge.out))) if knowledge.bag else []
        plans = plans_for(knowledge.layout, knowledge.rack, MAX_SEARCHED_TILES, knowledge.after)
        for plan in _best_plans(plans, knowledge.rack, SEARCHED_ACTIONS, first, rng):
            yield _worth(knowledge, plan, first, drawn, rng), Lay(plan.chain)
        fits = TableFits.of(knowledge.layout)
        for swap in _swaps(knowledge):
            yield _swap_worth(knowledge, fits, swap, drawn), swap
        if not first:
            yield _value_after_draw(fits, knowledge.rack, knowledge.display, drawn), Decline()


def _best_plans(found: Iterator[Plan], rack: Tiles, most: int, first: bool, rng: Random) -> list[Plan]:
    """The plans that lay most, including a second action; only a few that leave the same rack."""
    plans = list(found)
    rng.shuffle(plans)
    plans.sort(key=lambda plan: len(plan.chain) + (1.5 if plan.double and first else 0), reverse=True)
    different: dict[tuple[Tiles, bool], list[Plan]] = {}
    for plan in plans:
        alike = different.setdefault((plan.left(rack), plan.double), [])
        if len(alike) < CHAINS_OF_SAME_TILES:
            alike.append(plan)
    return [plan for alike in different.values() for plan in alike][:most]


def _worth(knowledge: Knowledge, plan: Plan, first: bool, drawn: list[Tile], rng: Random) -> float:
    left, layout = plan.left(knowledge.rack), with_chain(knowledge.layout, plan.chain)
    single = _value_after_draw(TableFits.of(layout), left, knowledge.display, drawn)
    if not left or not (first and plan.double):
        return single
    seconds = plans_for(
        layout, left, MAX_SEARCHED_TILES // SEARCHED_ACTIONS, plan.chain[-1][1] if knowledge.onward else None
    )
    follow = (
        _value_after_draw(
            TableFits.of(with_chain(layout, second.chain)), second.left(left), knowledge.display, drawn
        )
        for second in _best_plans(seconds, left, SECOND_ACTIONS, False, rng)
    )
    return max((single, *follow))


def _draws(knowledge: Knowledge) -> Iterator[tuple[float, Move]]:
    fits = TableFits.of(knowledge.layout)
    for tile in knowledge.display:
        yield rest_worth(fits, knowledge.rack | 1 << tile), Draw(tile)
    if knowledge.bag:
        yield _expected(fits, knowledge.rack, knowledge.out), Draw(None)


def _swaps(knowledge: Knowledge) -> Iterator[Swap]:
    lonely = sorted(members(knowledge.rack), key=lambda tile: fitting_count(tile, knowledge.rack))[:3]
    for give in lonely:
        for take in knowledge.display:
            yield Swap(give, take)
        if knowledge.bag:
            yield Swap(give, None)


def _swap_worth(knowledge: Knowledge, fits: TableFits, swap: Swap, drawn: list[Tile]) -> float:
    kept = knowledge.rack & ~(1 << swap.give)
    if swap.take is not None:
        display = (*(tile for tile in knowledge.display if tile != swap.take), swap.give)
        return _value_after_draw(fits, kept | 1 << swap.take, display, drawn)
    return _expected(fits, kept, drawn)


def _value_after_draw(
    fits: TableFits, left: Tiles, display: tuple[Tile, ...], drawn: Sequence[Tile]
) -> float:
    """The value of the rack after the turn: below ten tiles, one is drawn."""
    if not left or left.bit_count() >= RACK or not (display or drawn):
        return rest_worth(fits, left)
    worths = [rest_worth(fits, left | 1 << tile) for tile in display]
    if drawn:
        worths.append(_expected(fits, left, drawn))
    return max(worths)


def _expected(fits: TableFits, rack: Tiles, drawn: Sequence[Tile]) -> float:
    """The expected value of the rack with a tile from the bag."""
    return sum(rest_worth(fits, rack | 1 << tile) for tile in drawn) / len(drawn)


BOTS: Final[dict[str, AnyBot]] = by_level(
    NoviceBot(),
    GlanceBot(Attention(goes_on=0.0, forgets=0.5)),
    GlanceBot(Attention(goes_on=0.05, forgets=0.2)),
    GlanceBot(Attention(goes_on=0.16)),
    GlanceBot(Attention(goes_on=0.33)),
    # Players who often lay chains also choose matching tiles.
    GlanceBot(Attention(goes_on=0.54, matches=0.1)),
    GlanceBot(Attention(goes_on=0.76, matches=0.4)),
    EagerBot(),
    MasterBot(),
)
"""Levels, from the weakest up."""
