"""Kokoto: a heap of pebbles, and somebody takes the last one."""

from typing import Final

from ukumbi.core import Entry

from .bot import BOTS
from .rules import Kokoto

ENTRY: Final = Entry(game=Kokoto(), bots=BOTS, usual="2")
