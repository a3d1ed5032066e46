"""Games whose views offer something else than the rules allow: less that is legal, and what is not."""

from typing import Final

from msgspec.structs import replace

from ukumbi.core import Entry, Seat
from ukumbi.games.rukuni.bot import BOTS
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.state import State as RukuniState
from ukumbi.games.rukuni.view import RukuniView
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.state import State as UkumaState
from ukumbi.games.ukuma.view import UkumaView
from ukumbi.games.unikato.bot import BOTS as UNIKATO_BOTS
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.state import State as UnikatoState
from ukumbi.games.unikato.view import UnikatoView

REACH: Final = {"a1": {"a4": ("b4",), "c4": ("e3",)}}
"""A turn with which a game may begin, and one that leaves the straight line."""
PLACE: Final = "1,0"
"""Beside Unikato's first tile."""


class BentRukuni(Rukuni):
    def view(self, state: RukuniState, seat: Seat | None) -> RukuniView:
        return replace(super().view(state, seat), reach=REACH)


class BentUnikato(Unikato):
    """Every tile of the rack may be laid, and in one place alone."""

    def view(self, state: UnikatoState, seat: Seat | None) -> UnikatoView:
        seen = super().view(state, seat)
        rack = None if seat is None else seen.racks[seat]
        return replace(seen, fits=dict.fromkeys(rack or (), (PLACE,)))


class BentUkuma(Ukuma):
    """Every card of the hand may be laid, and in the front's first cell alone."""

    def view(self, state: UkumaState, seat: Seat | None) -> UkumaView:
        seen = super().view(state, seat)
        if not seen.fits or seat is None:
            return seen
        cell = seen.fronts[seat][0]
        return replace(seen, fits=tuple((f"{card}@{cell}",) for card in seen.hands[seat] or ()))


BENT: Final = {
    entry.game.name: entry
    for entry in (
        Entry(game=BentRukuni(), bots=BOTS),
        Entry(game=BentUnikato(), bots=UNIKATO_BOTS),
        Entry(game=BentUkuma(), bots={}),
    )
}
