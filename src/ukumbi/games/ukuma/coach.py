"""ukuma's coach: what fits where, what has to be turned, and when to throw the hand away."""

from typing import Final

from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.core.errors import Fact
from ukumbi.games.ukuma.cards import CARD_OF, FACE_NAMES, TURNED
from ukumbi.games.ukuma.grid import CELL_NAMES
from ukumbi.games.ukuma.moves import Discard, Lay, format_move
from ukumbi.games.ukuma.rules import Ukuma
from ukumbi.games.ukuma.search import Knowledge, worth_of_lay
from ukumbi.games.ukuma.state import Phase
from ukumbi.games.ukuma.view import UkumaView

SECONDS: Final = {"wins": 1.5, "wins_turned": 1.5, "fits": 5.0, "fits_turned": 4.0, "discard": 4.0}
"""About how long a newcomer looks before it gets tiresome."""


class UkumaCoach:
    def advise(self, game: Ukuma, view: UkumaView, seat: Seat) -> Advice | None:
        if view.phase is not Phase.PLAYING:
            return None
        knowledge = Knowledge.of(view, seat)
        if not knowledge.me.hand:
            return None
        best = max(knowledge.lays(), key=lambda lay: worth_of_lay(knowledge, lay), default=None)
        if best is None:
            return _advice("discard", {}, ("testid:discard",), Discard())
        held = CARD_OF[best.face]
        names = view.hands[seat] or ()
        card, cell = FACE_NAMES[held], CELL_NAMES[best.cell]
        code = "wins" if knowledge.wins(best) else "fits"
        if best.face != _as_held(best, up=knowledge.me.up):
            code += "_turned"
        facts: dict[str, Fact] = {"n": names.index(card) + 1, "cell": cell}
        return _advice(code, facts, (f"card:{card}", f"free:{cell}"), best)


def _as_held(lay: Lay, *, up: bool) -> int:
    """The face of the card if it is laid as it was drawn. Black sees the table from the other side."""
    card = CARD_OF[lay.face]
    return card if up else TURNED[card]


def _advice(code: str, facts: dict[str, Fact], marks: tuple[str, ...], move: Lay | Discard) -> Advice:
    text = format_move(move)
    return Advice(
        code=code,
        facts=facts,
        marks=marks,
        move=text,
        heeded=(f"{text.split()[0]}*",),
        wait=SECONDS[code],
    )
