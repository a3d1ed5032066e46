"""Rukuni: towers move, pegs stay, and a group without a tower is worth nothing."""

from typing import Final

from ukumbi.core import Boxed
from ukumbi.games.rukuni.bot import BOTS
from ukumbi.games.rukuni.rules import Rukuni

BOX: Final = Boxed(game=Rukuni(), bots=BOTS)
