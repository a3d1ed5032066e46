"""The command `ukumbi`. Alone it opens the hall."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer
from rich.console import Console

from ukumbi.core import Refused
from ukumbi.lab.ubongo.commands import app as ubongo
from ukumbi.lab.ubongo.commands import mistakes_told

if TYPE_CHECKING:
    from ukumbi.server.addresses import Reach

app = typer.Typer(
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_show_locals=False,
    help="A hall for tabletop games.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure, and print what was compared.")
app.add_typer(bench, name="bench")
app.add_typer(ubongo, name="ubongo")

Data = Annotated[
    Path | None, typer.Option(help="Folder for the hall's data.", show_default="your data folder")
]
Also = Annotated[list[str] | None, typer.Option(help="A module that lists more games, to try them out.")]


@app.callback(invoke_without_command=True)
def main_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    data: Data = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; the next free one if taken, any with 0.")] = 8000,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser, where there is one.")] = True,
    also: Also = None,
    *,
    bot_pace: Annotated[
        float, typer.Option(min=0, help="How long bots take: 1 like people, 0 at once.")
    ] = 1.0,
    bot_timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds before a bot's worker is replaced.")
    ] = 20.0,
    open_gates: Annotated[
        bool, typer.Option(help="No limits on rates and connections, for load tests.")
    ] = False,
    fair_order: Annotated[
        bool, typer.Option(help="Even out lag where everyone moves at once; without, to compare.")
    ] = True,
    name: Annotated[
        list[str] | None, typer.Option(help="A host name by which the hall is called; no other is answered.")
    ] = None,
    metrics: Annotated[
        str | None, typer.Option(help="Address and port for figures alone.", metavar="HOST:PORT")
    ] = None,
    metrics_token: Annotated[
        str | None,
        typer.Option(help="What whoever asks for figures has to show.", envvar="UKUMBI_METRICS_TOKEN"),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option(help="A proxy stands in front: believe its headers for addresses and scheme.")
    ] = False,
    away_after: Annotated[
        float, typer.Option(min=0, help="Seconds until somebody who left counts as away for longer.")
    ] = 30.0,
) -> None:
    """Open the hall."""
    from ukumbi.ledger import CannotOpen
    from ukumbi.server.limits import NO_LIMITS, Limits
    from ukumbi.server.serve import Settings
    from ukumbi.server.serve import serve as run

    settings = Settings(
        folder=_folder(data),
        modules=("ukumbi.games", *(also or ())),
        limits=NO_LIMITS if open_gates else Limits(),
        bot_pace=bot_pace,
        bot_timeout=bot_timeout,
        fair_order=fair_order,
        away_after=away_after,
        behind_proxy=behind_proxy,
        names=frozenset(known.lower().rstrip(".") for known in name or ()),
        metrics_at=None if metrics is None else _reach(metrics),
        metrics_token=metrics_token or None,
    )
    console = Console(highlight=False)
    try:
        run(settings, host, port, console.print, browser)
    except (OSError, CannotOpen) as fault:
        console.print(f"The hall cannot open: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault


def _reach(address: str) -> "Reach":
    from ukumbi.server.addresses import Reach

    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise typer.BadParameter(f"not an address and a port: {address}")
    return Reach(host.strip("[]"), int(port))


def _folder(data: Path | None) -> Path:
    return data or Path(platformdirs.user_data_dir("ukumbi", appauthor=False))


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="A new folder for the copy.")], data: Data = None
) -> None:
    """Copy the hall's data; the hall may be open."""
    from ukumbi.ledger.backup import back_up

    _carried_out(back_up, _folder(data), target, f"The copy is in {target}.")


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A folder that `backup` made.")], data: Data = None
) -> None:
    """Put a copy of a hall into an empty data folder."""
    from ukumbi.ledger.backup import restore

    _carried_out(restore, copy, _folder(data), f"The hall is in {_folder(data)}.")


def _carried_out(do: Callable[[Path, Path], None], source: Path, target: Path, done: str) -> None:
    from ukumbi.ledger import CannotOpen

    console = Console(highlight=False)
    try:
        do(source, target)
    except (OSError, CannotOpen) as fault:
        console.print(f"Nothing was done: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault
    console.print(done, soft_wrap=True)


@app.command()
def games() -> None:
    """List the games, and who plays them."""
    from ukumbi.library import REGISTRY

    for entry in REGISTRY:
        seats = entry.game.seats
        players = f"{seats.start}" if len(seats) == 1 else f"{seats.start}-{seats.stop - 1}"
        typer.echo(f"{entry.game.name}: {players} players, bots: {', '.join(entry.bots)}")


@app.command()
def perft(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    depth: Annotated[int, typer.Option(min=0, help="How many moves deep.")] = 1,
    position: Annotated[str | None, typer.Option(help="Where to start, in the game's notation.")] = None,
) -> None:
    """Count the ways to play on for so many moves."""
    from ukumbi.lab.perft import perft as count
    from ukumbi.library import REGISTRY

    typer.echo(count(REGISTRY[game].game, depth, position))


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    bots: Annotated[list[str], typer.Argument(help="Two levels of its bots, or more.", metavar="BOT BOT...")],
    games: Annotated[int, typer.Option(min=1, help="How many games in all.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Players at a table.", show_default="one a bot")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, again for each.", metavar="NAME=VALUE")
    ] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="Games at once.", show_default="all")] = None,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
) -> None:
    """Let bots play each other, in all seat orders."""
    from ukumbi.lab.arena.scoreboard import seats_for, tables, watched
    from ukumbi.lab.arena.tournament import Tournament, duels, matches, options_from, standings
    from ukumbi.lab.plots import check_plot, plot_duels

    console = Console(highlight=False)
    try:
        options = options_from(game, option or ())
        tournament = Tournament(game, tuple(bots), games, seats or seats_for(game, len(bots)), seed, options)
        if plot is not None:
            check_plot(plot)
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


