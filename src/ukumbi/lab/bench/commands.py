"""The commands `ukumbi bench ...`: each measures in one run, and prints what it compared.

What they need is imported when they are run: whoever opens a hall pays for none of it.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from ukumbi.core import Refused
from ukumbi.games.ubongo.commands import mistakes_told

app = typer.Typer(no_args_is_help=True, help="Measure, and print what was compared.")


def _fail_on(faults: Sequence[str]) -> None:
    """What was promised and is not so ends the command."""
    for fault in faults:
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(1)


@app.command("hall")
def hall(
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


@app.command("crash")
def crash(
    rounds: Annotated[int, typer.Option(min=1, help="How often the hall is killed.")] = 100,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 50,
    seed: Annotated[int, typer.Option(help="Draws the moves and the moments of death.")] = 0,
    also: Annotated[list[str] | None, typer.Option(help="A module that lists more games.")] = None,
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
    _fail_on(found.faults())


@app.command("siege")
def siege(
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 2.0,
    way: Annotated[list[str] | None, typer.Option(help="Attack in this way alone; may be repeated.")] = None,
) -> None:
    """Attack a hall in play, from one address and from a hundred: do its players notice, is anything lost?"""
    from ukumbi.lab.bench.siege import GOAL, ROOM, VISIT, besiege, board

    console = Console(highlight=False)
    console.width = max(console.width, 110)
    try:
        with Console(stderr=True).status("starting a hall") as status:
            figures = besiege(tables, seconds, way or (), status.update)
    except Refused as refusal:
        raise typer.BadParameter(str(refusal)) from refusal
    peace = figures.peace
    typer.echo(
        f"{tables} tables in play, each move on its ledger before it is acknowledged; hall and players"
    )
    typer.echo("on one core, attackers on another; the ledger lies in memory")
    typer.echo(f"in peace: {peace.moves:,} moves, p50 {peace.p50:.1f} ms, p99 {peace.p99:.1f} ms")
    console.print(board(figures))
    found = figures.findings
    typer.echo(f"  acknowledged moves  {found.acknowledged:10,}")
    typer.echo(f"  lost                {len(found.lost):10,}")
    typer.echo(
        f"promised: p99 within {GOAL:g} times of that in peace, at most {ROOM} MiB more, nothing lost;"
        f" somebody new is served within {VISIT:g} s"
    )
    _fail_on(figures.faults())
    typer.echo("held")


@app.command("bots")
def bots(
    tables: Annotated[int, typer.Option(min=1, help="Tables of people in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 4.0,
) -> None:
    """Four bots that think as hard as they can: do other tables notice, and how soon is the first answer?"""
    from ukumbi.lab.bench.thinking import BOTS, FIRST, GOAL, OVER, STRONGEST, THOUGHTS, measure

    with Console(stderr=True).status("starting a hall") as status:
        figures = measure(tables, seconds, status.update)
    typer.echo(f"{tables} tables of people, with and without {BOTS} bots of Rukuni ({STRONGEST}) by turns")
    for name, waits in (("without bots", figures.without), ("with bots thinking", figures.thinking)):
        typer.echo(f"  {name:<20}{waits.moves:10,} moves, p50 {waits.p50:.1f} ms, p99 {waits.p99:.1f} ms")
    typer.echo(f"  p99 is              {figures.slower:10.2f} times as long")
    typer.echo(f"  turns of the bots   {figures.turns:10,}")
    typer.echo(f"  first answer        {figures.first:10.2f} s after an install, with nothing compiled")
    typer.echo(f"  longest thought     {figures.longest:10.2f} times as long as it may, of {THOUGHTS}")
    typer.echo(f"promised: p99 within {GOAL:g} times, the first answer within {FIRST:g} s")
    typer.echo(f"          and thoughts within {OVER:g} times their time")
    _fail_on(figures.faults())
    typer.echo("held")


@app.command("unikato")
def unikato(
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


@app.command("fairness")
def fairness(
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


@app.command("ubongo")
def ubongo(
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
    typer.echo(f"  ours                {figures.ours * 1000:10.2f} ms, all building included")
    for name, seconds in (("xcover.covers_bool", figures.bools), ("xcover.algorithm_c", figures.sparse)):
        typer.echo(f"  {name:<20}{seconds * 1000:10.2f} ms, {seconds / figures.ours:.1f} times as long")
    typer.echo(
        "xcover's matrices and sparse form were made before; the goal is"
        f" {GOAL} times the speed of covers_bool, its call for a matrix, whose inner part is algorithm_c"
    )
    if figures.bools < GOAL * figures.ours:
        typer.echo(f"ours should be {GOAL} times as fast as covers_bool", err=True)
        raise typer.Exit(1)


@app.command("rukuni")
def rukuni(
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="How long each plays (10), or thinks about a turn (1).")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same turns.")] = 0,
    against_mcts: Annotated[
        int | None, typer.Option(min=2, help="Play so many games against OpenSpiel's MCTS instead.")
    ] = None,
) -> None:
    """Random games in compiled code, beside a game of the same size that OpenSpiel plays."""
    from ukumbi.lab.bench.rukuni import GOAL, HAVANNAH, check_needs, measure

    with mistakes_told():
        check_needs()
    if against_mcts is not None:
        return _against_mcts(against_mcts, seconds or 1.0, seed)
    with Console(stderr=True).status("the first time takes longer: it is compiled"):
        figures = measure(seconds or 10.0, seed)
    typer.echo("random games a second on one core, each the best of its stretches, by turns")
    for name, speed in (
        ("ours, compiled", figures.ours),
        ("ours, by the rules", figures.plain),
        (HAVANNAH, figures.theirs),
    ):
        typer.echo(f"  {name:<26}{speed:12,.0f}")
    typer.echo(f"compiled: {figures.times:.1f} times as many as OpenSpiel, driven from Python")
    if figures.times < GOAL:
        typer.echo(f"it should be {GOAL} times as many", err=True)
        raise typer.Exit(1)
    return None


def _against_mcts(games: int, seconds: float, seed: int) -> None:
    from ukumbi.lab.rukuni.challenge import GOAL, Tally, challenge

    typer.echo(
        f"{games} games against OpenSpiel's MCTS with random rollouts, {seconds:g} s a turn, by turns White"
    )
    played = []
    with Console(stderr=True).status("the first time takes longer: it is compiled") as status:
        for game in challenge(games, seconds, seed):
            played.append(game)
            tally = Tally(tuple(played))
            typer.echo(f"  {len(played):>3}  {game}")
            status.update(f"game {len(played) + 1} of {games}: {tally.share:.0f} of 100 so far")
    typer.echo(f"{tally.share:.1f} ± {tally.error:.1f} of 100, {tally.ahead:+.0f} points on the average")
    if tally.share < GOAL:
        typer.echo(f"it should be {GOAL} of 100", err=True)
        raise typer.Exit(1)
