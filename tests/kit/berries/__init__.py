"""A game in real time for tests: berries on a bush, everybody picks all the time, first come, first served.

Nobody waits for anybody, and every berry is there once: a plan to pick one comes to nothing when somebody
else was faster, and stands when others were picked meanwhile.
"""

from typing import Final

from tests.kit.berries.bots import BOTS
from tests.kit.berries.rules import Berries
from ukumbi.core import Entry

GAMES: Final = (Entry(game=Berries(), bots=BOTS),)