@app.command()
def wire() -> None:
    """Write the TypeScript types of all messages anew (for those who work on Ukumbi)."""
    from ukumbi.server.typescript import write_all

    for path in write_all():
        typer.echo(path)


@bench.command("hall")
def bench_hall(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 10.0,
    warm_up: Annotated[float, typer.Option(min=0, help="How long to play before measuring.")] = 3.0,
) -> None:
    """Rukuni over real WebSockets with the durable ledger: moves a second, waits, memory."""
    from ukumbi.lab.bench.hall import measure

    console = Console()
    with console.status("starting a hall") as status:
        figures = measure(tables, seconds, warm_up, lambda step: status.update(f"{tables} tables: {step}"))
    typer.echo(
        f"{figures.tables} tables, {figures.moves} moves in {figures.seconds:.1f} s, each on disk before"
    )
    typer.echo("it was acknowledged; server on one core, players on another")
    typer.echo(f"  moves a second      {figures.moves_a_second:10,.0f}")
    typer.echo(f"  acknowledged, p50   {figures.p50_ms:10.1f} ms")
    typer.echo(f"  acknowledged, p99   {figures.p99_ms:10.1f} ms")
    typer.echo(f"  memory a table      {figures.kib_a_table:10.1f} KiB, with its two connections")
    share = figures.moves_a_second / figures.echoes_a_second
    typer.echo(
        f"  the yardstick       {figures.echoes_a_second:10,.0f} echoes a second of the same length, from"
    )
    typer.echo(f"                      memory, on the same cores: the hall does {share:.1%} of that")


@bench.command("crash")
def bench_crash(
    rounds: Annotated[int, typer.Option(min=1, help="How often the hall is killed.")] = 100,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 50,
    seed: Annotated[int, typer.Option(help="Draws the moves and the moments of death.")] = 0,
    also: Also = None,
) -> None:
    """Kill a hall full of players again and again, and look for what got lost."""
    from rich.progress import Progress

    from ukumbi.lab.bench.crash import torment

    with TemporaryDirectory() as folder, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("killing the hall", total=rounds)
        figures = torment(
            Path(folder), rounds, tables, seed, also or (), progress=lambda: progress.advance(bar)
        )
    found = figures.findings
    typer.echo(f"{rounds} times killed and started again, with {tables} tables in play")
    typer.echo(f"  acknowledged moves  {found.acknowledged:10,}")
    typer.echo(f"  lost                {len(found.lost):10,}")
    typer.echo(f"  doubled             {len(found.doubled):10,}")
    typer.echo(f"  written otherwise   {len(found.altered):10,}")
    typer.echo(f"  views and snapshots {found.views + found.snapshots:10,} compared with a fold of the log")
    typer.echo(f"  different           {len(found.astray):10,}")
    typer.echo(f"  tables stuck        {len(found.stuck):10,}")
    typer.echo(
        f"  broken logs         {len(found.broken):10,} of {found.tables:,} with {found.events:,} events"
    )
    typer.echo(f"  first move after    {figures.p50:10.2f} s (p50), {figures.slowest:.2f} s at most")
    for fault in found.faults():
        typer.echo(fault, err=True)
    if found.faults():
        raise typer.Exit(1)


@bench.command("siege")
def bench_siege(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 2.0,
    way: Annotated[list[str] | None, typer.Option(help="Attack in this way alone; may be repeated.")] = None,
) -> None:
    """Attack a hall in play, from one address and from a hundred: do its players notice, is anything lost?"""
    from ukumbi.lab.bench.siege import GOAL, ROOM, besiege, board

    console = Console(highlight=False)
    console.width = max(console.width, 100)
    try:
        with Console(stderr=True).status("starting a hall") as status:
            figures = besiege(tables, seconds, way or (), status.update)
    except Refused as refusal:
        raise typer.BadParameter(str(refusal)) from refusal
    peace = figures.peace
    typer.echo(
        f"{tables} tables in play, each move on its ledger before it is acknowledged; hall on one core,"
    )
    typer.echo("players on another, where the attackers have what they leave; the ledger lies in memory")
    typer.echo(f"in peace: {peace.moves:,} moves, p50 {peace.p50:.1f} ms, p99 {peace.p99:.1f} ms")
    console.print(board(figures))
    found = figures.findings
    typer.echo(f"  acknowledged moves  {found.acknowledged:10,}")
    typer.echo(f"  lost                {len(found.lost):10,}")
    typer.echo(f"promised: p99 within {GOAL:g} times of that in peace, at most {ROOM} MiB more, nothing lost")
    for fault in figures.faults():
        typer.echo(fault, err=True)
    if figures.faults():
        raise typer.Exit(1)
    typer.echo("held")


