"""What `ukumbi bench fairness` shows: a bar while it plays, tables and promises when it is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ukumbi.lab.arena.scoreboard import plain_table
from ukumbi.lab.bench.fairness import NEAR, QUALITIES, CellFigures, FairnessFigures, Quality

EVEN: Final = 0.5
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
    shares = [text for each in both for text in (_percent(each.share, each.error), _evened(each))]
    return [f"{NEAR} : {lag} ms", quality.name, *shares, *(f"{each.right:.0%}" for each in both)]


def _evened(figures: CellFigures) -> str:
    return _percent(figures.evened, figures.evened_error)


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


def promises(figures: FairnessFigures) -> Iterator[str]:
    """What fair order promises, and whether it was kept this time."""
    yield f"within {100 * BAND:.0f} points of even, luck apart: {_within_band(figures)}"
    added = [(quality, figures.added(NEAR, quality)) for quality in QUALITIES]
    verdict = "held" if all(ms < MOST_ADDED for _, ms in added) else "not held"
    told = ", ".join(f"{ms:+.1f} ms when {quality.name}" for quality, ms in added)
    yield f"under {MOST_ADDED:.0f} ms longer for two at {NEAR} ms: {verdict} ({told})"


def _within_band(figures: FairnessFigures) -> str:
    fair = [each for each in figures.cells if each.cell.fair]
    astray = [each for each in fair if abs(each.evened - EVEN) > BAND]
    worst = max(fair, key=lambda each: abs(each.evened - EVEN))
    told = astray or [worst]
    where = ", ".join(f"{each.cell.lag} ms, {each.cell.quality.name}: {_evened(each)}" for each in told)
    return f"not held ({where})" if astray else f"held (farthest: {where})"


def trust(figures: FairnessFigures) -> str:
    """How well the lines were simulated: their own lateness hits the longer line more often."""
    usual, worst = (max(0.0, late) for late in figures.lateness)
    told = f"the simulated lines themselves were late by {usual:.1f} ms (p50), {worst:.1f} ms (p99)"
    return told if worst <= TOO_LATE else f"{told}: this machine is too busy to trust the shares"
