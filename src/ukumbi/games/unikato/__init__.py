"""Unikato: 81 tiles, no two alike, and every neighbour differs in exactly one feature."""

from typing import Final

from ukumbi.core import Boxed
from ukumbi.games.unikato.bot import BOTS
from ukumbi.games.unikato.rules import Unikato

BOX: Final = Boxed(game=Unikato(), bots=BOTS)
