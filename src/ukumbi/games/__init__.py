"""The shelf. A game is one folder here and one line in this list."""

from typing import Final

from ukumbi.core import Boxed
from ukumbi.games import rukuni, ukuma, unikato

BOXES: Final[tuple[Boxed, ...]] = (rukuni.BOX, unikato.BOX, ukuma.BOX)
