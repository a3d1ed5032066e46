"""Lighthouse with its phone profile, on the start page and on a table of each game in play.

    python scripts/lighthouse.py            every page
    python scripts/lighthouse.py ukuma      only these: start, or a game's name

A hall of its own is opened on the loopback. Lighthouse weighs 180 MB, so it is installed when it is first
asked for, beside its package.json. The reports go to test-results/lighthouse/.
"""

import json
import os
import shutil
import sys
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import webclient

from ukumbi.lab.hall_process import HallProcess

HERE = Path(__file__).resolve().parent / "lighthouse"
REPORTS = webclient.ROOT / "test-results" / "lighthouse"
LEAST = 95
SCORES = ("performance", "accessibility", "practices", "seo")
FIGURES = ("FCP s", "LCP s", "  CLS", "TBT ms", "   KB", "files", "speed")
"""The last one is how fast this machine was at that moment: below 1000 it was busy, and times mean little."""
TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "rukuni": ("novice", {"white": "first"}),
    "unikato": ("novice", {"starter": "first"}),
    "ukuma": ("child", {"size": "dining", "white": "first"}),
}
"""For each game a gentle bot and the options with which the person begins."""
IN_PLAY = {"ukuma": '[data-phase="playing"]'}
RUNS = 3


def chromium() -> str:
    named = webclient.ROOT / ".venv" / ".chromium"
    found = os.environ.get("UKUMBI_CHROMIUM") or webclient.read(named).strip() or shutil.which("chromium")
    if not found:
        sys.exit("No Chromium: make browser")
    return found


def visit(hall: HallProcess, name: str) -> dict[str, str]:
    return set_up(hall, name) if name in TABLES else {"url": f"{hall.url}/"}


def set_up(hall: HallProcess, game: str) -> dict[str, str]:
    """A table against a bot, and the cookie of who sits there."""
    level, options = TABLES[game]
    form = {"game": game, "others": [level], "options": options, "watch": "link"}
    request = urllib.request.Request(  # noqa: S310
        f"{hall.url}/api/tables", json.dumps(form).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        table, cookie = json.load(answer)["table"], answer.headers["set-cookie"].split(";")[0]
    ready = IN_PLAY.get(game, '[data-status="playing"]')
    return {"url": f"{hall.url}/t/{table}", "cookie": cookie, "ready": ready}


def measure(names: list[str]) -> list[dict[str, Any]]:
    REPORTS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
        pages = [
            {
                "name": name,
                "report": str(REPORTS / f"{name}.html"),
                # A table for each run: in a real-time game the bot goes on.
                "visits": [visit(hall, name) for _ in range(RUNS)],
            }
            for name in names
        ]
        wanted, results = Path(folder) / "pages.json", Path(folder) / "results.json"
        wanted.write_text(json.dumps(pages))
        webclient.node(HERE / "measure.mjs", wanted, results, folder=HERE, CHROME_PATH=chromium())
        measured: list[dict[str, Any]] = json.loads(results.read_text())
    return measured


def row(page: dict[str, Any]) -> str:
    figures = page["figures"]
    cells = [
        *map(str, page["scores"]),
        *(f"{(figures[name] or 0) / 1000:.1f}" for name in ("fcp", "lcp")),
        f"{figures['cls'] or 0:.3f}",
        f"{figures['tbt'] or 0:.0f}",
        f"{(figures['bytes'] or 0) / 1000:.0f}",
        str(page["files"]),
        f"{page['speed']:.0f}",
    ]
    return line(page["name"], cells)


def line(name: str, cells: list[str]) -> str:
    columns = zip(cells, (*SCORES, *FIGURES), strict=True)
    return f"{name:<8}" + "".join(f"{cell:>{len(column) + 2}}" for cell, column in columns)


def main(names: list[str]) -> None:
    webclient.install(HERE)
    pages = measure(names or ["start", *TABLES])
    print(line("", [*SCORES, *FIGURES]))
    for page in pages:
        print(row(page))
    poor = [page for page in pages if min(page["scores"]) < LEAST]
    for page in poor:
        print(f"\n{page['name']} is below {LEAST}:", *(page["failed"] or [page["error"]]), sep="\n  ")
    print(f"\nReports: {REPORTS.relative_to(webclient.ROOT)}/")
    sys.exit(1 if poor else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
