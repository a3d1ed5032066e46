"""The games. A game is one folder here and one line in this list."""

from typing import Final

from ukumbi.core import Entry
from ukumbi.games import rukuni, ubongo, ukuma, unikato, zuma

GAMES: Final[tuple[Entry, ...]] = (
    rukuni.ENTRY,
    unikato.ENTRY,
    ukuma.ENTRY,
    zuma.ENTRY,
    ubongo.ENTRY,
)
