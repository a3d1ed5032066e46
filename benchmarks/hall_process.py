"""A real hall in its own process."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self


def come_first(task: int, priority: int = 1) -> None:
    """Run this thread before other programs, if the system allows it, so that measurements are of the hall
    alone. Threads that it starts do not inherit this."""
    first = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
    with suppress(PermissionError):
        os.sched_setscheduler(task, first, os.sched_param(priority))


class HallProcess:
    """A running server that can be killed and restarted with the same data."""

    def __init__(self, folder: Path, *args: str, core: int | None = None, port: int = 0) -> None:
        self._folder = folder
        self._args = args
        self._core = core
        self._process: subprocess.Popen[str] | None = None
        self.port = port
        self.stderr: IO[str] | None = None
        """Where its warnings go; None for our own standard error."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Start, and wait until the hall is open. A restart uses the same port."""
        self._process = subprocess.Popen(
            self._command(),
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.heard(line)
            if found := re.search(r"open: http://[^ ]+:(\d+)", line):
                self.port = int(found[1])
                return self
        raise RuntimeError(f"the hall did not open (exit {self._process.wait()})")

    def heard(self, line: str) -> None:
        """Called with each line that the hall prints before it opens."""

    @property
    def _pinned(self) -> Sequence[str]:
        return ["taskset", "-c", str(self._core)] if self._core is not None else []

    def _command(self) -> Sequence[str]:
        serve = [sys.executable, "-m", "ukumbi", "serve", "--no-browser", "--no-limits"]
        return [*self._pinned, *serve, "--data", str(self._folder), "--port", str(self.port), *self._args]

    def kill(self) -> None:
        """End it at once, as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        if self._process is not None:
            self._process.send_signal(how)
        return self._ended()

    def _ended(self) -> int:
        if (process := self._process) is None:
            return 0
        assert process.stdout is not None
        code = process.wait()
        process.stdout.close()
        self._process = None
        return code

    def keep_apart(self, cores: Sequence[int]) -> None:
        """Keep only the event loop on its core; let bots and the writing thread use all. The hall has
        priority everywhere. Call this repeatedly: the hall starts workers and threads when needed."""
        tasks = Path(f"/proc/{self.pid}/task")
        with suppress(FileNotFoundError, ProcessLookupError):  # one has ended meanwhile
            for worker in (tasks / str(self.pid) / "children").read_text().split():
                os.sched_setaffinity(int(worker), cores)
            come_first(self.pid, priority=2)
            for thread in {int(task.name) for task in tasks.iterdir()} - {self.pid}:
                come_first(thread)
                os.sched_setaffinity(thread, cores)

    def memory(self) -> int:
        """The server's memory in bytes."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def forget_peak(self) -> None:
        """Measure the peak memory from now on."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def peak_memory(self) -> int:
        """The peak memory in bytes, since `forget_peak`."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
        assert found is not None
        return int(found[1]) * 1024

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
