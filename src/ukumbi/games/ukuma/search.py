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
IMAGINED_HANDS: Final = 8
"""New hands that are imagined before a hand is discarded."""
NEW_HAND_WEIGHT: Final = 0.7
"""The weight of a new hand against a card that can be laid: at 1 the strongest bot discards too much."""
FITTING_SHARE: Final = {-1: 1 / 2, 1: 1 / 2, -UP: 1 / 4, UP: 1 / 4}
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


class Knowledge(NamedTuple):
    layout: Layout
    size: Size
    me: Player
    them: Player

    @staticmethod
    def of(view: UkumaView, seat: Seat) -> "Knowledge":
        return Knowledge(
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

    def after(self, lay: Lay) -> "Knowledge":
        """The table after laying that card; after the last card, with an unknown new hand."""
        layout = {**self.layout, lay.cell: Placed(self.me.seat, lay.face)}
        rest = tuple(card for card in self.me.hand or () if card != CARD_OF[lay.face])
        if rest:
            return self._replace(layout=layout).holding(rest)
        fresh = min(HAND, len(self.me.to_come))
        return self._replace(layout=layout, me=self.me._replace(hand=None, held=fresh))

    def holding(self, hand: tuple[Card, ...]) -> "Knowledge":
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


def worth(knowledge: Knowledge, spent: float = 0.0) -> float:
    """The rough chance to win from here, after losing the time of this many lays."""
    mine, theirs = lays_to_win(knowledge, knowledge.me), lays_to_win(knowledge, knowledge.them)
    safety: float = theirs.near**THEIR_NEAR_END * theirs.far**THEIR_FAR_END
    effort: float = (mine.near + spent) ** NEAR_END * (mine.far + spent) ** FAR_END
    odds = EVEN * safety / effort
    return odds / (1 + odds)


def worth_of_lay(knowledge: Knowledge, lay: Lay, spent: float = 0.0) -> float:
    return 1.0 if knowledge.wins(lay) else worth(knowledge.after(lay), spent)


def worth_of_start(knowledge: Knowledge, face: Face) -> float:
    """The value of the table with this start card of Black."""
    cell = knowledge.size.start(up=knowledge.me.up)
    return worth(knowledge._replace(layout={**knowledge.layout, cell: Placed(knowledge.me.seat, face)}))


def worth_of_new_hand(knowledge: Knowledge, rng: Random) -> float:
    """The value of a new hand: the mean of some hands' best lays, unless the opponent wins meanwhile."""
    cards = knowledge.me.to_come
    if not cards:
        return 0.0
    hands = [tuple(rng.sample(cards, min(HAND, len(cards)))) for _ in range(IMAGINED_HANDS)]
    survival = 1 - 1 / lays_to_win(knowledge, knowledge.them).near
    return (
        NEW_HAND_WEIGHT * survival * sum(_best_of(knowledge.holding(hand)) for hand in hands) / IMAGINED_HANDS
    )


def _best_of(knowledge: Knowledge) -> float:
    lays = [worth_of_lay(knowledge, lay, REDRAW_LAYS) for lay in knowledge.lays()]
    return max(lays, default=worth(knowledge, REDRAW_LAYS))


class LaysToWin(NamedTuple):
    """The lays that a player alone would need to win, at the better and the worse end of the front."""

    near: float
    far: float


def lays_to_win(knowledge: Knowledge, player: Player) -> LaysToWin:
    left = right = NEVER_LAYS
    middle = knowledge.size.columns
    for cell, lays in _winning_cells(knowledge, player):
        if file_of(cell) <= middle:
            left = min(left, lays)
        if file_of(cell) >= middle:
            right = min(right, lays)
    return LaysToWin(min(left, right), max(left, right))


def _winning_cells(knowledge: Knowledge, player: Player) -> Iterator[tuple[Cell, float]]:
    """The cells where this player would win, with their distances, the nearest first."""
    open_cells = _open_cells(knowledge, player)
    coming, cards = faces_of(player.to_come), len(player.to_come)
    done, ahead = set[Cell](), list(_first_lays(knowledge, player, open_cells))
    ahead.sort()
    while ahead:
        lays, cell = heappop(ahead)
        if cell in done or lays >= NEVER_LAYS:
            continue
        done.add(cell)
        if winning(knowledge.layout, knowledge.size, player.seat, cell, player.up):
            yield cell, lays
            continue
        for side in SIDES:
            following = Cell(cell + side)
            if following in open_cells and following not in done:
                more = _tries(open_cells[following] & coming, cards, HAND, FITTING_SHARE[side])
                heappush(ahead, (lays + more, following))


def _open_cells(knowledge: Knowledge, player: Player) -> dict[Cell, Faces]:
    """Free cells near opposing cards with the faces that fit: where this player could go on laying."""
    layout, size = knowledge.layout, knowledge.size
    near = {Cell(cell + step) for cell, card in layout.items() if card.seat != player.seat for step in AROUND}
    return {cell: fitting(layout, cell) for cell in near if cell not in layout and size.holds(cell)}


def _first_lays(
    knowledge: Knowledge, player: Player, open_cells: dict[Cell, Faces]
) -> Iterator[tuple[float, Cell]]:
    """The cells where this player may lay next, with the tries needed: 1 if the hand is known to fit."""
    hand = faces_of(player.hand or ())
    coming, cards = faces_of(player.to_come), len(player.to_come)
    held = player.held if player.hand is None else 0
    for cell, faces in open_cells.items():
        if has_own(knowledge.layout, cell, player.seat):
            yield (1.0 if faces & hand else _tries(faces & coming, cards, held)), cell


def _tries(fits: Faces, cards: int, held: int, share: float = 1.0) -> float:
    """The mean number of lays, counting new hands, until a fitting card is drawn and laid there."""
    if not fits:
        return NEVER_LAYS
    misses = (1 - share * fits.bit_count() / (2 * cards)) ** 2
    return 1 + REDRAW_LAYS * misses**held / (1 - misses**HAND)
