"""Ubongo 3-D: players fill an outline two levels high, against the hourglass."""

from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.ubongo.bot import BOTS
from ukumbi.games.ubongo.coach import UbongoCoach
from ukumbi.games.ubongo.figures import SHEET
from ukumbi.games.ubongo.lessons import LESSON
from ukumbi.games.ubongo.rules import Ubongo

ENTRY: Final = Entry(
    game=Ubongo(),
    bots=BOTS,
    usual="3",
    first=First("1", {"hourglass": 120}),
    coach=UbongoCoach(),
    lesson=LESSON,
    sheet=SHEET,
)
