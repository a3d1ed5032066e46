"""A real-time game for tests: players pick berries from a bush at any time, first come, first served.

Each berry is there once. A plan to pick one becomes impossible when another player was faster, and stands
when only other berries were picked meanwhile.
"""

from typing import Final

from tests.kit.berries.bots import BOTS
from tests.kit.berries.rules import Berries
from ukumbi.core import Entry

GAMES: Final = (Entry(game=Berries(), bots=BOTS),)
