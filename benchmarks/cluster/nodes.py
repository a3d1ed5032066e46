"""Real nodes on loopback, each with a relay between it and PostgreSQL."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from benchmarks.cluster.relay import DatabaseRelay
from benchmarks.hall_process import HallProcess
from benchmarks.postgres import Postgres

NAMES: Final = ("a", "b", "c")
LAUNCHER: Final = """\
import sys, time
off = float(sys.argv.pop(1))
seconds, nanoseconds = time.time, time.time_ns
time.time, time.time_ns = lambda: seconds() + off, lambda: nanoseconds() + int(off * 1e9)
from ukumbi.cli import main
main()
"""
"""Starts a node whose calendar is off."""


class Node(HallProcess):
    """One node; its lives follow one another, as under systemd."""

    def __init__(self, folder: Path, name: str, database: str, *args: str, clock_off: float = 0.0) -> None:
        super().__init__(folder, *args)
        self.name = name
        self.database = database
        """The address of the database, which may be that of a relay."""
        self._clock_off = clock_off
        self.stderr = (folder / f"{name}.log").open("a")

    def log(self) -> str:
        """Its warnings, of all lives."""
        return (self._folder / f"{self.name}.log").read_text()

    def _command(self) -> Sequence[str]:
        program = ["-c", LAUNCHER, str(self._clock_off)] if self._clock_off else ["-m", "ukumbi"]
        serve = ["serve", "--no-browser", "--no-limits", "--port", str(self.port)]
        return [
            *self._pinned,
            sys.executable,
            *program,
            *serve,
            *("--database", self.database, "--node", self.name),
            *self._args,
        ]

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        if self.stderr is not None:
            self.stderr.close()

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def tell_to_go(self) -> None:
        """As a host does before an upgrade; it goes on for a while."""
        os.kill(self.pid, signal.SIGTERM)

    def wait(self) -> int:
        """Wait for the end of this life; its exit code."""
        return self._ended()


class Cluster:
    """PostgreSQL, a database, and nodes; every node reaches the database through its own relay."""

    def __init__(
        self,
        folder: Path,
        *args: str,
        names: Iterable[str] = NAMES,
        clocks_off: Mapping[str, float] | None = None,
        settings: Sequence[str] = (),
    ) -> None:
        self.postgres = Postgres(*settings)
        self.folder = folder
        self.database = ""
        self.nodes: dict[str, Node] = {}
        self.relays: dict[str, DatabaseRelay] = {}
        self._names = tuple(names)
        self._args = args
        self._clocks_off = clocks_off or {}

    @property
    def url(self) -> str:
        """The database, reached directly."""
        return self.postgres.url(self.database)

    async def __aenter__(self) -> Self:
        try:
            await asyncio.to_thread(self.postgres.start)
            self.database = await asyncio.to_thread(self.postgres.new_database)
            for name in self._names:
                relay = self.relays[name] = await DatabaseRelay(self.postgres.port).open()
                address = self.postgres.url(self.database, relay.port)
                off = self._clocks_off.get(name, 0.0)
                self.nodes[name] = Node(self.folder, name, address, *self._args, clock_off=off)
            await asyncio.gather(*(self.start(name) for name in self._names))
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for node in self.nodes.values():
            node.__exit__()
        for relay in self.relays.values():
            await relay.close()
        self.postgres.__exit__()

    async def start(self, name: str) -> None:
        await asyncio.to_thread(self.nodes[name].start)

    async def ended(self, name: str) -> int:
        """Wait for the end of a node's life; its exit code."""
        return await asyncio.to_thread(self.nodes[name].wait)

    async def ask(self, statement: str) -> list[list[str]]:
        """Ask the database, past the relays."""
        return await asyncio.to_thread(self.postgres.ask, statement, self.database)

    async def owners(self) -> dict[str, str | None]:
        """The node that owns each table; None for a table of nobody."""
        rows = await self.ask(
            "SELECT t.id, n.name FROM tables t LEFT JOIN nodes n ON n.number = t.owner ORDER BY t.number"
        )
        return {table: name or None for table, name in rows}
