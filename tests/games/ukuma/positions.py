"""Positions for tests of bots. Ann plays White, upwards; Ben plays Black."""

from typing import Any, Final

from msgspec.structs import replace

from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACES, Card
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.ukuma.layout import Placed
from ukumbi.games.ukuma.moves import parse_laid
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.state import HAND, Phase, State

GAME: Final = Ukuma()
ANN, BEN = Seat(0), Seat(1)


def cards(names: str) -> tuple[Card, ...]:
    return tuple(CARD_OF[FACES[name]] for name in names.split())


def lying(whites: str, blacks: str, ann: str = "", ben: str = "", **more: Any) -> State:
    """A state after the signal. The rest of each deck is its pile."""
    laid = [
        (Seat(seat), *parse_laid(text)) for seat, row in enumerate((whites, blacks)) for text in row.split()
    ]
    hands = [cards(ann), cards(ben)]
    gone = [
        {CARD_OF[face] for owner, face, _ in laid if owner == seat} | {*hands[seat]} for seat in (ANN, BEN)
    ]
    table = State(
        options=UkumaOptions(white="first"),
        white=ANN,
        game=1,
        phase=Phase.PLAYING,
        wins=(0, 0),
        layout={cell: Placed(owner, face) for owner, face, cell in laid},
        hands=tuple((*hand, *[None] * (HAND - len(hand))) for hand in hands),
        piles=tuple(tuple(card for card in DECK if card not in used) for used in gone),
        discards=((), ()),
        thrown=((), ()),
        until=None,
    )
    return replace(table, **more)


CLIMBED: Final = ("lloo@f4 lrbo@e4 rlbo@e5 prbo@e6", "lloo@f5")
"""Ann is past f5 on its left: a card on f6, behind it, wins."""
CLIMBING: Final = ("lloo@f4 lrbo@e4 rlbo@e5", "lloo@f5")
"""One card earlier: e6 comes first."""
