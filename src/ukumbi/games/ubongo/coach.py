"""Ubongo's coach: to a player who has stopped building it offers to lay one piece."""

from typing import Final

from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.games.ubongo.moves import Help, format_move
from ukumbi.games.ubongo.rules import Ubongo
from ukumbi.games.ubongo.state import Phase
from ukumbi.games.ubongo.view import UbongoView

SECONDS: Final = 20.0
"""Without a move: a newcomer tries for a while before the next piece is no fun any more."""


class UbongoCoach:
    def advise(self, game: Ubongo, view: UbongoView, seat: Seat) -> Advice | None:
        """No cubes stand here: whoever wants to see the piece has it laid, and the log says so."""
        if view.phase is not Phase.BUILDING or seat in view.solved or view.sides[seat].task is None:
            return None
        return Advice(
            code="lay_one_alone" if view.alone else "lay_one",
            facts={},
            marks=(),
            move=format_move(Help(view.round)),
            heeded=(),
            wait=SECONDS,
            offered=True,
        )
