"""Players of Zuma."""

from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import AnyBot
from ukumbi.core import Seat
from ukumbi.games.zuma.cards import combination
from ukumbi.games.zuma.moves import Grab, Move, Pass, Ready
from ukumbi.games.zuma.state import Phase
from ukumbi.games.zuma.view import ZumaView


class Player(msgspec.Struct):
    pace: float = 1.0

    def choose(self, game: Any, view: ZumaView, seat: Seat, rng: Random) -> Move | None:
        hand = view.hands[seat] or ()
        free = [pole.pole for pole in view.poles if pole.holder is None]
        match view.phase:
            case Phase.COUNTED:
                return Ready(view.round)
            case Phase.GRABBING:
                return Grab(view.round, rng.choice(free)) if free else None
        if combination(hand):
            return Grab(view.round, rng.choice(free))
        if seat in view.has_chosen:
            return None
        rare = min(hand, key=lambda card: (hand.count(card), rng.random()))
        return Pass(view.round, view.beat, rare)

    def takes(self, view: ZumaView, seat: Seat, move: Move, rng: Random) -> float:
        return self.pace * (0.5 + rng.random())


BOTS: Final[dict[str, AnyBot]] = {"adult": Player()}
