"""The colour of each piece. Two share a colour, the small one lighter; letters tell them apart."""

from typing import Final

INK: Final = "#2b2a28"
WHITE: Final = "#ffffff"

PAINT: Final = {
    "A": "#e2695b",
    "B": "#b7352b",
    "C": "#74b35f",
    "D": "#3a7d3d",
    "E": "#5b97cf",
    "F": "#2a5c99",
    "G": "#f4cd4a",
    "H": "#d99a17",
}
LEVEL_PAINT: Final = {1: "#5c9a4a", 2: "#e3b01f", 3: "#de7a2b", 4: "#bd3a31", 5: "#6b4b93"}
_DARK: Final = frozenset("BDF")


def ink_on(piece: str) -> str:
    """A readable letter colour for this piece."""
    return WHITE if piece in _DARK else INK


def shaded(paint: str, share: float) -> str:
    """Darker for a negative share, lighter for a positive one."""
    end = 255 if share > 0 else 0
    parts = (int(paint[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (end - part) * abs(share)):02x}" for part in parts)
