"""Server processes on one core, and their CPU time and memory."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path(__file__).resolve().parents[2]
CORES: Final = sorted(os.sched_getaffinity(0))
SERVER_CORE: Final = CORES[0]
LOAD_CORE: Final = CORES[min(1, len(CORES) - 1)]
TICK_SECONDS: Final = 1 / os.sysconf("SC_CLK_TCK")
NICE: Final = -15
"""A higher priority than other programs, if the system allows it."""
NO_LIMITS: Final = ("--no-limits", "--open-gates")
"""Options that switch off all limits, in this version and earlier ones."""
FILES: Final = 65_536


def come_first() -> None:
    """Get priority and enough open files. Runs in a child before its program starts."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, NICE)
        Path("/proc/self/autogroup").write_text(str(NICE))  # the session's, if sessions share cores evenly
    allow_files(FILES)


def allow_files(wanted: int) -> int:
    """Raise the limit of open files as far as allowed; return it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit in (max(hard, wanted), hard):
        with suppress(ValueError, PermissionError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, limit), limit))
            break
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Server:
    """A process that prints `open: http://...:PORT` when it is ready."""

    def __init__(
        self, command: Sequence[str | Path], folder: Path, settings: Mapping[str, str] | None = None
    ) -> None:
        self._command, self._folder = command, folder
        self._settings = {**os.environ, **(settings or {})}
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        pinned = ["taskset", "-c", str(SERVER_CORE), *map(str, self._command)]
        self._process = subprocess.Popen(
            pinned,
            stdout=subprocess.PIPE,
            text=True,
            cwd=self._folder,
            env=self._settings,
            start_new_session=True,
            preexec_fn=come_first,  # noqa: PLW1509, no thread runs here yet
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"open: http://[^ ]+:(\d+)", line):
                self.port = int(found[1])
                return self
        raise RuntimeError(f"the server did not open (exit {self._process.wait()})")

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    @property
    def _proc(self) -> Path:
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}")

    def cpu_seconds(self) -> float:
        """CPU seconds of its threads so far."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * TICK_SECONDS

    def memory(self) -> int:
        """Its memory in bytes."""
        return int((self._proc / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def with_source(tree: Path) -> dict[str, str]:
    """An environment in which Python uses the package of this source tree and our benchmarks."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), str(ROOT)]), "COLUMNS": "200"}


def hall(folder: Path, source: Path = ROOT, *also: str) -> Server:
    """A real hall from this source tree, without limits."""
    settings = with_source(source)
    program = [sys.executable, "-m", "ukumbi", "serve"]
    helped = subprocess.run(
        [*program, "--help"],
        cwd=folder,
        env=settings,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    unlimited = next(flag for flag in NO_LIMITS if flag in helped)
    data = ["--data", str(folder / "data"), "--port", "0", "--no-browser", unlimited]
    return Server([*program, *data, *(part for name in also for part in ("--also", name))], folder, settings)


def bare_line(folder: Path, game: str) -> Server:
    command = [sys.executable, "-m", "benchmarks.bare_line", game, str(folder / "events.db")]
    return Server(command, folder, with_source(ROOT))
