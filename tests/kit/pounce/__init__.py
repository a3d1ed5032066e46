"""A small game for tests: simultaneous, with hidden hands, a draw pile, dice and a deadline.

Each player holds three of the cards 1 to 16. At each beat a prize is rolled and each player lays one card
face down. When all have laid, or when the time is up (the clock then lays the lowest card of each other
player), the cards are turned over, the highest wins the prize, and all players draw.
"""

from typing import Final

from tests.kit.pounce.bots import BOTS
from tests.kit.pounce.rules import Pounce
from ukumbi.core import Entry

GAMES: Final = (Entry(game=Pounce(), bots=BOTS),)
