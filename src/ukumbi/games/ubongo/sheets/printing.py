"""Saves a sheet as one PDF, or as an SVG file for each page."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ukumbi.games.ubongo.boards import Board
from ukumbi.games.ubongo.reading import InputError
from ukumbi.games.ubongo.sheets.answers import SOLVED_A_PAGE, draw_answers
from ukumbi.games.ubongo.sheets.cards import BOARDS_A_PAGE, cell_size, draw_cards
from ukumbi.games.ubongo.sheets.paper import Page
from ukumbi.games.ubongo.sheets.sheet import Sheet

Numbered = Sequence[tuple[int, Board]]
FORMS: Final = (".pdf", ".svg")
_STEADY: Final[dict[Any, Any]] = {"svg.hashsalt": "ukumbi", "svg.fonttype": "path", "pdf.fonttype": 42}
"""Settings that make files reproducible."""


def check(path: Path) -> None:
    """Refuse a path that no sheet can be saved to."""
    if path.suffix.lower() not in FORMS:
        raise InputError(f"{path.name!r} is no sheet; its name must end in one of: {', '.join(FORMS)}")
    if not path.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r}")
    if find_spec("matplotlib") is None:
        raise InputError("a sheet needs matplotlib: pip install 'ukumbi[plots]'")


def save(sheet: Sheet, path: Path) -> list[Path]:
    """Save one file, or one for each page, without a date."""
    from matplotlib import rc_context  # noqa: PLC0415  only who prints needs it
    from matplotlib.backends.backend_pdf import PdfPages  # noqa: PLC0415

    with rc_context(_STEADY):
        drawn = pages(sheet)
        if path.suffix.lower() == ".svg":
            paths = [path.with_stem(f"{path.stem}-{number}") for number in range(1, len(drawn) + 1)]
            for one, page in zip(paths, drawn, strict=True):
                page.figure.savefig(one, metadata={"Date": None, "Creator": None})
            return paths
        about: dict[str, Any] = {"Title": f"Ubongo 3-D, level {sheet.level}", "CreationDate": None}
        with PdfPages(path, metadata=about) as file:
            for page in drawn:
                file.savefig(page.figure)
    return [path]


def pages(sheet: Sheet) -> list[Page]:
    """Pages of three boards, then all solutions."""
    numbered, cell = list(enumerate(sheet.boards, 1)), cell_size(sheet)
    drawn = [
        *(draw_cards(part, cell) for part in _parts(numbered, BOARDS_A_PAGE)),
        *(draw_answers(part) for part in _parts(numbered, SOLVED_A_PAGE)),
    ]
    for number, page in enumerate(drawn, 1):
        page.foot(f"{sheet.command}; cells of {cell:g} mm", f"{number} / {len(drawn)}")
    return drawn


def _parts(numbered: Numbered, most: int) -> list[Numbered]:
    return [numbered[at : at + most] for at in range(0, len(numbered), most)]
