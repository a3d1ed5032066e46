"""Plots of the arena. They need matplotlib, from the extra `plots`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ukumbi.tools.arena import Duel, Tournament

INK, SOFT, GOOD, POOR = "#2b2a28", "#8a857c", "#2f6f62", "#a8552f"
PAPER: Final = "#fbf9f4"
GOAL: Final = 2 / 3
"""The share that a level should win against the level below."""


def plot_duels(tournament: Tournament, duels: Sequence[Duel], path: Path) -> None:
    """Each pair's score with two standard errors, and lines for one half and two thirds."""
    from matplotlib.figure import Figure  # noqa: PLC0415  only who plots needs it

    rows = [duel if duel.score >= 0.5 else duel.reversed() for duel in duels]
    figure = Figure(figsize=(8, 1.6 + 0.5 * len(rows)), facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot(facecolor=PAPER)
    for row, duel in enumerate(rows):
        _draw_duel(axes, row, duel)
    _draw_lines(axes)
    axes.set_yticks(range(len(rows)), [f"{duel.one}  against  {duel.other}" for duel in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(min(0.4, *(duel.score - 2 * duel.error - 0.02 for duel in rows)), 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("points won, a draw counting half; bars are two standard errors", color=SOFT, fontsize=9)
    axes.tick_params(length=0, colors=INK, labelsize=10)
    axes.spines[:].set_visible(False)
    figure.suptitle(_title(tournament, rows), color=INK, fontsize=12, x=0.02, ha="left")
    figure.savefig(path, dpi=160)


def _title(tournament: Tournament, duels: Sequence[Duel]) -> str:
    most = max((duel.games for duel in duels), default=0)
    return f"{tournament.game.capitalize()}, {tournament.seats} players: {most} games for each pair"


def _draw_lines(axes: Any) -> None:
    for share, style, name, side in ((0.5, "-", "even", -1), (GOAL, (0, (4, 3)), "two in three", 1)):
        axes.axvline(share, color=SOFT, linewidth=1, linestyle=style, zorder=1)
        axes.annotate(
            name,
            *((share, 1), (4 * side, 3)),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            color=SOFT,
            fontsize=9,
        )


def _draw_duel(axes: Any, row: int, duel: Duel) -> None:
    colour = GOOD if duel.score >= GOAL else POOR
    ends = [duel.score - 2 * duel.error, min(1, duel.score + 2 * duel.error)]
    axes.axhline(row, color=SOFT, linewidth=0.4, alpha=0.35, zorder=0)
    axes.plot(ends, [row, row], color=colour, linewidth=6, alpha=0.35, solid_capstyle="round", clip_on=False)
    axes.plot(duel.score, row, "o", color=colour, markersize=9, clip_on=False, zorder=4)
    axes.annotate(
        f"{duel.score:.1%}    rating {duel.rating:+.0f} ± {duel.rating_error:.0f}",
        *((1, row), (12, 0)),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        va="center",
        color=colour,
        fontsize=9,
    )
