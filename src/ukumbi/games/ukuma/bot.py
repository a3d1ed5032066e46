"""Bots for ukuma: the weakest is slow and overlooks a third of its lays, the strongest is quick and plans."""

from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from ukumbi.bots import by_level
from ukumbi.core import Game, Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.ukuma.cards import FACES, Face
from ukumbi.games.ukuma.events import Event
from ukumbi.games.ukuma.grid import AROUND, CELLS
from ukumbi.games.ukuma.layout import is_stuck
from ukumbi.games.ukuma.moves import Discard, Draw, Lay, Move, Resign, Start
from ukumbi.games.ukuma.pace import Pace, seconds
from ukumbi.games.ukuma.search import Knowledge, worth, worth_of_lay, worth_of_new_hand, worth_of_start
from ukumbi.games.ukuma.state import Phase, State, other
from ukumbi.games.ukuma.view import UkumaView

Rules = Game[State, Move, Event, UkumaView, Any]

DISCARDS_BEFORE_DRAW: Final = 12
"""Discards after which a bot that cannot lay accepts a draw."""
DRAW_BELOW_CHANCE: Final = 0.4
"""The chance to win below which the strongest bots accept a draw."""
LAY_ANYWAY_CHANCE: Final = 0.1
"""The chance of laying although a new hand seems better; otherwise two such bots might wait for ever."""


class Attention(msgspec.Struct, frozen=True):
    """What a bot overlooks, and what it looks at first."""

    overlooks: float
    """The chance of overlooking a lay. If it was the only one, the hand is discarded."""
    spots_wins: float
    """The chance of looking at a winning cell first."""
    obvious: float
    """The chance of laying at the end of the front where the last card was laid."""


class PlainBot:
    """Lays the first card it sees, and discards its hand if it sees none."""

    pace = 1.0

    def __init__(self, tempo: Pace, attention: Attention) -> None:
        self.tempo = tempo
        self.attention = attention

    def choose(self, game: Rules, view: UkumaView, seat: Seat, rng: Random) -> Move:
        if view.phase is not Phase.PLAYING:
            return Start(self.start(view, seat, rng)) if view.starts else Ready()
        knowledge = Knowledge.of(view, seat)
        if not knowledge.me.held:
            return Resign() if view.offer == seat else Draw()
        seen = self._seen(knowledge, rng)
        if view.offer == other(seat) and self.agrees(view, knowledge, seen):
            return Draw()
        return self.play(view, knowledge, seen, rng)

    def takes(self, view: UkumaView, seat: Seat, move: Move, rng: Random) -> float:
        return seconds(self.tempo, view, seat, move, rng)

    def _seen(self, knowledge: Knowledge, rng: Random) -> list[Lay]:
        """The lays that it notices: only winning ones, if it looks there first."""
        lays = list(knowledge.lays())
        wins = [lay for lay in lays if knowledge.wins(lay)]
        if wins and rng.random() < self.attention.spots_wins:
            return wins
        return [lay for lay in lays if rng.random() >= self.attention.overlooks]

    def start(self, view: UkumaView, seat: Seat, rng: Random) -> Face:
        return FACES[rng.choice(view.starts)]

    def agrees(self, view: UkumaView, knowledge: Knowledge, seen: list[Lay]) -> bool:
        """Whether it accepts an offered draw."""
        seat = knowledge.me.seat
        weary = not seen and view.discards[seat] >= DISCARDS_BEFORE_DRAW
        return weary or is_stuck(knowledge.layout, knowledge.size, seat)

    def play(self, view: UkumaView, knowledge: Knowledge, seen: list[Lay], rng: Random) -> Move:
        if not seen:
            return Discard()
        last = CELLS[view.table[-1].cell]
        there = [lay for lay in seen if lay.cell - last in AROUND]
        return rng.choice(there if there and rng.random() < self.attention.obvious else seen)


