"""Rukuni: towers move, pegs stay, and a group without a tower scores nothing."""

from importlib.util import find_spec
from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.rukuni.analyst import RukuniAnalyst
from ukumbi.games.rukuni.bot import BOTS, weaker
from ukumbi.games.rukuni.coach import RukuniCoach
from ukumbi.games.rukuni.figures import SHEET
from ukumbi.games.rukuni.lessons import LESSON
from ukumbi.games.rukuni.rules import Rukuni

ENTRY: Final = Entry(
    game=Rukuni(),
    bots=BOTS,
    usual="3",
    first=First("1", {"white": "first"}),
    analyst=RukuniAnalyst() if find_spec("numba") is not None else None,
    weaker=weaker(),
    coach=RukuniCoach(),
    lesson=LESSON,
    sheet=SHEET,
)
