"""`ubongo`: our solver and xcover, a solver for any exact cover, on all tasks of level 4."""

import warnings
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple

import msgspec
import typer
from rich.console import Console

from benchmarks.results import at_least, conclude, need
from ukumbi.games.ubongo.boards import Level, Task, tasks
from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE
from ukumbi.games.ubongo.pieces import placements

LEVEL: Final[Level] = 4
MIN_SPEED_RATIO: Final = 20
"""The accepted ratio of our speed to that of `xcover.covers_bool`.

xcover's guide recommends that function if there is a matrix already. Its inner part `algorithm_c` is shown
too.
"""


class SolverMeasurements(msgspec.Struct, frozen=True):
    """Seconds are the best of all rounds."""

    tasks: int
    solutions: int
    ours: float
    bools: float
    sparse: float


class WrongCounts(Exception):
    """A solver's counts differ from the boards file."""


class Sparse(NamedTuple):
    """The input of `xcover.algorithm_c`."""

    options: Any
    starts: Any
    colours: Any
    items: int
    secondary: int = 0


def measure(rounds: int, progress: Callable[[int], None] = lambda _: None) -> SolverMeasurements:
    """Each solver counts all tasks, several times. xcover's input is built beforehand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba warns about xcover's code
        return _measure(rounds, progress)


def _measure(rounds: int, progress: Callable[[int], None]) -> SolverMeasurements:
    import xcover  # noqa: PLC0415  only this needs it

    from ukumbi.games.ubongo.solver import as_bits, count_bits  # noqa: PLC0415

    known = tasks(LEVEL)
    asked = [(task.outline, task.pieces) for task in known]
    matrices = [_matrix(task) for task in known]
    sparse = [_sparse(matrix) for matrix in matrices]
    ways: dict[str, Callable[[], Any]] = {
        "ours": lambda: count_bits(*as_bits(asked)),
        "bools": lambda: [(_number(xcover.covers_bool(matrix)),) for matrix in matrices],
        "sparse": lambda: [(_number(xcover.algorithm_c(*form)),) for form in sparse],
    }
    best = dict.fromkeys(ways, float("inf"))
    expected = [task.solutions for task in known]
    for number in range(rounds + 1):
        for name, way in ways.items():
            started = perf_counter()
            counted = way()
            took = perf_counter() - started
            if [int(number) for number, *_ in counted] != expected:
                raise WrongCounts(f"{name} does not count the same")
            if number:  # load and compile first
                best[name] = min(best[name], took)
        progress(min(number + 1, rounds))
    return SolverMeasurements(len(known), sum(expected), **best)


def _number(found: Iterable[Any]) -> int:
    return sum(1 for _ in found)


def _matrix(task: Task) -> Any:
    """A row for every placement; columns for the cells of both levels, then for the pieces."""
    import numpy as np  # noqa: PLC0415  comes with Numba

    room = {(x, y, z) for x, y in task.outline for z in range(HIGH)}
    column = {item: number for number, item in enumerate([*sorted(room), *task.pieces])}
    rows = [
        [column[item] for item in (*cubes, piece)]
        for piece in task.pieces
        for cubes in placements(piece, WIDE, DEEP, HIGH)
        if cubes <= room
    ]
    matrix = np.zeros((len(rows), len(column)), np.bool_)
    for number, items in enumerate(rows):
        matrix[number, items] = True
    return matrix


def _sparse(matrix: Any) -> Sparse:
    """As `xcover.covers_bool` builds it from a matrix on each call."""
    import numpy as np  # noqa: PLC0415

    options = np.nonzero(matrix)[1].astype(np.uint32)
    starts = np.concatenate([[0], np.cumsum(np.count_nonzero(matrix, axis=1))]).astype(np.uint32)
    return Sparse(options, starts, np.zeros(len(options), np.uint32), matrix.shape[1])


def run(
    rounds: Annotated[int, typer.Option(min=1, help="How often each counts; the best time is taken.")] = 50,
) -> None:
    """Count all solutions of all tasks of level 4, with our solver and with xcover."""
    need("numba", "pip install 'ukumbi[engine]'")
    need("xcover", "pip install xcover")
    try:
        with Console(stderr=True).status("the first time takes longer: both are compiled") as status:
            measured = measure(rounds, lambda number: status.update(f"round {number} of {rounds}"))
    except WrongCounts as fault:
        typer.echo(f"not comparable: {fault}", err=True)
        raise typer.Exit(1) from fault
    typer.echo(f"all solutions of {measured.tasks} tasks of level 4, best of {rounds} rounds by turns")
    typer.echo(f"  solutions           {measured.solutions:10,}, the same for each task by all")
    typer.echo(f"  ours                {measured.ours * 1000:10.2f} ms, all building included")
    for name, seconds in (("xcover.covers_bool", measured.bools), ("xcover.algorithm_c", measured.sparse)):
        typer.echo(f"  {name:<20}{seconds * 1000:10.2f} ms, {seconds / measured.ours:.1f} times as long")
    typer.echo("xcover's matrices and sparse form were made before")
    conclude(
        at_least(
            "ubongo, speed beside xcover.covers_bool",
            measured.bools / measured.ours,
            MIN_SPEED_RATIO,
            " times",
        )
    )
