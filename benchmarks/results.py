"""The accepted figures of a benchmark: its last lines, and its exit code."""

from importlib.util import find_spec
from typing import NamedTuple

import typer

SHORT, SKIPPED = 1, 2
"""Exit codes: a figure is not accepted; a program to compare with is missing."""


class Result(NamedTuple):
    name: str
    figure: str
    accepted: str
    held: bool

    def __str__(self) -> str:
        return f"{self.name}: {self.figure} (accepted: {self.accepted})"


def at_most(name: str, figure: float, limit: float, unit: str = "", digits: int = 1) -> Result:
    return Result(name, f"{figure:,.{digits}f}{unit}", f"at most {limit:g}{unit}", figure <= limit)


def at_least(name: str, figure: float, limit: float, unit: str = "", digits: int = 1) -> Result:
    return Result(name, f"{figure:,.{digits}f}{unit}", f"at least {limit:g}{unit}", figure >= limit)


def none_of(name: str, number: int) -> Result:
    return Result(name, f"{number}", "0", number == 0)


def conclude(*results: Result) -> None:
    """Print a line for each figure; exit 1 if one is not accepted."""
    for result in results:
        typer.echo(str(result))
    short = [result.name for result in results if not result.held]
    if short:
        typer.echo(f"falls short: {', '.join(short)}", err=True)
        raise typer.Exit(SHORT)


def need(module: str, install: str) -> None:
    """Exit where this module is missing, and say how to install it."""
    if find_spec(module) is None:
        typer.echo(f"skipped: this needs {module}: {install}", err=True)
        raise typer.Exit(SKIPPED)
