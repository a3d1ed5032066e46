"""The command `ukumbi ubongo`. Each part imports what it needs, so that all commands start fast."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console

if TYPE_CHECKING:
    from ukumbi.games.ubongo.boards import Level
    from ukumbi.games.ubongo.reading import RequestedTask

app = typer.Typer(
    no_args_is_help=True,
    help="Solve tasks of Ubongo, draw new ones, print boards (needs the extra `engine`).",
)
STDIN: Final = "-"
SEEDS: Final = 1_000_000
FIRST_TIME: Final = "the first time takes longer: the solver is compiled"

OfLevel = Annotated[int, typer.Option("--level", min=1, max=5, help="1 is the easiest, 5 the hardest.")]
Seed = Annotated[
    int | None, typer.Option(help="The same seed draws the same.", show_default="drawn and printed")
]


@contextmanager
def errors_reported() -> Iterator[None]:
    """Report errors, also of files, in one sentence."""
    from ukumbi.games.ubongo.reading import InputError

    try:
        yield
    except InputError as mistake:
        raise typer.BadParameter(str(mistake)) from mistake
    except OSError as fault:
        typer.echo(f"This cannot be saved: {fault}", err=True)
        raise typer.Exit(1) from fault


@app.command()
def solve(
    outline: Annotated[
        str, typer.Argument(help="Rows from the far side, as '.##/###'; or - to read lines from `generate`.")
    ],
    pieces: Annotated[str, typer.Argument(help="Letters of the pieces, as BEG.", show_default=False)] = "",
    every: Annotated[bool, typer.Option("--all", help="Show all fillings.")] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Only say how many there are, and how hard.")
    ] = False,
) -> None:
    """Fill an outline two levels high with these pieces."""
    from ukumbi.games.ubongo.reading import InputError, need_solver, read_task, read_tasks

    with errors_reported():
        if every and count:
            raise InputError("--all shows the fillings and --count only counts them: choose one")
        need_solver()
        asked = list(read_tasks(sys.stdin.read())) if outline == STDIN else [read_task(outline, pieces)]
        if not asked:
            raise InputError("there is no task in what was read")
    for task in asked:
        _solve(task, every, count)


def _solve(asked: "RequestedTask", every: bool, only_count: bool) -> None:
    with Console(stderr=True).status(f"solving; {FIRST_TIME}"):
        from ukumbi.games.ubongo.board_builder import measured
        from ukumbi.games.ubongo.solver import count, solutions
        from ukumbi.games.ubongo.terminal import figures, fillings, picture

        counted = count(asked.outline, asked.pieces)
    if not counted.solutions:
        typer.echo(f"{asked.pieces} cannot fill this outline.", err=True)
        raise typer.Exit(2)
    console = Console(highlight=False)
    if only_count:
        console.print(figures(measured(1, asked.outline, asked.pieces, counted)), soft_wrap=True)
        return
    found = solutions(asked.outline, asked.pieces, counted.solutions if every else 1)
    for number, filling in enumerate(found, 1):
        console.print(f"{asked.pieces}: {number:,} of {fillings(counted.solutions)}")
        console.print(picture(asked.as_written(filling)), soft_wrap=True)


@app.command()
def generate(
    level: OfLevel = 1,
    count: Annotated[int, typer.Option(min=1, help="How many tasks.")] = 1,
    seed: Seed = None,
    several: Annotated[
        bool, typer.Option("--several", help="In level 5, also tasks with more than one filling.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, not as lines of boards.txt.")] = False,
) -> None:
    """Draw new, different tasks of a level, with their hardness."""
    from msgspec import json

    from ukumbi.games.ubongo.reading import need_solver

    with errors_reported(), Console(stderr=True).status(f"looking for tasks; {FIRST_TIME}"):
        need_solver()
        from ukumbi.games.ubongo.board_builder import as_facts, as_lines, draw

        chosen = _chosen(seed)
        tasks = draw(_level(level), count, chosen, several)
    if seed is None:
        typer.echo(f"drawn with --seed {chosen}", err=True)
    if as_json:
        typer.echo(json.format(json.encode([as_facts(task) for task in tasks])))
    else:
        typer.echo(as_lines(tasks))


@app.command()
def boards(
    check: Annotated[
        bool, typer.Option("--check", help="Only compare with the boards that are there.")
    ] = False,
) -> None:
    """Build all boards again."""
    from ukumbi.games.ubongo.reading import need_solver

    with errors_reported():
        need_solver()
    from ukumbi.games.ubongo.board_builder import FILE, built, summary

    text, before = built(Console(stderr=True)), FILE.read_text("ascii")
    if text == before:
        typer.echo(f"{FILE.name} is the same, byte for byte: {summary(text)}")
    elif check:
        typer.echo(f"{FILE.name} differs: it has {summary(before)}; built were {summary(text)}", err=True)
        raise typer.Exit(1)
    else:
        with errors_reported():
            FILE.write_text(text, "ascii")
        typer.echo(f"{FILE} is new: {summary(text)}")


@app.command()
def sheet(
    file: Annotated[Path, typer.Argument(help="Where to: .pdf, or .svg for a file a page.")],
    level: OfLevel = 1,
    count: Annotated[int, typer.Option(min=1, help="How many boards.")] = 6,
    seed: Seed = None,
) -> None:
    """Boards to print, six on a page, with their solutions at the end."""
    from ukumbi.games.ubongo.sheets.printing import check, save
    from ukumbi.games.ubongo.sheets.sheet import Sheet

    with errors_reported():
        check(file)
        drawn = Sheet.draw(_level(level), count, _chosen(seed))
        with Console(stderr=True).status("drawing"):
            saved = save(drawn, file)
    for path in saved:
        typer.echo(f"saved: {path}")


def _level(number: int) -> "Level":
    from ukumbi.games.ubongo.boards import LEVELS

    return LEVELS[number - 1]


def _chosen(seed: int | None) -> int:
    return SystemRandom().randrange(SEEDS) if seed is None else seed
