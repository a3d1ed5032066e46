"""The plot of `fairness`: the far player's share against the lag."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.fairness.duels import EVEN_SHARE, NEAR_MS, ConditionMeasurements, FairnessMeasurements
from benchmarks.fairness.report import MAX_SHARE_ERROR
from ukumbi.tools.plots import GOOD, INK, PAPER, POOR, SOFT


def plot_shares(measured: FairnessMeasurements, path: Path) -> None:
    """The far player's share against the lag, with two standard errors, a panel for each quality."""
    from matplotlib.figure import Figure  # noqa: PLC0415  only who plots needs it

    qualities = list(dict.fromkeys(each.condition.quality for each in measured.conditions))
    figure = Figure(figsize=(4.5 * len(qualities), 4), facecolor=PAPER, layout="constrained")
    for panel, quality in zip(
        figure.subplots(1, len(qualities), sharey=True, squeeze=False)[0], qualities, strict=True
    ):
        _draw_even(panel, quality.name)
        for fair in (True, False):
            here = [
                e for e in measured.conditions if e.condition.quality == quality and e.condition.fair == fair
            ]
            _draw_shares(panel, here, fair)
    figure.suptitle(
        "Moments won by the farther of two equal players", color=INK, fontsize=12, x=0.02, ha="left"
    )
    figure.supxlabel(
        f"the far player's lag in ms; the other's is {NEAR_MS} ms; bars are two standard errors",
        color=SOFT,
        fontsize=9,
    )
    figure.savefig(path, dpi=160)


def _draw_even(axes: Any, name: str) -> None:
    axes.set_facecolor(PAPER)
    axes.axhspan(
        EVEN_SHARE - MAX_SHARE_ERROR, EVEN_SHARE + MAX_SHARE_ERROR, color=SOFT, alpha=0.2, linewidth=0
    )
    axes.axhline(EVEN_SHARE, color=SOFT, linewidth=1)
    axes.set_ylim(0, 0.6)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_title(f"{name} connections", color=INK, fontsize=10)
    axes.tick_params(length=0, colors=INK, labelsize=9)
    axes.spines[:].set_visible(False)


def _draw_shares(axes: Any, conditions: Sequence[ConditionMeasurements], fair: bool) -> None:
    lags, shares = [each.condition.lag for each in conditions], [each.tally.share for each in conditions]
    name, colour, form = ("with fair order", GOOD, "o-") if fair else ("without", POOR, "s--")
    errors = [2 * each.tally.error for each in conditions]
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
