"""The output of `fairness`: a progress bar, tables, and the accepted figures."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.fairness.cheats import CheatsMeasurements, Gain
from benchmarks.fairness.duels import NEAR_MS, ConditionMeasurements, FairnessMeasurements
from benchmarks.fairness.race_table import QUALITIES, Quality, Tally
from benchmarks.fairness.several_players import PlayersMeasurements
from benchmarks.results import Result, at_most
from ukumbi.tools.scoreboard import plain_table

MAX_SHARE_ERROR: Final = 0.02
"""The accepted distance of the far player's share from an equal one."""
MAX_ADDED_MS: Final = 15.0
"""The accepted addition of fair order to the wait of two near players."""

REPORT_COLUMNS: Final = 116
"""The least width of the output, so that no table is cut off outside a terminal."""
MAX_LATENESS_MS: Final = 5.0
"""If the p99 of the relays' lateness is above this, the machine is too busy."""


@contextmanager
def moments_bar(console: Console, total: int) -> Iterator[Callable[[], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("contested moments", total=total)
        yield lambda: bar.advance(task)


def boards(measured: FairnessMeasurements) -> Iterator[Table]:
    yield plain_table(
        (
            "lag",
            "connections",
            "with fair order",
            "luck apart",
            "without",
            "luck apart",
            "to the first: with",
            "without",
        ),
        [_shares(measured, *connection) for connection in measured.connections()],
    )
    yield plain_table(
        ("lag", "connections", "near, p50", "near, p95", "far, p50", "far, p95"),
        [_waits(measured, *connection) for connection in measured.connections()],
    )


def _shares(measured: FairnessMeasurements, lag: int, quality: Quality) -> list[str]:
    both = [measured.of(lag, quality, fair) for fair in (True, False)]
    shares = [text for each in both for text in (_share(each.tally), _luck_adjusted(each.tally))]
    return [
        f"{NEAR_MS} : {lag} ms",
        quality.name,
        *shares,
        *(f"{each.tally.decided_by_reaction:.0%}" for each in both),
    ]


def _share(tally: Tally) -> str:
    return _percent(tally.share, tally.error)


def _luck_adjusted(tally: Tally) -> str:
    return _percent(tally.luck_adjusted, tally.luck_adjusted_error)


def _percent(share: float, error: float) -> str:
    return f"{100 * share:.1f} ± {100 * error:.1f} %"


def _waits(measured: FairnessMeasurements, lag: int, quality: Quality) -> list[str]:
    fair, plain = (measured.of(lag, quality, each) for each in (True, False))
    pairs = (
        (fair.near.p50, plain.near.p50),
        (fair.near.p95, plain.near.p95),
        (fair.far.p50, plain.far.p50),
        (fair.far.p95, plain.far.p95),
    )
    return [f"{NEAR_MS} : {lag} ms", quality.name, *(f"{one:.1f} / {other:.1f} ms" for one, other in pairs)]


def results(measured: FairnessMeasurements) -> Iterator[Result]:
    fair = [(_where(each), each.tally) for each in measured.conditions if each.condition.fair]
    yield _farthest("fairness", fair)
    for quality in QUALITIES:
        added = measured.added(NEAR_MS, quality)
        yield at_most(f"fairness, longer for two at {NEAR_MS} ms, {quality.name}", added, MAX_ADDED_MS, " ms")


def _where(measured: ConditionMeasurements) -> str:
    return f"{measured.condition.lag} ms, {measured.condition.quality.name}"


def _farthest(name: str, tallies: Sequence[tuple[str, Tally]]) -> Result:
    """The luck-adjusted share that is farthest from an equal one."""

    def off(named: tuple[str, Tally]) -> float:
        return abs(named[1].luck_adjusted - named[1].even_share)

    where, tally = max(tallies, key=off)
    figure = f"{_luck_adjusted(tally)} instead of {100 * tally.even_share:.0f} % ({where})"
    accepted = f"within {100 * MAX_SHARE_ERROR:.0f} points"
    return Result(
        f"{name}, share farthest from even", figure, accepted, off((where, tally)) <= MAX_SHARE_ERROR
    )


# more than two players


def players_board(measured: PlayersMeasurements) -> Table:
    rows = []
    for lag, quality in measured.varied():
        fair, plain = (measured.of(lag, quality, each) for each in (True, False))
        both = [text for each in (fair, plain) for text in (_share(each.tally), _luck_adjusted(each.tally))]
        rows.append(
            [
                f"{lag} ms",
                quality.name,
                *both,
                f"{fair.hall_latency.p50:.1f} / {plain.hall_latency.p50:.1f} ms",
            ]
        )
    heads = ("lag", "connections", "with fair order", "luck apart", "without", "luck apart", "waits, p50")
    return plain_table(heads, rows)


def players_result(measured: PlayersMeasurements) -> Result:
    fair = [
        (f"{connection.lag} ms, {connection.quality.name}", connection.tally)
        for connection in measured.connections
        if connection.fair
    ]
    return _farthest("fairness --players", fair)


# tricks


def cheats_board(measured: CheatsMeasurements) -> Table:
    gains = {id(gain.cheat): _points(gain) for gain in measured.gains()}
    rows = [
        [
            each.trick.name,
            each.connections,
            _share(each.tally),
            _luck_adjusted(each.tally),
            gains.get(id(each), ""),
        ]
        for each in measured.cheats
    ]
    return plain_table(("trick", "cheat : honest", "won by the cheat", "luck apart", "points gained"), rows)


def _points(gain: Gain) -> str:
    return f"{100 * gain.points:+.1f} ±{100 * gain.error:.1f}"


def cheats_result(measured: CheatsMeasurements) -> Result:
    best = max(measured.gains(), key=lambda gain: gain.points)
    figure = f"{_points(best)} points by {best.cheat.trick.name}, {best.cheat.connections}"
    accepted = f"at most {100 * MAX_SHARE_ERROR:.0f} points"
    return Result(
        "fairness --cheat, most gained by a trick", figure, accepted, best.points <= MAX_SHARE_ERROR
    )


def trust(lateness: tuple[float, float]) -> str:
    """A line on the relays' lateness, which affects far players more."""
    usual, worst = (max(0.0, late) for late in lateness)
    line = f"the simulated links themselves were late by {usual:.1f} ms (p50), {worst:.1f} ms (p99)"
    return line if worst <= MAX_LATENESS_MS else f"{line}: this machine is too busy to trust the shares"
