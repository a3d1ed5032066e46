"""A real hall in a process of its own, to measure and to torment."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self


class HallProcess:
    """A running server. Killed and started again, it finds its data where it left it."""

    def __init__(self, folder: Path, *args: str, core: int | None = None, port: int = 0) -> None:
        self._folder = folder
        self._args = args
        self._core = core
        self._process: subprocess.Popen[str] | None = None
        self.port = port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Returns once the hall is open; a second start takes the same port again."""
        self._process = subprocess.Popen(
            self._command(), stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.heard(line)
            if found := re.search(r"open: http://[^ ]+:(\d+)", line):
                self.port = int(found[1])
                return self
        raise RuntimeError(f"the hall did not open (exit {self._process.wait()})")

    def heard(self, line: str) -> None:
        """What the hall says before it opens."""

    def _command(self) -> Sequence[str]:
        pinned = ["taskset", "-c", str(self._core)] if self._core is not None else []
        serve = [sys.executable, "-m", "ukumbi", "serve", "--no-browser", "--open-gates"]
        return [*pinned, *serve, "--data", str(self._folder), "--port", str(self.port), *self._args]

    def kill(self) -> None:
        """As if the power had failed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As with Ctrl-C; the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        assert process.stdout is not None
        process.send_signal(how)
        code = process.wait()
        process.stdout.close()
        return code

    def move_workers(self, core: int) -> None:
        """Where its bots think. They begin where the hall runs, and as a thought of theirs knows no pauses,
        the hall would wait there for the next tick of the system's clock."""
        for worker in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split():
            with suppress(ProcessLookupError):  # it has ended in between
                os.sched_setaffinity(int(worker), {core})

    def memory(self) -> int:
        """Bytes of memory that the server holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
