"""What `fairness` shows: a bar while it plays, tables and the accepted figures when it is done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.fairness.cheats import CheatsFigures, Gain
from benchmarks.fairness.duels import NEAR, CellFigures, FairnessFigures
from benchmarks.fairness.heat import QUALITIES, Quality, Tally
from benchmarks.fairness.lines import LinesFigures
from benchmarks.results import Result, at_most
from ukumbi.tools.scoreboard import plain_table

BAND: Final = 0.02
"""How far from even the slower line's share may be."""
MOST_ADDED: Final = 15.0
"""Milliseconds that fair order may add to the wait of two near players."""

WIDEST: Final = 116
"""Columns that the tables take: where nobody looks at a terminal, nothing need be cut off."""
TOO_LATE: Final = 5.0
"""Milliseconds: when the simulated lines are late by that much, now and then, the machine is too busy."""


@contextmanager
def moments_bar(console: Console, total: int) -> Iterator[Callable[[], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("contested moments", total=total)
        yield lambda: bar.advance(task)


def boards(figures: FairnessFigures) -> Iterator[Table]:
    yield plain_table(
        (
            "lag",
            "lines",
            "with fair order",
            "luck apart",
            "without",
            "luck apart",
            "to the first: with",
            "without",
        ),
        [_shares(figures, *line) for line in figures.lines()],
    )
    yield plain_table(
        ("lag", "lines", "quicker, p50", "quicker, p95", "slower, p50", "slower, p95"),
        [_waits(figures, *line) for line in figures.lines()],
    )


def _shares(figures: FairnessFigures, lag: int, quality: Quality) -> list[str]:
    both = [figures.of(lag, quality, fair) for fair in (True, False)]
    shares = [text for each in both for text in (_share(each.tally), _evened(each.tally))]
    return [f"{NEAR} : {lag} ms", quality.name, *shares, *(f"{each.tally.right:.0%}" for each in both)]


def _share(tally: Tally) -> str:
    return _percent(tally.share, tally.error)


def _evened(tally: Tally) -> str:
    return _percent(tally.evened, tally.evened_error)


def _percent(share: float, error: float) -> str:
    return f"{100 * share:.1f} ± {100 * error:.1f} %"


def _waits(figures: FairnessFigures, lag: int, quality: Quality) -> list[str]:
    fair, plain = (figures.of(lag, quality, each) for each in (True, False))
    pairs = (
        (fair.quicker.p50, plain.quicker.p50),
        (fair.quicker.p95, plain.quicker.p95),
        (fair.slower.p50, plain.slower.p50),
        (fair.slower.p95, plain.slower.p95),
    )
    return [f"{NEAR} : {lag} ms", quality.name, *(f"{one:.1f} / {other:.1f} ms" for one, other in pairs)]


def results(figures: FairnessFigures) -> Iterator[Result]:
    fair = [(_where(each), each.tally) for each in figures.cells if each.cell.fair]
    yield _farthest("fairness", fair)
    for quality in QUALITIES:
        added = figures.added(NEAR, quality)
        yield at_most(f"fairness, longer for two at {NEAR} ms, {quality.name}", added, MOST_ADDED, " ms")


def _where(figures: CellFigures) -> str:
    return f"{figures.cell.lag} ms, {figures.cell.quality.name}"


def _farthest(name: str, tallies: Sequence[tuple[str, Tally]]) -> Result:
    """The line whose share lies farthest from an equal one, luck apart."""

    def off(named: tuple[str, Tally]) -> float:
        return abs(named[1].evened - named[1].even)

    where, tally = max(tallies, key=off)
    figure = f"{_evened(tally)} instead of {100 * tally.even:.0f} % ({where})"
    accepted = f"within {100 * BAND:.0f} points"
    return Result(f"{name}, share farthest from even", figure, accepted, off((where, tally)) <= BAND)


# more than two lines


def lines_board(figures: LinesFigures) -> Table:
    rows = []
    for lag, quality in figures.varied():
        fair, plain = (figures.of(lag, quality, each) for each in (True, False))
        both = [text for each in (fair, plain) for text in (_share(each.tally), _evened(each.tally))]
        rows.append([f"{lag} ms", quality.name, *both, f"{fair.waits.p50:.1f} / {plain.waits.p50:.1f} ms"])
    heads = ("lag", "lines", "with fair order", "luck apart", "without", "luck apart", "waits, p50")
    return plain_table(heads, rows)


def lines_result(figures: LinesFigures) -> Result:
    fair = [(f"{line.lag} ms, {line.quality.name}", line.tally) for line in figures.lines if line.fair]
    return _farthest("fairness --lines", fair)


# tricks


def cheats_board(figures: CheatsFigures) -> Table:
    gains = {id(gain.cheat): _points(gain) for gain in figures.gains()}
    rows = [
        [each.trick.name, each.lines, _share(each.tally), _evened(each.tally), gains.get(id(each), "")]
        for each in figures.cheats
    ]
    return plain_table(("trick", "cheat : honest", "won by the cheat", "luck apart", "points gained"), rows)


def _points(gain: Gain) -> str:
    return f"{100 * gain.points:+.1f} ±{100 * gain.error:.1f}"


def cheats_result(figures: CheatsFigures) -> Result:
    best = max(figures.gains(), key=lambda gain: gain.points)
    figure = f"{_points(best)} points by {best.cheat.trick.name}, {best.cheat.lines}"
    accepted = f"at most {100 * BAND:.0f} points"
    return Result("fairness --cheat, most gained by a trick", figure, accepted, best.points <= BAND)


def trust(lateness: tuple[float, float]) -> str:
    """How well the lines were simulated: their own lateness hits the longer line more often."""
    usual, worst = (max(0.0, late) for late in lateness)
    told = f"the simulated lines themselves were late by {usual:.1f} ms (p50), {worst:.1f} ms (p99)"
    return told if worst <= TOO_LATE else f"{told}: this machine is too busy to trust the shares"
