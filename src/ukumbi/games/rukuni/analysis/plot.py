"""Plots the lead over a game. It needs matplotlib, from the extra `plots`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ukumbi.games.rukuni.analysis.judging import Judged, worst
from ukumbi.games.rukuni.position import Colour

INK, SOFT, POOR, PAPER = "#2b2a28", "#8a857c", "#a8552f", "#fbf9f4"


def plot_leads(leads: Sequence[float], turns: Sequence[Judged], path: Path) -> None:
    """White's lead after each turn, with marks for the turns that lost most."""
    from matplotlib.figure import Figure  # noqa: PLC0415  only who plots needs it

    figure = Figure(figsize=(9, 4), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot(facecolor=PAPER)
    numbers = range(len(leads))
    ahead, behind = [max(0.0, lead) for lead in leads], [min(0.0, lead) for lead in leads]
    axes.fill_between(numbers, ahead, color="white", linewidth=0, zorder=1)
    axes.fill_between(numbers, behind, color=SOFT, alpha=0.55, linewidth=0, zorder=1)
    axes.axhline(0, color=SOFT, linewidth=1, zorder=2)
    axes.plot(numbers, leads, color=INK, linewidth=1.4, zorder=3)
    marked = worst(turns)
    for turn in turns:
        if turn.number in marked:
            _draw_loss(axes, turn)
    axes.set_xlim(0, len(leads) - 1)
    axes.margins(y=0.15)
    axes.yaxis.set_major_formatter(lambda lead, _: f"{lead:+.0f}" if lead else "0")
    axes.set_xlabel("turns played", color=SOFT, fontsize=9)
    axes.tick_params(length=0, colors=INK, labelsize=9)
    axes.spines[:].set_visible(False)
    title = "Points ahead at the end with best play: White's above, Grey's below"
    figure.suptitle(title, color=INK, fontsize=12, x=0.02, ha="left")
    figure.savefig(path, dpi=160)


def _draw_loss(axes: Any, turn: Judged) -> None:
    """Mark a turn that lost much, at the lead after it."""
    axes.plot(turn.number, turn.after, "o", color=POOR, markersize=6, zorder=4)
    below = turn.colour is Colour.WHITE
    axes.annotate(
        f"{turn.number}. {turn.turn}  −{turn.lost:.0f}",
        *((turn.number, turn.after), (0, -14 if below else 8)),
        textcoords="offset points",
        ha="center",
        color=POOR,
        fontsize=9,
        zorder=5,
    )
