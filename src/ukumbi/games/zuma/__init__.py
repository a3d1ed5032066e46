"""Zuma: players pass cards at the beat, and a player with a combination grabs a pole."""

from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.zuma.bot import BOTS
from ukumbi.games.zuma.coach import ZumaCoach
from ukumbi.games.zuma.figures import SHEET
from ukumbi.games.zuma.lessons import LESSON
from ukumbi.games.zuma.rules import Zuma

ENTRY: Final = Entry(
    game=Zuma(),
    bots=BOTS,
    usual="3",
    first=First("1", {"beat": "calm", "cycles": 1}),
    coach=ZumaCoach(),
    lesson=LESSON,
    sheet=SHEET,
)
