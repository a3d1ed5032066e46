"""How near each player of ukuma is to winning, now and after a move.

The distance to a win is counted in lays: a laid card counts 1, a discarded hand the time that it takes. A
cell that few cards fit needs many hands. Both ends of the front count, the nearer one more.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import Final, NamedTuple

from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import CARD_OF, FACES, Card, Face, Faces, faces_of
from ukumbi.games.ukuma.grid import AROUND, SIDES, SIZES, UP, Cell, Size, file_of
from ukumbi.games.ukuma.layout import Layout, Placed, fitting, has_own, ways_to_lay, winning
from ukumbi.games.ukuma.moves import Lay
from ukumbi.games.ukuma.state import HAND, other
from ukumbi.games.ukuma.view import UkumaView, layout_of, on_top, unseen

NEAR_END, FAR_END, THEIR_NEAR_END, THEIR_FAR_END, EVEN = 1.2, 0.5, 1.8, 0.4, 0.28
"""The weight of each distance, and the log odds if all of them are a single lay.

Fitted to the results of 4,000 games of level 9 against itself. The opponent's distances weigh more, because
a player who has just laid is seldom the next to lay.
"""
REDRAW_LAYS: Final = 1.3
"""The cost of discarding a hand, in lays, from the times in the bots' pace."""
NEVER_LAYS: Final = 30.0
"""Lays from which on a cell counts as out of reach."""
FRESH_HANDS: Final = 8
"""New hands that are imagined before a hand is discarded."""
IN_THE_PILE: Final = 0.7
"""The weight of a new hand against a card that can be laid: at 1 the strongest bot discards too much."""
NEXT_TO: Final = {-1: 1 / 2, 1: 1 / 2, -UP: 1 / 4, UP: 1 / 4}
"""The share of faces that fit a card yet to be laid, by the step from it: two colours or four ends."""


class Player(NamedTuple):
    """What the bot knows of one player."""

    seat: Seat
    up: bool
    hand: tuple[Card, ...] | None
    """None if it is hidden."""
    held: int
    to_come: tuple[Card, ...]
    """The cards that new hands, and a hidden hand, come from."""


class Sight(NamedTuple):
    layout: Layout
    size: Size
    me: Player
    them: Player

    @staticmethod
    def of(view: UkumaView, seat: Seat) -> "Sight":
        return Sight(
            layout=layout_of(view),
            size=SIZES[view.options.size],
            me=_player(view, seat),
            them=_player(view, other(seat)),
        )

    def lays(self) -> Iterator[Lay]:
        """Every legal lay of the hand."""
        for cell, face in ways_to_lay(self.layout, self.size, self.me.seat, faces_of(self.me.hand or ())):
            yield Lay(face, cell)

    def wins(self, lay: Lay) -> bool:
        return winning(self.layout, self.size, self.me.seat, lay.cell, self.me.up) is not None

    def after(self, lay: Lay) -> "Sight":
        """The table after laying that card; after the last card, with an unknown new hand."""
        layout = {**self.layout, lay.cell: Placed(self.me.seat, lay.face)}
        rest = tuple(card for card in self.me.hand or () if card != CARD_OF[lay.face])
        if rest:
            return self._replace(layout=layout).holding(rest)
        fresh = min(HAND, len(self.me.to_come))
        return self._replace(layout=layout, me=self.me._replace(hand=None, held=fresh))

    def holding(self, hand: tuple[Card, ...]) -> "Sight":
        """The same table with another hand."""
        return self._replace(me=self.me._replace(hand=hand, held=len(hand)))


def _player(view: UkumaView, seat: Seat) -> Player:
    hand = view.hands[seat]
    # If the pile is short, discards are turned over and drawn too.
    turned = on_top(view, seat) if view.piles[seat] < HAND else ()
    return Player(
        seat=seat,
        up=seat == view.white,
        hand=None if hand is None else tuple(_card(name) for name in hand if name is not None),
        held=view.counts[seat],
        to_come=(*unseen(view, seat), *turned),
    )


