"""How near each player of ukuma is to winning, and what a move makes of it.

Being near is counted in lays: a card that is laid counts one, a hand thrown away as much as it takes. A cell
that few cards fit needs many hands. Each end of the front counts, the nearer one more.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import Final, NamedTuple

from ukumbi.games.ukuma.cards import Face, Faces, faces_of
from ukumbi.games.ukuma.grid import AROUND, SIDES, UP, Cell, file_of
from ukumbi.games.ukuma.layout import Placed, fitting, has_own, winning
from ukumbi.games.ukuma.moves import Lay
from ukumbi.games.ukuma.sight import Player, Sight
from ukumbi.games.ukuma.state import HAND

NEAR_END, FAR_END, THEIR_NEAR_END, THEIR_FAR_END, EVEN = 1.2, 0.5, 1.8, 0.4, 0.28
"""How much each nearness counts, and the odds of a table at which every one of them is a single lay.

Fitted to who won 4,000 games of the quick bot against itself. The opponent's counts more than one's own,
because who has just laid is seldom the next to lay.
"""
REDRAW: Final = 1.3
"""What throwing a hand away costs, in lays: the times of both in the pace of the bots."""
NEVER: Final = 30.0
"""Lays after which a place is as good as out of reach."""
FRESH_HANDS: Final = 8
"""New hands that are imagined before one is thrown away."""
IN_THE_PILE: Final = 0.7
"""What a promise of the pile counts, beside a card that can be laid: at 1 the master throws away too much."""
NEXT_TO: Final = {-1: 1 / 2, 1: 1 / 2, -UP: 1 / 4, UP: 1 / 4}
"""The share of faces that fit a card yet to be laid, by the step from it: two colours, four ends."""


def worth(sight: Sight, spent: float = 0.0) -> float:
    """The chance to win from here, roughly, after so many lays' time has been lost."""
    mine, theirs = nearness(sight, sight.me), nearness(sight, sight.them)
    safety: float = theirs.near**THEIR_NEAR_END * theirs.far**THEIR_FAR_END
    effort: float = (mine.near + spent) ** NEAR_END * (mine.far + spent) ** FAR_END
    odds = EVEN * safety / effort
    return odds / (1 + odds)


def worth_of_lay(sight: Sight, lay: Lay, spent: float = 0.0) -> float:
    return 1.0 if sight.wins(lay) else worth(sight.after(lay), spent)


def worth_of_start(sight: Sight, face: Face) -> float:
    """What the table is worth with this start card of Black's."""
    cell = sight.size.start(up=sight.me.up)
    return worth(sight._replace(layout={**sight.layout, cell: Placed(sight.me.seat, face)}))


def worth_of_fresh(sight: Sight, rng: Random) -> float:
    """What a new hand is worth: the best lay of each of some, unless the other wins meanwhile."""
    cards = sight.me.to_come
    if not cards:
        return 0.0
    hands = [tuple(rng.sample(cards, min(HAND, len(cards)))) for _ in range(FRESH_HANDS)]
    survival = 1 - 1 / nearness(sight, sight.them).near
    return IN_THE_PILE * survival * sum(_best_of(sight.holding(hand)) for hand in hands) / FRESH_HANDS


def _best_of(sight: Sight) -> float:
    lays = [worth_of_lay(sight, lay, REDRAW) for lay in sight.lays()]
    return max(lays, default=worth(sight, REDRAW))


class Nearness(NamedTuple):
    """In how many lays a player could win if left alone, at the better and at the worse end of the front."""

    near: float
    far: float


def nearness(sight: Sight, player: Player) -> Nearness:
    left = right = NEVER
    middle = sight.size.columns
    for cell, lays in _winning_cells(sight, player):
        if file_of(cell) <= middle:
            left = min(left, lays)
        if file_of(cell) >= middle:
            right = min(right, lays)
    return Nearness(min(left, right), max(left, right))


def _winning_cells(sight: Sight, player: Player) -> Iterator[tuple[Cell, float]]:
    """The cells where this player would win, and in how many lays; the nearest first."""
    ground = _ground(sight, player)
    coming, cards = faces_of(player.to_come), len(player.to_come)
    done, ahead = set[Cell](), list(_first_lays(sight, player, ground))
    ahead.sort()
    while ahead:
        lays, cell = heappop(ahead)
        if cell in done or lays >= NEVER:
            continue
        done.add(cell)
        if winning(sight.layout, sight.size, player.seat, cell, player.up):
            yield cell, lays
            continue
        for side in SIDES:
            following = Cell(cell + side)
            if following in ground and following not in done:
                more = _tries(ground[following] & coming, cards, HAND, NEXT_TO[side])
                heappush(ahead, (lays + more, following))


def _ground(sight: Sight, player: Player) -> dict[Cell, Faces]:
    """Free cells near the other's cards, and what fits there: wherever this player could go on laying."""
    layout, size = sight.layout, sight.size
    near = {Cell(cell + step) for cell, card in layout.items() if card.seat != player.seat for step in AROUND}
    return {cell: fitting(layout, cell) for cell in near if cell not in layout and size.holds(cell)}


def _first_lays(sight: Sight, player: Player, ground: dict[Cell, Faces]) -> Iterator[tuple[float, Cell]]:
    """Where this player may lay next, and the tries that it takes: one, if the hand is known to fit."""
    hand = faces_of(player.hand or ())
    coming, cards = faces_of(player.to_come), len(player.to_come)
    held = player.held if player.hand is None else 0
    for cell, faces in ground.items():
        if has_own(sight.layout, cell, player.seat):
            yield (1.0 if faces & hand else _tries(faces & coming, cards, held)), cell


def _tries(fits: Faces, cards: int, held: int, share: float = 1.0) -> float:
    """Lays and hands, on average, until one of the cards that may come fits and lies there."""
    if not fits:
        return NEVER
    misses = (1 - share * fits.bit_count() / (2 * cards)) ** 2
    return 1 + REDRAW * misses**held / (1 - misses**HAND)
