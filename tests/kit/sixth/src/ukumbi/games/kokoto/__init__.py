"""Kokoto: players take pebbles from a heap until one takes the last."""

from typing import Final

from ukumbi.core import Entry

from .bot import BOTS
from .rules import Kokoto

ENTRY: Final = Entry(game=Kokoto(), bots=BOTS, usual="2")
