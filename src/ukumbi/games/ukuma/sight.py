"""What a bot makes of its view of ukuma: the table, its hand, and what may still come."""

from collections.abc import Iterator
from typing import NamedTuple

from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import CARD_OF, FACES, Card, faces_of
from ukumbi.games.ukuma.grid import SIZES, Size
from ukumbi.games.ukuma.layout import Layout, Placed, places, winning
from ukumbi.games.ukuma.moves import Lay
from ukumbi.games.ukuma.state import HAND, other
from ukumbi.games.ukuma.view import UkumaView, layout_of, on_top, unseen


class Player(NamedTuple):
    """One of the two, as far as the bot can know."""

    seat: Seat
    up: bool
    hand: tuple[Card, ...] | None
    """None if it is hidden."""
    held: int
    to_come: tuple[Card, ...]
    """The cards of which new hands are taken; a hidden hand is of them, too."""


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
        """Every way to lay a card of the hand now."""
        for cell, face in places(self.layout, self.size, self.me.seat, faces_of(self.me.hand or ())):
            yield Lay(face, cell)

    def wins(self, lay: Lay) -> bool:
        return winning(self.layout, self.size, self.me.seat, lay.cell, self.me.up) is not None

    def after(self, lay: Lay) -> "Sight":
        """The same table with that card of the hand on it; after the last card, with a new hand, unknown."""
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
    # When the pile is short, discards are turned over and taken as well.
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