class MasterBot(PlainBot):
    """Compares every lay, and a new hand, by how near both players would be to winning."""

    def start(self, view: UkumaView, seat: Seat, rng: Random) -> Face:
        knowledge = Knowledge.of(view, seat)
        return max((FACES[name] for name in view.starts), key=lambda face: worth_of_start(knowledge, face))

    def agrees(self, view: UkumaView, knowledge: Knowledge, seen: list[Lay]) -> bool:
        return worth(knowledge) < DRAW_BELOW_CHANCE or super().agrees(view, knowledge, seen)

    def play(self, view: UkumaView, knowledge: Knowledge, seen: list[Lay], rng: Random) -> Move:
        if not seen:
            return Discard()
        best, lay = max(((worth_of_lay(knowledge, lay), lay) for lay in seen), key=lambda weighed: weighed[0])
        holds_back = best < worth_of_new_hand(knowledge, rng) and rng.random() >= LAY_ANYWAY_CHANCE
        return Discard() if holds_back else lay


# A child of eight thinks half as fast as an adult, and moves two thirds as fast.
CHILD: Final = Pace(look=2.2, recognise=2.5, decide=2.0, reach=1.6, scatter=0.35, fumbles=0.25)
# Thinking improves fastest in the first years of school.
PUPIL: Final = Pace(look=1.8, recognise=2.0, decide=1.7, reach=1.4, scatter=0.32, fumbles=0.2)
TEENAGER: Final = Pace(look=1.5, recognise=1.6, decide=1.4, reach=1.25, scatter=0.3, fumbles=0.15)
# An adult on the first evening, in no hurry and new to the cards.
LEISURELY: Final = Pace(look=1.25, recognise=1.25, decide=1.2, reach=1.15, fumbles=0.1)
ADULT: Final = Pace(look=1.0, recognise=1.0, decide=1.0, reach=1.0, fumbles=0.08)
# A quick adult.
BRISK: Final = Pace(look=0.85, recognise=0.84, decide=0.8, reach=0.86, fumbles=0.07)
# Practice shortens mostly thinking; a hand cannot move twice as fast.
PRACTISED: Final = Pace(look=0.71, recognise=0.68, decide=0.64, reach=0.77, scatter=0.23, fumbles=0.05)
SKILLED: Final = Pace(look=0.6, recognise=0.55, decide=0.5, reach=0.68, scatter=0.21, fumbles=0.03)
QUICK: Final = Pace(look=0.5, recognise=0.45, decide=0.4, reach=0.6, scatter=0.2, fumbles=0.02)
# Planning takes time; knowing all cards by heart saves some.
MASTER: Final = replace(QUICK, recognise=0.41, decide=0.5, fumbles=0.0)

HASTY: Final = Attention(overlooks=0.05, spots_wins=0.8, obvious=0.3)
SHARP: Final = Attention(overlooks=0.0, spots_wins=1.0, obvious=0.0)

BOTS: Final[dict[str, PlainBot]] = by_level(
    PlainBot(CHILD, Attention(overlooks=0.35, spots_wins=0.4, obvious=0.7)),
    PlainBot(PUPIL, Attention(overlooks=0.29, spots_wins=0.48, obvious=0.62)),
    PlainBot(TEENAGER, Attention(overlooks=0.23, spots_wins=0.55, obvious=0.55)),
    PlainBot(LEISURELY, Attention(overlooks=0.17, spots_wins=0.63, obvious=0.47)),
    PlainBot(ADULT, Attention(overlooks=0.12, spots_wins=0.7, obvious=0.4)),
    PlainBot(BRISK, Attention(overlooks=0.11, spots_wins=0.72, obvious=0.38)),
    PlainBot(PRACTISED, Attention(overlooks=0.09, spots_wins=0.75, obvious=0.35)),
    PlainBot(SKILLED, Attention(overlooks=0.07, spots_wins=0.78, obvious=0.32)),
    PlainBot(QUICK, HASTY),
    MasterBot(MASTER, SHARP),
)
"""Levels, from the weakest up."""
