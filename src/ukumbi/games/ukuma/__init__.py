"""ukuma: two players lay cards at the same time; the first to get behind the other wins."""

from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.ukuma.bot import BOTS
from ukumbi.games.ukuma.coach import UkumaCoach
from ukumbi.games.ukuma.figures import SHEET
from ukumbi.games.ukuma.lessons import LESSON
from ukumbi.games.ukuma.rules import Ukuma

ENTRY: Final = Entry(
    game=Ukuma(),
    bots=BOTS,
    usual="5",
    first=First("1", {"countdown": 5, "fits": "shown"}),
    coach=UkumaCoach(),
    lesson=LESSON,
    sheet=SHEET,
)
