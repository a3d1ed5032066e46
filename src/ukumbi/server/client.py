"""The built web client: where it lies, and which build it is."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).parent / "client"
_BUILD: Final = re.compile(r'<meta name="build" content="([^"]+)"')


def served_build(client: Path = CLIENT) -> str | None:
    """The build that the page says it is of; one that was built under a running hall counts at once."""
    page = client / "index.html"
    try:
        return _build_in(page, page.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=4)
def _build_in(page: Path, _written: int) -> str | None:
    found = _BUILD.search(page.read_text(encoding="utf-8"))
    return found[1] if found else None
