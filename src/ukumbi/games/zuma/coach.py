"""Zuma's coach: when to grab, which pole, and which card to pass on."""

from collections.abc import Callable
from random import Random
from typing import Final

from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.games.zuma.bot import SHREWD
from ukumbi.games.zuma.cards import Card, combination
from ukumbi.games.zuma.moves import Grab, PassCard, format_move
from ukumbi.games.zuma.plan import weigh
from ukumbi.games.zuma.rules import Zuma
from ukumbi.games.zuma.state import Phase
from ukumbi.games.zuma.view import PoleView, ZumaView

AT_ONCE: Final = 0.0
"""Seconds: whoever is slow to grab gets no pole."""
CHOOSING_SECONDS: Final = 3.0
"""Half of a calm beat."""


class ZumaCoach:
    def advise(self, game: Zuma, view: ZumaView, seat: Seat) -> Advice | None:
        if view.phase is Phase.GRABBING:
            return self._grab(view, "nearest", min(_free(view, seat), key=_way(seat), default=None))
        if view.phase not in (Phase.DEALT, Phase.PASSING):
            return None
        if (held := combination(view.hands[seat] or ())) is not None:
            scored = view.accounts[seat].cycles[-1]
            best = min(view.poles, key=lambda pole: (pole.colour in scored, pole.reach[seat]))
            return self._grab(view, held.value, best)
        return None if seat in view.has_chosen else self._pass(view, seat)

    def _grab(self, view: ZumaView, code: str, pole: PoleView | None) -> Advice | None:
        if pole is None:
            return None
        return Advice(
            code=code,
            facts={"pole": pole.pole.value},
            marks=(f"pole:{pole.pole.value}",),
            move=format_move(Grab(view.round, pole.pole)),
            heeded=("grab *",),
            wait=AT_ONCE,
        )

    def _pass(self, view: ZumaView, seat: Seat) -> Advice:
        # The same view has to give the same advice.
        card = weigh(SHREWD, view.sets, view.hands[seat] or (), view.came[seat], view.beat - 1, Random(0))
        move = format_move(PassCard(view.round, view.beat, card))
        return Advice(
            code="pass_zuma" if card is Card.ZUMA else "pass",
            facts={"card": card.value},
            marks=(f"card:{card.value}",),
            move=move,
            heeded=(move,),
            wait=CHOOSING_SECONDS,
        )


def _free(view: ZumaView, seat: Seat) -> list[PoleView]:
    """The poles that this seat's hand can still get, as far as can be seen."""
    if any(grab.seat == seat and grab.came == "reaching" for grab in view.grabs):
        return []
    taken = {grab.pole for grab in view.grabs if grab.came == "reaching"}
    return [pole for pole in view.poles if pole.holder is None and pole.pole not in taken]


def _way(seat: Seat) -> Callable[[PoleView], int]:
    return lambda pole: pole.reach[seat]
