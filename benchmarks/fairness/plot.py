"""The picture of `fairness`: what the slower line won against its lag."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.fairness.duels import EVEN, NEAR, CellFigures, FairnessFigures
from benchmarks.fairness.report import BAND
from ukumbi.tools.plots import GOOD, INK, PAPER, POOR, SOFT


def plot_shares(figures: FairnessFigures, path: Path) -> None:
    """What the slower line won against its lag, with twice the standard error, a panel for each quality."""
    from matplotlib.figure import Figure  # noqa: PLC0415  only who plots needs it

    qualities = list(dict.fromkeys(each.cell.quality for each in figures.cells))
    figure = Figure(figsize=(4.5 * len(qualities), 4), facecolor=PAPER, layout="constrained")
    for panel, quality in zip(
        figure.subplots(1, len(qualities), sharey=True, squeeze=False)[0], qualities, strict=True
    ):
        _draw_even(panel, quality.name)
        for fair in (True, False):
            here = [e for e in figures.cells if e.cell.quality == quality and e.cell.fair == fair]
            _draw_shares(panel, here, fair)
    figure.suptitle(
        "Moments won by the slower of two equal players", color=INK, fontsize=12, x=0.02, ha="left"
    )
    figure.supxlabel(
        f"the slower line's lag in ms; the other one's is {NEAR} ms; bars are two standard errors",
        color=SOFT,
        fontsize=9,
    )
    figure.savefig(path, dpi=160)


def _draw_even(axes: Any, name: str) -> None:
    axes.set_facecolor(PAPER)
    axes.axhspan(EVEN - BAND, EVEN + BAND, color=SOFT, alpha=0.2, linewidth=0)
    axes.axhline(EVEN, color=SOFT, linewidth=1)
    axes.set_ylim(0, 0.6)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_title(f"{name} lines", color=INK, fontsize=10)
    axes.tick_params(length=0, colors=INK, labelsize=9)
    axes.spines[:].set_visible(False)


def _draw_shares(axes: Any, cells: Sequence[CellFigures], fair: bool) -> None:
    lags, shares = [each.cell.lag for each in cells], [each.tally.share for each in cells]
    name, colour, form = ("with fair order", GOOD, "o-") if fair else ("without", POOR, "s--")
    errors = [2 * each.tally.error for each in cells]
    axes.errorbar(lags, shares, yerr=errors, fmt=form, color=colour, capsize=3, linewidth=1.2, label=name)
    axes.set_xticks(lags)
    axes.annotate(
        name,
        (lags[-1], shares[-1]),
        (0, 12),
        textcoords="offset points",
        ha="right",
        color=colour,
        fontsize=9,
    )