def _card(name: str) -> Card:
    return CARD_OF[FACES[name]]


def worth(sight: Sight, spent: float = 0.0) -> float:
    """The rough chance to win from here, after losing the time of this many lays."""
    mine, theirs = nearness(sight, sight.me), nearness(sight, sight.them)
    safety: float = theirs.near**THEIR_NEAR_END * theirs.far**THEIR_FAR_END
    effort: float = (mine.near + spent) ** NEAR_END * (mine.far + spent) ** FAR_END
    odds = EVEN * safety / effort
    return odds / (1 + odds)


def worth_of_lay(sight: Sight, lay: Lay, spent: float = 0.0) -> float:
    return 1.0 if sight.wins(lay) else worth(sight.after(lay), spent)


def worth_of_start(sight: Sight, face: Face) -> float:
    """The value of the table with this start card of Black."""
    cell = sight.size.start(up=sight.me.up)
    return worth(sight._replace(layout={**sight.layout, cell: Placed(sight.me.seat, face)}))


def worth_of_fresh(sight: Sight, rng: Random) -> float:
    """The value of a new hand: the mean of some hands' best lays, unless the opponent wins meanwhile."""
    cards = sight.me.to_come
    if not cards:
        return 0.0
    hands = [tuple(rng.sample(cards, min(HAND, len(cards)))) for _ in range(FRESH_HANDS)]
    survival = 1 - 1 / nearness(sight, sight.them).near
    return IN_THE_PILE * survival * sum(_best_of(sight.holding(hand)) for hand in hands) / FRESH_HANDS


def _best_of(sight: Sight) -> float:
    lays = [worth_of_lay(sight, lay, REDRAW_LAYS) for lay in sight.lays()]
    return max(lays, default=worth(sight, REDRAW_LAYS))


class Nearness(NamedTuple):
    """The lays that a player alone would need to win, at the better and the worse end of the front."""

    near: float
    far: float


def nearness(sight: Sight, player: Player) -> Nearness:
    left = right = NEVER_LAYS
    middle = sight.size.columns
    for cell, lays in _winning_cells(sight, player):
        if file_of(cell) <= middle:
            left = min(left, lays)
        if file_of(cell) >= middle:
            right = min(right, lays)
    return Nearness(min(left, right), max(left, right))


def _winning_cells(sight: Sight, player: Player) -> Iterator[tuple[Cell, float]]:
    """The cells where this player would win, with their distances, the nearest first."""
    ground = _ground(sight, player)
    coming, cards = faces_of(player.to_come), len(player.to_come)
    done, ahead = set[Cell](), list(_first_lays(sight, player, ground))
    ahead.sort()
    while ahead:
        lays, cell = heappop(ahead)
        if cell in done or lays >= NEVER_LAYS:
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
    """Free cells near opposing cards with the faces that fit: where this player could go on laying."""
    layout, size = sight.layout, sight.size
    near = {Cell(cell + step) for cell, card in layout.items() if card.seat != player.seat for step in AROUND}
    return {cell: fitting(layout, cell) for cell in near if cell not in layout and size.holds(cell)}


def _first_lays(sight: Sight, player: Player, ground: dict[Cell, Faces]) -> Iterator[tuple[float, Cell]]:
    """The cells where this player may lay next, with the tries needed: 1 if the hand is known to fit."""
    hand = faces_of(player.hand or ())
    coming, cards = faces_of(player.to_come), len(player.to_come)
    held = player.held if player.hand is None else 0
    for cell, faces in ground.items():
        if has_own(sight.layout, cell, player.seat):
            yield (1.0 if faces & hand else _tries(faces & coming, cards, held)), cell


def _tries(fits: Faces, cards: int, held: int, share: float = 1.0) -> float:
    """The mean number of lays, counting new hands, until a fitting card is drawn and laid there."""
    if not fits:
        return NEVER_LAYS
    misses = (1 - share * fits.bit_count() / (2 * cards)) ** 2
    return 1 + REDRAW_LAYS * misses**held / (1 - misses**HAND)
