"""Unikato's coach: which tile fits where, how many can follow, and what to swap when none fits."""

from typing import Final

from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.games.unikato.layout import Placement
from ukumbi.games.unikato.moves import Lay, Swap, format_move, format_place, format_placement
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.search import Knowledge, Plan, TableFits, fitting_count, plans_for, rest_worth
from ukumbi.games.unikato.state import Phase
from ukumbi.games.unikato.tiles import NAMES, members
from ukumbi.games.unikato.view import UnikatoView

LOOKED_AT: Final = 4_000
"""Tiles that are tried for a chain."""
SECONDS: Final = 8.0
"""Until the coach speaks: one looks for a while before it gets tiresome."""


class UnikatoCoach:
    def advise(self, game: Unikato, view: UnikatoView, seat: Seat) -> Advice | None:
        if view.turn != seat or view.phase not in (Phase.ACT, Phase.SECOND):
            return None
        knowledge = Knowledge.of(view, seat)
        plans = list(plans_for(knowledge.layout, knowledge.rack, LOOKED_AT, knowledge.after))
        if not plans:
            return _swap(knowledge) if view.phase is Phase.ACT else None
        fits, first = TableFits.of(knowledge.layout), view.phase is Phase.ACT

        def worth(plan: Plan) -> tuple[int, bool, float]:
            return len(plan.chain), first and plan.double, rest_worth(fits, plan.left(knowledge.rack))

        return _lay(max(plans, key=worth), plans, knowledge, first=first)


def _lay(best: Plan, plans: list[Plan], knowledge: Knowledge, *, first: bool) -> Advice:
    (tile, at), *rest = best.chain
    heeded: tuple[str, ...] = ("lay *",)
    if not best.left(knowledge.rack):
        code = "last"
    elif rest:
        code, heeded = "chain", ("lay * *",)
    elif first and best.double:
        code, heeded = "double", tuple(_begins(plan.chain[0]) for plan in plans if plan.double)
    else:
        code = "fits"
    return Advice(
        code=code,
        facts={"tile": NAMES[tile], "n": len(rest)},
        marks=(f"rack-tile:{NAMES[tile]}", f"place:{format_place(at)}"),
        move=format_move(Lay(best.chain)),
        heeded=heeded,
        wait=SECONDS,
    )


def _begins(laid: Placement) -> str:
    return f"lay {format_placement(laid)}*"


def _swap(knowledge: Knowledge) -> Advice | None:
    """Give the tile that fits the fewest others, for the one that makes the best rack."""
    fits = TableFits.of(knowledge.layout)
    give = min(members(knowledge.rack), key=lambda tile: (fitting_count(tile, knowledge.rack), tile))
    kept = knowledge.rack & ~(1 << give)
    useful = [tile for tile in knowledge.display if fits.welcome >> tile & 1]
    take = max(useful, key=lambda tile: rest_worth(fits, kept | 1 << tile), default=None)
    if take is None and not knowledge.bag:
        return None
    return Advice(
        code="swap",
        facts={"tile": NAMES[give]},
        marks=(f"rack-tile:{NAMES[give]}", "source:bag" if take is None else f"source:{NAMES[take]}"),
        move=format_move(Swap(give, take)),
        heeded=("swap *",),
        wait=SECONDS,
    )
