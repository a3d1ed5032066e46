"""`python -m benchmarks` lists the benchmarks; `python -m benchmarks NAME` runs one."""

import subprocess
import sys
from typing import Final

import typer

from benchmarks import bots, crash, path, scaling, siege, ubongo, unikato
from benchmarks.cluster import command as cluster
from benchmarks.fairness import command as fairness
from benchmarks.hall import command as hall
from benchmarks.results import SHORT, SKIPPED
from benchmarks.rukuni import command as rukuni

app = typer.Typer(add_completion=False, help="Benchmarks. Each ends with the figures that are accepted.")
app.command("hall")(hall.run)
app.command("crash")(crash.run)
app.command("siege")(siege.run)
app.command("path")(path.run)
app.command("bots")(bots.run)
app.command("fairness")(fairness.run)
app.command("cluster")(cluster.run)
app.command("scaling")(scaling.run)
app.command("rukuni")(rukuni.run)
app.command("ubongo")(ubongo.run)
app.command("unikato")(unikato.run)

ALL: Final = (
    ("hall",),
    ("crash",),
    ("siege",),
    ("cluster",),
    ("scaling",),
    ("path",),
    ("bots",),
    ("fairness",),
    ("fairness", "--cheat"),
    ("rukuni",),
    ("ubongo",),
    ("unikato",),
)


@app.callback(invoke_without_command=True)
def list_benchmarks(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("all")
def run_all() -> None:
    """Run every benchmark, each in a process of its own."""
    short = []
    for words in ALL:
        typer.echo(f"\n== {' '.join(words)}")
        done = subprocess.run([sys.executable, "-m", "benchmarks", *words], check=False)
        if done.returncode not in (0, SKIPPED):
            short.append(" ".join(words))
    if short:
        typer.echo(f"\nfall short: {', '.join(short)}", err=True)
        raise typer.Exit(SHORT)


if __name__ == "__main__":
    app(prog_name="python -m benchmarks")
