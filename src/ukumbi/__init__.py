"""Ukumbi: five tabletop games, as a hall to play in and as a library.

>>> import ukumbi
>>> rukuni = ukumbi.game("rukuni")
>>> log = ukumbi.play("rukuni", ["greedy", "novice"], seed=1)
>>> states = [state for record, state in ukumbi.replay(log)]
>>> rukuni.outcome(states[-1]).ending
'no_tower_can_move'
"""

from importlib.metadata import version

from ukumbi.library import game, play, replay

__version__ = version("ukumbi")

__all__ = ["__version__", "game", "play", "replay"]
