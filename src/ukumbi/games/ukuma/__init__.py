"""ukuma: two players lay cards at once, and the first to get behind the other wins."""

from typing import Final

from ukumbi.core import Boxed
from ukumbi.games.ukuma.bot import BOTS
from ukumbi.games.ukuma.rules import Ukuma

BOX: Final = Boxed(game=Ukuma(), bots=BOTS)
