"""The command `ukumbi`. Without a subcommand it opens the hall."""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from ukumbi.core import Refused
from ukumbi.games.rukuni.commands import app as rukuni
from ukumbi.games.ubongo.commands import app as ubongo
from ukumbi.server.settings import Option, Settings, options

if TYPE_CHECKING:
    from ukumbi.core import Outcome

app = typer.Typer(
    no_args_is_help=False,
    pretty_exceptions_show_locals=False,
    help="A hall for tabletop games.",
)
app.add_typer(rukuni, name="rukuni")
app.add_typer(ubongo, name="ubongo")

GameName = Annotated[str, typer.Argument(help="Name of the game.", metavar="GAME")]
GameOption = Annotated[
    list[str] | None, typer.Option(help="An option of the game; may be repeated.", metavar="NAME=VALUE")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ukumbi {version('ukumbi')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main_command(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        command = typer.main.get_command(app).get_command(context, "serve")  # type: ignore[attr-defined]
        raise typer.Exit(command.main([], "ukumbi serve", standalone_mode=False) or 0)


def _serve(**given: Any) -> None:
    """Open the hall."""
    from ukumbi.ledger import CannotOpen
    from ukumbi.server.serve import serve

    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    try:
        settings = Settings(**values)
    except ValueError as fault:
        raise typer.BadParameter(str(fault)) from fault
    console = Console(highlight=False)
    try:
        serve(settings, partial(console.print, markup=False, soft_wrap=True))
    except (OSError, CannotOpen) as fault:
        console.print(f"The hall cannot open: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault


def _typer_option(option: Option) -> Any:
    setting = option.setting
    return typer.Option(
        option.flag,
        help=setting.help,
        envvar=option.variable,
        min=setting.least,
        show_default=setting.default or True,
    )


def _parameter(option: Option) -> inspect.Parameter:
    kind: Any = list[str] if option.kind == tuple[str, ...] else option.kind
    default = list(option.default) if kind == list[str] else option.default
    annotation = Annotated[kind, _typer_option(option)]
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


_parameters = [_parameter(option) for option in options()]
_serve.__signature__ = inspect.Signature(_parameters)  # type: ignore[attr-defined]
_serve.__annotations__ = {parameter.name: parameter.annotation for parameter in _parameters}
app.command("serve")(_serve)


_data = next(option for option in options() if option.name == "data")
Data = Annotated[Path, _typer_option(_data)]
DATA: Path = _data.default


_database = next(option for option in options() if option.name == "database")
Database = Annotated[str | None, _typer_option(_database)]
DUMP = """Nothing was copied: this hall is in PostgreSQL, which copies it while it is open:
  pg_dump --format=custom --file=hall.dump "$UKUMBI_DATABASE"
and back into an empty database:
  pg_restore --dbname="$UKUMBI_DATABASE" hall.dump
The dump has everything, the secret too. For no loss at all, archive the log: see `pg_basebackup`."""


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="A new folder for the copy.")],
    data: Data = DATA,
    database: Database = None,
) -> None:
    """Copy the hall's data. The hall may be open."""
    from ukumbi.ledger.backup import back_up

    if database is not None:
        typer.echo(DUMP)
        raise typer.Exit(1)
    _run_copy(back_up, data, target, f"The copy is in {target}.")


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A folder that `backup` made.")], data: Data = DATA
) -> None:
    """Put a copy of a hall into an empty data folder."""
    from ukumbi.ledger.backup import restore

    _run_copy(restore, copy, data, f"The hall is in {data}.")


