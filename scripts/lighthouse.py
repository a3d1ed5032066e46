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
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import webclient

from benchmarks.hall_process import HallProcess
from ukumbi.core import Entry, Registry
from ukumbi.games import GAMES

HERE = Path(__file__).resolve().parent / "lighthouse"
REPORTS = webclient.ROOT / "test-results" / "lighthouse"
REGISTRY = Registry(GAMES)
START = "start"
LEAST = 95
SCORES = ("performance", "accessibility", "practices", "seo")
FIGURES = ("FCP s", "LCP s", "  CLS", "TBT ms", "   KB", "files", "speed")
"""The last one is how fast this machine was at that moment: below 1000 it was busy, and times mean little."""
FULLER: dict[str, tuple[int, dict[str, str]]] = {
    "ukuma": (2, {"size": "dining", "white": "first"}),
    "zuma": (6, {}),
}
"""Where another table than that of a first game has more to draw: for how many, and with which options."""
IN_PLAY: dict[str, str] = {"ukuma": '[data-phase="playing"]'}


def chromium() -> str:
    named = webclient.ROOT / ".venv" / ".chromium"
    found = os.environ.get("UKUMBI_CHROMIUM") or webclient.read(named).strip() or shutil.which("chromium")
    if not found:
        sys.exit("No Chromium: make browser")
    return found


def table_of(entry: Entry) -> dict[str, Any]:
    """A first game against gentle bots, for the fewest but not alone; or a fuller one."""
    game = entry.game
    seats, more = FULLER.get(game.name, (max(2, game.seats.start), {}))
    others = [entry.first.level] * (seats - 1)
    options = {**entry.first.options, **more}
    return {"game": game.name, "others": others, "options": options, "watch": "link"}


def page(hall: HallProcess, name: str) -> dict[str, Any]:
    form = None if name == START else table_of(REGISTRY[name])
    return {
        "name": name,
        "hall": hall.url,
        "form": form,
        "ready": IN_PLAY.get(name),
        "report": str(REPORTS / f"{name}.html"),
    }


def measure(names: list[str]) -> list[dict[str, Any]]:
    REPORTS.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, HallProcess(Path(folder)) as hall:
        wanted, results = Path(folder) / "pages.json", Path(folder) / "results.json"
        wanted.write_text(json.dumps([page(hall, name) for name in names]))
        webclient.node(HERE / "measure.mjs", wanted, results, folder=HERE, CHROME_PATH=chromium())
        measured: list[dict[str, Any]] = json.loads(results.read_text())
    return measured


def row(measured: dict[str, Any]) -> str:
    figures = measured["figures"]
    cells = [
        *map(str, measured["scores"]),
        *(f"{(figures[name] or 0) / 1000:.1f}" for name in ("fcp", "lcp")),
        f"{figures['cls'] or 0:.3f}",
        f"{figures['tbt'] or 0:.0f}",
        f"{(figures['bytes'] or 0) / 1000:.0f}",
        str(measured["files"]),
        f"{measured['speed']:.0f}",
    ]
    return line(measured["name"], cells)


def line(name: str, cells: list[str]) -> str:
    columns = zip(cells, (*SCORES, *FIGURES), strict=True)
    return f"{name:<8}" + "".join(f"{cell:>{len(column) + 2}}" for cell, column in columns)


def main(names: list[str]) -> None:
    webclient.install(HERE)
    pages = measure(names or [START, *(entry.game.name for entry in REGISTRY)])
    print(line("", [*SCORES, *FIGURES]))
    for measured in pages:
        print(row(measured))
    poor = [measured for measured in pages if min(measured["scores"]) < LEAST]
    for measured in poor:
        why = measured["failed"] or [measured["error"]]
        print(f"\n{measured['name']} is below {LEAST}:", *why, sep="\n  ")
    print(f"\nReports: {REPORTS.relative_to(webclient.ROOT)}/")
    sys.exit(1 if poor else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
