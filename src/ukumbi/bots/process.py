"""A worker's process, and the line to it."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import Self


class WorkerProcess:
    """Killed when it is not needed any more. It ends by itself when its pipe is closed."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._process = process
        self.reader = reader
        self.writer = writer

    @classmethod
    async def launch(cls, modules: Sequence[str]) -> Self:
        """In a thread, where it takes a moment. The event loop's own way copies the whole hall first, and
        every table would wait for that."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = await asyncio.to_thread(_launch, modules, theirs)
            except OSError:
                ours.close()
                raise
        return cls(process, *await asyncio.open_unix_connection(sock=ours))

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()
        self.writer.close()

    async def wait(self) -> None:
        """Until it has ended."""
        await asyncio.to_thread(self._process.wait)


def _launch(modules: Sequence[str], line: socket.socket) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", "ukumbi.bots.worker", *modules],
        stdin=line.fileno(),
        stdout=line.fileno(),
        start_new_session=True,  # Ctrl-C in a terminal is for the hall, which ends its workers itself
    )
