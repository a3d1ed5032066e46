"""One process compiles the solver; the others wait and load it from the cache."""

import tempfile
from fcntl import LOCK_EX, flock
from pathlib import Path

from ukumbi.games.ubongo.solver import count, solutions

PAIR = frozenset([(0, 0)])


def compile_solver() -> None:
    with (Path(tempfile.gettempdir()) / "ukumbi-solver.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        assert count(PAIR, "A").solutions == 1
        assert len(list(solutions(PAIR, "A"))) == 1
