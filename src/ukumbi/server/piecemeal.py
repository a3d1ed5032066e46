"""Reads a little at a time: what is longer waits in the kernel until it is its turn."""

import asyncio
from typing import ClassVar, Final

from ukumbi.server.http import HttpProtocol

PIECE: Final = 4096
"""Bytes that are read at once, and kept until it is their turn."""


class Piecemeal(asyncio.BufferedProtocol):
    """Hands a connection what comes in a little at a time: a loop would read all that there is, and everybody
    could have us keep a quarter of a megabyte."""

    _room: ClassVar = memoryview(bytearray(PIECE))
    """One for all: what is in it is handed on at once."""

    def __init__(self, protocol: HttpProtocol) -> None:
        self._protocol = protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._protocol.connection_made(transport)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        self._protocol.data_received(bytes(self._room[:nbytes]))

    def eof_received(self) -> None:
        self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
