"""A game and bots that fail on demand, for tests of what the hall survives.

Two players take turns stepping. The move `crash` raises an exception that is no refusal; `rot` writes an
event that no fold survives.
"""

from typing import Final

from tests.kit.fragile.bots import BOTS
from tests.kit.fragile.rules import Fragile
from ukumbi.core import Entry

GAMES: Final = (Entry(game=Fragile(), bots=BOTS),)
