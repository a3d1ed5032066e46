"""Rukuni: towers move, pegs stay, and a group without a tower is worth nothing."""

from typing import Final

from ukumbi.core import Entry, First
from ukumbi.games.rukuni.bot import BOTS, FORMER, weaker
from ukumbi.games.rukuni.rules import Rukuni

ENTRY: Final = Entry(
    game=Rukuni(),
    bots=BOTS,
    usual="greedy",
    first=First("novice", {"white": "first"}),
    former=FORMER,
    weaker=weaker(),
)