@bench.command("unikato")
def bench_unikato(
    seconds: Annotated[
        float, typer.Option(min=1, help="How long to play, and to look for slow answers.")
    ] = 10.0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
) -> None:
    """Random whole games on one core, where the time goes, and the longest answers of bots."""
    from ukumbi.lab.bench.unikato import hot_spots, random_games, worst_answers

    with Console(stderr=True).status("playing at random") as status:
        figures = random_games(seconds, seed)
        status.update("looking where the time goes")
        busiest = hot_spots(games=20, seed=seed)
        status.update("looking for the longest answers")
        answers = worst_answers(seconds, seed)
    typer.echo(f"{figures.games} random games of two in {figures.seconds:.1f} s of one core")
    typer.echo(f"  games a second      {figures.games / figures.seconds:10,.1f}")
    typer.echo(f"  moves a second      {figures.moves / figures.seconds:10,.0f}")
    for phase, spent in figures.phases.items():
        typer.echo(f"  {phase:<20}{spent / figures.seconds:10.0%}")
    typer.echo(f"  three views a move  {figures.views / figures.seconds:10.0%} on top")
    typer.echo("busiest: " + ", ".join(f"{name} {share:.0%}" for name, share in busiest))
    for answer in answers:
        where = f"{len(answer.rack)} tiles, {answer.laid} on the table, the worst of {answer.tables} tables"
        typer.echo(f"  {answer.level + ' answers in':<20}{answer.seconds * 1000:10.1f} ms: {where}")


@bench.command("fairness")
def bench_fairness(
    moments: Annotated[int, typer.Option(min=1, help="Contested moments for each pair of lines.")] = 2600,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once for each pair.")] = 12,
    lead: Annotated[float, typer.Option(min=0, help="Seconds for the hall to get to know the lines.")] = 12.0,
    seed: Annotated[int, typer.Option(help="Draws the reactions, delays and losses.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
    cheat: Annotated[bool, typer.Option("--cheat", help="Play every trick against somebody honest.")] = False,
    lines: Annotated[int, typer.Option(min=2, max=6, help="Lines that contest each moment.")] = 2,
    game: Annotated[str, typer.Option(help="What they play: grab, or zuma for three and more.")] = "grab",
) -> None:
    """Equal players, one of them far away: who wins contested moments, with and without fair order?"""
    from ukumbi.lab.bench import fairness_command

    wishes = fairness_command.Wishes(moments, min(tables, moments), lead, seed)
    try:
        if cheat:
            held = fairness_command.cheats(wishes)
        elif lines > 2 or game != "grab":
            held = fairness_command.lines(wishes, lines, game)
        else:
            held = fairness_command.pairs(wishes, plot)
    except Refused as refusal:
        raise typer.BadParameter(str(refusal)) from refusal
    if not held:
        raise typer.Exit(1)


@bench.command("ubongo")
def bench_ubongo(
    rounds: Annotated[int, typer.Option(min=1, help="How often each counts; the best time is taken.")] = 50,
) -> None:
    """All solutions of all tasks of level 4, beside xcover, a compiled solver for any exact cover."""
    from ukumbi.lab.bench.ubongo import GOAL, Differs, check_needs, measure

    with mistakes_told():
        check_needs()
    try:
        with Console(stderr=True).status("the first time takes longer: both are compiled") as status:
            figures = measure(rounds, lambda number: status.update(f"round {number} of {rounds}"))
    except Differs as fault:
        typer.echo(f"not comparable: {fault}", err=True)
        raise typer.Exit(1) from fault
    typer.echo(f"all solutions of {figures.tasks} tasks of level 4, best of {rounds} rounds by turns")
    typer.echo(f"  solutions           {figures.solutions:10,}, the same for each task by all")
    typer.echo(f"  ours                {figures.ours * 1000:10.2f} ms, placements included")
    for name, seconds in (("xcover.covers_bool", figures.bools), ("xcover.algorithm_c", figures.sparse)):
        typer.echo(f"  {name:<20}{seconds * 1000:10.2f} ms, {seconds / figures.ours:.1f} times as long")
    typer.echo("matrices and sparse form were made before; algorithm_c is what covers_bool calls")
    if figures.bools < GOAL * figures.ours:
        typer.echo(f"ours should be {GOAL} times as fast as covers_bool", err=True)
        raise typer.Exit(1)


def main() -> None:
    try:
        app()
    except Refused as refusal:
        typer.echo(f"ukumbi: {refusal}", err=True)
        raise SystemExit(2) from refusal
