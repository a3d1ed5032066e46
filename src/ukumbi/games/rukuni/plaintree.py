"""The tree of `tree.py` in plain Python: it tries some two hundred turns a second, and each is worth it."""

from math import exp, sqrt, tanh
from time import monotonic

from ukumbi.games.rukuni.board import Hollows
from ukumbi.games.rukuni.prospects import Prospect, is_over, prospects, result
from ukumbi.games.rukuni.tastes import BRANCHES, CURIOSITY, DOUBT, SCALE, TASTE

Key = tuple[Hollows, Hollows, Hollows]
"""The pegs of whoever is to move, the other's, and the towers."""


class Branch:
    """A turn, and what came of trying it, for whoever makes it."""

    __slots__ = ("looks", "prospect", "total", "tried")

    def __init__(self, prospect: Prospect, looks: float) -> None:
        self.prospect = prospect
        self.looks = looks
        self.tried = 0
        self.total = 0.0


class PlainTree:
    def __init__(self, own: Hollows, other: Hollows, towers: Hollows) -> None:
        self._root = (own, other, towers)
        self._known: dict[Key, list[Branch]] = {}
        """The branches of each position, whichever turns led to it; none where the game is over."""
        self.looked = 0

    def grow(self, seconds: float) -> list[Branch]:
        """The branches of the root when time is up, the most tried first."""
        until = monotonic() + seconds
        self._try_one()
        self._try_one()
        while monotonic() < until:
            self._try_one()
        return sorted(self._known[self._root], key=lambda branch: -branch.tried)

    def _try_one(self) -> None:
        key, path = self._root, list[Branch]()
        while branches := self._known.get(key):
            branch = _choose(branches)
            path.append(branch)
            key = (key[1], branch.prospect.own, branch.prospect.towers)
        worth = self._look(key)
        for branch in reversed(path):
            worth = -worth
            branch.tried += 1
            branch.total += worth

    def _look(self, key: Key) -> float:
        """What a position is worth to whoever is to move, between -1 and 1."""
        if key in self._known or is_over(*key):
            self._known[key] = []
            return tanh(result(*key) / SCALE)
        found = prospects(*key)
        self.looked += len(found)
        best = found[:BRANCHES]
        looks = [exp((one.worth - best[0].worth) / TASTE) for one in best]
        self._known[key] = [Branch(one, each / sum(looks)) for one, each in zip(best, looks, strict=True)]
        return tanh(best[0].worth / SCALE)


def _choose(branches: list[Branch]) -> Branch:
    """Good so far, or promising and tried little."""
    tried = sum(branch.tried for branch in branches)
    untried = (sum(branch.total for branch in branches) / tried if tried else 0.0) - DOUBT
    wide = CURIOSITY * sqrt(tried + 1)
    return max(
        branches,
        key=lambda branch: (
            (branch.total / branch.tried if branch.tried else untried)
            + wide * branch.looks / (1 + branch.tried)
        ),
    )
