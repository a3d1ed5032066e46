"""Whether a picture can be saved: better known before the work than after it."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ukumbi.core.errors import Refused

FORMATS: Final = (".png", ".svg", ".pdf")


def check_picture(path: Path) -> None:
    """Refuse a name that matplotlib cannot save to."""
    if path.suffix.lower() not in FORMATS:
        raise Refused("no_such_picture", file=path.name, known=list(FORMATS))
    if not path.absolute().parent.is_dir():
        raise Refused("no_such_folder", folder=f"{path.parent}")
    if find_spec("matplotlib") is None:
        raise Refused("needs_matplotlib", install="pip install 'ukumbi[plots]'")
