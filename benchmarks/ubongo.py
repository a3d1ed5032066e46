"""`ubongo`: our solver beside xcover, which solves any exact cover, on all tasks of level 4."""

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
GOAL: Final = 20
"""How many times as fast as `xcover.covers_bool` it has to be.

By xcover's own guide that is the call for who has a matrix, so that none has to be built; `algorithm_c`, its
inner part, is shown beside it.
"""


class SolverFigures(msgspec.Struct, frozen=True):
    """Seconds are the best of all rounds."""

    tasks: int
    solutions: int
    ours: float
    bools: float
    sparse: float


class Differs(Exception):
    """A solver does not count what the boards say."""


class Sparse(NamedTuple):
    """What `xcover.algorithm_c` takes."""

    options: Any
    starts: Any
    colours: Any
    items: int
    secondary: int = 0


def measure(rounds: int, progress: Callable[[int], None] = lambda _: None) -> SolverFigures:
    """Each counts every task in turn, again and again; only xcover is given what was made before."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # xcover's own code draws warnings from Numba
        return _measure(rounds, progress)


def _measure(rounds: int, progress: Callable[[int], None]) -> SolverFigures:
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
                raise Differs(f"{name} does not count the same")
            if number:  # the first time loads and compiles
                best[name] = min(best[name], took)
        progress(min(number + 1, rounds))
    return SolverFigures(len(known), sum(expected), **best)


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
    """As `xcover.covers_bool` makes it from a matrix, each time that it is called."""
    import numpy as np  # noqa: PLC0415

    options = np.nonzero(matrix)[1].astype(np.uint32)
    starts = np.concatenate([[0], np.cumsum(np.count_nonzero(matrix, axis=1))]).astype(np.uint32)
    return Sparse(options, starts, np.zeros(len(options), np.uint32), matrix.shape[1])


def run(
    rounds: Annotated[int, typer.Option(min=1, help="How often each counts; the best time is taken.")] = 50,
) -> None:
    """All solutions of all tasks of level 4, beside xcover, a compiled solver for any exact cover."""
    need("numba", "pip install 'ukumbi[engine]'")
    need("xcover", "pip install xcover")
    try:
        with Console(stderr=True).status("the first time takes longer: both are compiled") as status:
            figures = measure(rounds, lambda number: status.update(f"round {number} of {rounds}"))
    except Differs as fault:
        typer.echo(f"not comparable: {fault}", err=True)
        raise typer.Exit(1) from fault
    typer.echo(f"all solutions of {figures.tasks} tasks of level 4, best of {rounds} rounds by turns")
    typer.echo(f"  solutions           {figures.solutions:10,}, the same for each task by all")
    typer.echo(f"  ours                {figures.ours * 1000:10.2f} ms, all building included")
    for name, seconds in (("xcover.covers_bool", figures.bools), ("xcover.algorithm_c", figures.sparse)):
        typer.echo(f"  {name:<20}{seconds * 1000:10.2f} ms, {seconds / figures.ours:.1f} times as long")
    typer.echo("xcover's matrices and sparse form were made before")
    conclude(
        at_least("ubongo, speed beside xcover.covers_bool", figures.bools / figures.ours, GOAL, " times")
    )
