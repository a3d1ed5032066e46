"""Bots for Zuma: the weakest often passes random cards, the strongest notices nearly everything."""

from operator import index
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import by_level
from ukumbi.core import Seat
from ukumbi.games.zuma.cards import combination
from ukumbi.games.zuma.moves import Grab, Move, PassCard, Ready, TurnBoard
from ukumbi.games.zuma.pace import Pace, notices, seconds
from ukumbi.games.zuma.plan import LONG_ROUND_BEATS, Strategy, missing_from_house, weigh
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.state import Phase
from ukumbi.games.zuma.view import PoleView, ZumaView

RESTLESSNESS: Final = 0.02
"""The added chance of a random card for each further beat of a long round."""


class Player(msgspec.Struct):
    """One level."""

    tempo: Pace
    strategy: Strategy
    slips: float
    """The chance of passing a random card."""
    startles: float
    """The chance of grabbing with one card missing."""
    eye: float
    """The chance of choosing a pole by its colour and distance, not at random."""
    pace: float = 0.0

    def choose(self, game: Any, view: ZumaView, seat: Seat, rng: Random) -> Move | None:
        seat = Seat(index(seat))  # `seat - 1` would overflow in NumPy's unsigned types
        match view.phase:
            case Phase.COUNTED:
                return Ready(view.round)
            case Phase.GRABBING:
                return self._grab(view, seat, rng)
        if seat in view.has_chosen:
            return None
        if self._sees_a_combination(view, seat, rng):
            return self._grab(view, seat, rng)
        if view.phase is Phase.DEALT and (pole := self._turns_to(view, seat)) is not None:
            return TurnBoard(view.round, pole)
        return self._pass(view, seat, rng)

    def takes(self, view: ZumaView, seat: Seat, move: Move, rng: Random) -> float:
        return seconds(self.tempo, view, seat, move, rng)

    def _sees_a_combination(self, view: ZumaView, seat: Seat, rng: Random) -> bool:
        hand = view.hands[seat] or ()
        if combination(hand) is not None:
            return notices(self.tempo, view, seat, rng)
        return missing_from_house(hand) == 1 and rng.random() < self.startles

    def _pass(self, view: ZumaView, seat: Seat, rng: Random) -> PassCard:
        hand = view.hands[seat] or ()
        restless = RESTLESSNESS * min(max(0, view.beat - LONG_ROUND_BEATS), LONG_ROUND_BEATS)
        if rng.random() < self.slips + restless:
            return PassCard(view.round, view.beat, rng.choice(hand))
        card = weigh(self.strategy, view.sets, hand, view.came[seat], view.beat - 1, rng)
        return PassCard(view.round, view.beat, card)

    def _grab(self, view: ZumaView, seat: Seat, rng: Random) -> Grab | None:
        free = [pole for pole in view.poles if pole.holder is None]
        if not free:
            return None
        if rng.random() >= self.eye:
            return Grab(view.round, rng.choice(free).pole)
        return Grab(
            view.round, max(free, key=lambda pole: (*_preference(view, seat, pole), rng.random())).pole
        )

    def _turns_to(self, view: ZumaView, seat: Seat) -> Pole | None:
        """The pole to turn to the front, unless it is there already."""
        if seat != view.master or not self.eye or not view.options.reach:
            return None
        best = max(view.poles, key=lambda pole: (_is_open(view, seat, pole), -pole.reach[seat]))
        return best.pole if best.reach[seat] and _is_open(view, seat, best) else None


def _preference(view: ZumaView, seat: Seat, pole: PoleView) -> tuple[float, ...]:
    """The order of preference: a colour that still brings points, a pole without other hands, a near pole."""
    others = sum(grab.pole == pole.pole and grab.came == "reaching" for grab in view.grabs)
    return _is_open(view, seat, pole), -others, -pole.reach[seat]


def _is_open(view: ZumaView, seat: Seat, pole: PoleView) -> bool:
    """Whether this colour can still bring this player points in this cycle."""
    return pole.colour not in view.accounts[seat].cycles[-1]


# Three Zuma cards win, but one or two cost strokes. Players who keep them lose to players who pass them on,
# who lose to a single player who collects them; two who collect hurt each other. The best wait and see.
FORGETFUL: Final = Strategy(keeps=2, patience_beats=5, alarm=0)
HOPEFUL: Final = Strategy(keeps=2, patience_beats=4, alarm=0)
CAREFUL: Final = Strategy(keeps=2, patience_beats=4, alarm=1, yields=0.15)
SHREWD: Final = Strategy(keeps=2, patience_beats=5, alarm=1, yields=0.25)
WISE: Final = Strategy(keeps=2, patience_beats=5, alarm=1, yields=0.35, watches=0.5)

BOTS: Final[dict[str, Player]] = by_level(
    Player(Pace(1.4, 1.5, 1.34, 0.35), FORGETFUL, slips=0.26, startles=0.06, eye=0.35),
    Player(Pace(1.26, 1.32, 1.22, 0.32), HOPEFUL, slips=0.19, startles=0.02, eye=0.53),
    Player(Pace(1.12, 1.16, 1.1, 0.3), HOPEFUL, slips=0.12, startles=0.006, eye=0.67),
    Player(Pace(0.91, 0.91, 0.9, 0.27), CAREFUL, slips=0.06, startles=0.001, eye=0.84),
    Player(Pace(0.77, 0.75, 0.77, 0.24), CAREFUL, slips=0.03, startles=0.0, eye=0.93),
    Player(Pace(0.68, 0.64, 0.66, 0.22), SHREWD, slips=0.01, startles=0.0, eye=1.0),
    Player(Pace(0.6, 0.55, 0.57, 0.2), WISE, slips=0.0, startles=0.0, eye=1.0),
)
"""Levels, from the weakest up."""