def _run_copy(do: Callable[[Path, Path], None], source: Path, target: Path, done: str) -> None:
    from ukumbi.ledger import CannotOpen

    console = Console(highlight=False)
    try:
        do(source, target)
    except (OSError, CannotOpen) as fault:
        console.print(f"Nothing was done: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault
    console.print(done, soft_wrap=True)


@app.command()
def nodes(database: Database = None) -> None:
    """List the nodes of a hall of several machines."""
    from rich.table import Table

    from ukumbi.ledger import CannotOpen
    from ukumbi.server.serve import listed_nodes

    if database is None:
        raise typer.BadParameter("name the --database")
    console = Console(highlight=False)
    try:
        listed = listed_nodes(database)
    except CannotOpen as fault:
        console.print(f"The nodes cannot be listed: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault
    table = Table("node", "tables", "in memory", "age", "renewed", box=None)
    for name, tables, load, age, silent in listed:
        table.add_row(name, str(tables), str(load), f"{age:.0f} s", f"{silent:.1f} s ago")
    console.print(table)


@app.command()
def games() -> None:
    """List the games, with their players and bots."""
    from ukumbi.library import REGISTRY

    for entry in REGISTRY:
        seats = entry.game.seats
        players = f"{seats.start}" if len(seats) == 1 else f"{seats.start}-{seats.stop - 1}"
        typer.echo(f"{entry.game.name}: {players} players, levels of bots: {', '.join(entry.bots)}")


@app.command()
def play(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="A level of its bots for each seat.", metavar="BOT...")],
    option: GameOption = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same game.", show_default="drawn")
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help="Where to write the log.", show_default="GAME-SEED.json")
    ] = None,
) -> None:
    """Play a game between bots, and write its log to a file."""
    from ukumbi.core.inputs import generator
    from ukumbi.library import play as play_game
    from ukumbi.library import read
    from ukumbi.tools.arena import options_from

    chosen = generator(None).randrange(10**6) if seed is None else seed
    played = play_game(game, bots, options=options_from(game, option or ()), seed=chosen)
    path = log or Path(f"{game}-{chosen}.json")
    try:
        path.write_bytes(played.to_json())
    except OSError as fault:
        typer.echo(f"The log cannot be written: {fault}", err=True)
        raise typer.Exit(1) from fault
    players = [f"seat {seat} (level {bot})" for seat, bot in enumerate(bots)]
    typer.echo(_ending(players, read(played).outcome))
    typer.echo(f"log written: {path}")


@app.command()
def show(log: Annotated[Path, typer.Argument(help="A log, as `ukumbi play` writes it.")]) -> None:
    """Print a log, event by event, and its ending."""
    from ukumbi.core import Log
    from ukumbi.library import read

    try:
        text = log.read_bytes()
    except OSError as fault:
        typer.echo(f"The log cannot be read: {fault}", err=True)
        raise typer.Exit(1) from fault
    played = read(Log.from_json(text))
    typer.echo(str(played))
    typer.echo(_ending([f"seat {seat}" for seat in range(played.seats)], played.outcome))


def _ending(names: Sequence[str], outcome: "Outcome | None") -> str:
    if outcome is None:
        return "not over yet"
    points = [f" with {points}" for points in outcome.points] or [""] * len(names)
    places = sorted(zip(outcome.places, names, points, strict=True))
    return f"{outcome.ending.replace('_', ' ')}: " + ", ".join(
        f"{place}. {name}{counted}" for place, name, counted in places
    )


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many moves deep.")] = 1,
    position: Annotated[str | None, typer.Option(help="Where to start, in the game's notation.")] = None,
) -> None:
    """Count the lines of this many moves, in a game of turns whose moves can be listed."""
    from ukumbi.library import REGISTRY
    from ukumbi.tools.perft import perft as count

    typer.echo(count(REGISTRY[game].game, depth, position))


@app.command()
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Two levels of its bots, or more.", metavar="BOT BOT...")],
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Players at a table.", show_default="one a bot")] = None,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same games, unless a bot is limited by seconds.")
    ] = 0,
    option: GameOption = None,
    cores: Annotated[int | None, typer.Option(min=1, help="Games at once.", show_default="all")] = None,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
) -> None:
    """Let bots play each other, in all seat orders.

    Rukuni's strongest bot is limited by seconds: its turns depend on the machine and its load.
    """
    from ukumbi.core.pictures import check_picture
    from ukumbi.tools.arena import Tournament, duels, matches, options_from, standings
    from ukumbi.tools.plots import plot_duels
    from ukumbi.tools.scoreboard import seats_for, tables, watched

    console = Console(highlight=False)
    try:
        options = options_from(game, option or ())
        tournament = Tournament(game, tuple(bots), games, seats or seats_for(game, len(bots)), seed, options)
        if plot is not None:
            check_picture(plot)
    except Refused as refusal:
        raise typer.BadParameter(str(refusal)) from refusal
    played = watched(console, tournament, matches(tournament, cores))
    for table in tables(standings(bots, played), duels(bots, played)):
        console.print(table)
    if len(played) < games:
        console.print(f"stopped after {len(played)} of {games} games")
        raise typer.Exit(130)
    if plot is not None:
        plot_duels(tournament, duels(bots, played), plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)


def main() -> None:
    try:
        app()
    except Refused as refusal:
        typer.echo(f"ukumbi: {refusal}", err=True)
        raise SystemExit(2) from refusal
