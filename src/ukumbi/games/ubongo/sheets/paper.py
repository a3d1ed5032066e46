"""An A4 page in millimetres, with basic shapes."""

from collections.abc import Iterable
from typing import Any, Final

from ukumbi.games.ubongo.sheets.colours import INK, WHITE

Point = tuple[float, float]
WIDTH, HEIGHT = 210.0, 297.0
MARGIN: Final = 10.0
SOFT: Final = "#8a857c"
INCH: Final = 25.4
POINT: Final = INCH / 72


class Page:
    """Coordinates are millimetres from the lower left corner."""

    def __init__(self) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415  only who prints needs it

        self.figure = Figure(figsize=(WIDTH / INCH, HEIGHT / INCH), facecolor=WHITE)
        self._axes: Any = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, WIDTH), ylim=(0, HEIGHT))
        self._axes.set_axis_off()

    def write(self, x: float, y: float, words: str, size: float, **how: Any) -> None:
        """`size` is the line height in millimetres; y is the middle of the line."""
        style = {"color": INK, "ha": "left", "va": "center_baseline", **how}
        self._axes.text(x, y, words, fontsize=size / POINT, **style)

    def panel(self, x: float, y: float, wide: float, high: float, *, rounded: float, **how: Any) -> Any:
        """A rectangle with rounded corners."""
        from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

        form = f"round,pad=0,rounding_size={rounded}"
        return self._axes.add_patch(FancyBboxPatch((x, y), wide, high, boxstyle=form, **how))

    def band(self, x: float, y: float, wide: float, high: float, inside: Any, **how: Any) -> None:
        """A rectangle, clipped to another patch."""
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        self._axes.add_patch(Rectangle((x, y), wide, high, **how)).set_clip_path(inside)

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        from matplotlib.patches import Circle  # noqa: PLC0415

        self._axes.add_patch(Circle((x, y), radius, facecolor=colour, linewidth=0))

    def polygons(self, corners: Iterable[Any], colours: list[str], edge: str, width: float) -> None:
        from matplotlib.collections import PolyCollection  # noqa: PLC0415

        self._axes.add_collection(
            PolyCollection(
                list(corners),
                facecolors=colours,
                edgecolors=edge,
                linewidths=width / POINT,
                joinstyle="round",
            )
        )

    def lines(self, ends: Iterable[Any], colour: str, width: float, dashed: bool = False) -> None:
        from matplotlib.collections import LineCollection  # noqa: PLC0415

        style = (0, (2, 2)) if dashed else "solid"
        self._axes.add_collection(
            LineCollection(
                list(ends),
                colors=colour,
                linewidths=width / POINT,
                linestyles=[style],
                capstyle="butt" if dashed else "round",
            )
        )

    def foot(self, left: str, right: str) -> None:
        self.write(MARGIN, MARGIN * 0.55, left, 2.6, color=SOFT)
        self.write(WIDTH - MARGIN, MARGIN * 0.55, right, 2.6, color=SOFT, ha="right")
