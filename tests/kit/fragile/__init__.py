"""A game that breaks on demand, and bots that do: for tests of what the hall survives.

Two players take turns stepping. The move `crash` is a mistake in the rules (an exception that is no
refusal), `rot` writes an event on which every fold breaks.
"""

from typing import Final

from tests.kit.fragile.bots import BOTS
from tests.kit.fragile.rules import Fragile
from ukumbi.core import Entry

GAMES: Final = (Entry(game=Fragile(), bots=BOTS),)
