"""Ukumbi: tabletop games, as a hall to play in and as a library.

>>> import ukumbi
>>> match = ukumbi.match("rukuni", options={"white": "first"}, seed=7)
>>> match.may_act
frozenset({0})
>>> len(match.legal(0))
378
>>> match.play(0, "a1-a4/b4")
(Turned(turn='a1-a4/b4'),)
>>> match.view(1).white.points
1
>>> match.play(1, match.legal(1)[0]) and len(match.log.records)
3

A move is a value or a text in notation. A move against the rules raises `Illegal`, with a stable code and
facts. Text or values that are no move raise `Unreadable`. `Match` has the rest: `wait` lets time pass in
games with a clock, `copy` makes an independent match, `log` is the whole match as a value.

Bots have levels (`LEVELS`). `play` plays a whole game and returns its `Log`:

>>> ukumbi.LEVELS["ukuma"][-1]
'10'
>>> log = ukumbi.play("unikato", ["1", "1"], seed=1)
>>> ukumbi.read(log).outcome.ending
'last_tile_laid'
>>> states = [state for record, state in ukumbi.replay(log)]
>>> ukumbi.Log.from_json(log.to_json()) == log
True

`print(match)` prints a line for each event; `print(log)` does the same without knowing the game.

`game` returns a game's rules (setup, decide, evolve, view, imagine, ...) for search and training.
"""

from importlib.metadata import version

from ukumbi.core import Illegal, Log, Match, Outcome, Refused, Seat, Unreadable
from ukumbi.library import LEVELS, game, match, play, read, replay

__version__ = version("ukumbi")

__all__ = [
    "LEVELS",
    "Illegal",
    "Log",
    "Match",
    "Outcome",
    "Refused",
    "Seat",
    "Unreadable",
    "__version__",
    "game",
    "match",
    "play",
    "read",
    "replay",
]
