"""Unikato: 81 different tiles; neighbours differ in exactly one feature."""

from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.unikato.bot import BOTS
from ukumbi.games.unikato.coach import UnikatoCoach
from ukumbi.games.unikato.figures import SHEET
from ukumbi.games.unikato.lessons import LESSON
from ukumbi.games.unikato.rules import Unikato

ENTRY: Final = Entry(
    game=Unikato(),
    bots=BOTS,
    usual="8",
    first=First("2", {"starter": "first"}),
    coach=UnikatoCoach(),
    lesson=LESSON,
    sheet=SHEET,
)
