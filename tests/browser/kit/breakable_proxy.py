"""A TCP proxy between a browser and a hall that can hold back data or cut connections."""

import socket
from contextlib import suppress
from threading import Condition, Thread
from typing import Final, Self

CHUNK: Final = 1 << 16
Pair = tuple[socket.socket, socket.socket]
"""One connection: its sockets to the browser and to the hall."""


class BreakableProxy:
    """Forwards bytes both ways until a test holds or cuts them. Held data comes late, or never."""

    def __init__(self, port: int) -> None:
        self._hall = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._pairs: list[Pair] = []
        self._change = Condition()
        self._held = False
        self._down = False
        self._thread = Thread(target=self._admit, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def hold(self) -> None:
        """Hold back data from the hall; forward data from the browser."""
        with self._change:
            self._held = True

    def release(self) -> None:
        with self._change:
            self._held = False
            self._change.notify_all()

    def cut(self) -> None:
        """Break every connection, drop held data, and refuse new connections."""
        with self._change:
            self._down = True
            pairs, self._pairs = self._pairs, []
            self._change.notify_all()
        for pair in pairs:
            _break(*pair)

    def mend(self) -> None:
        with self._change:
            self._down = self._held = False

    def _admit(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            try:
                pair = browser, socket.create_connection(self._hall)
            except OSError:
                browser.close()
            else:
                self._connect(pair)

    def _connect(self, pair: Pair) -> None:
        with self._change:
            if self._down:
                _break(*pair)
                return
            self._pairs.append(pair)
        Thread(target=self._forward_requests, args=(pair,), daemon=True).start()
        Thread(target=self._forward_replies, args=(pair,), daemon=True).start()

    def _forward_requests(self, pair: Pair) -> None:
        browser, hall = pair
        with suppress(OSError):
            while chunk := browser.recv(CHUNK):
                hall.sendall(chunk)
        _break(*pair)

    def _forward_replies(self, pair: Pair) -> None:
        browser, hall = pair
        with suppress(OSError):
            while (chunk := hall.recv(CHUNK)) and self._may_pass(pair):
                browser.sendall(chunk)
        _break(*pair)

    def _may_pass(self, pair: Pair) -> bool:
        """Wait while data is held back; false if the connection was cut meanwhile."""
        with self._change:
            self._change.wait_for(lambda: pair not in self._pairs or not self._held)
            return pair in self._pairs

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        # A thread that waits in `accept` is not woken by `close` alone.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()


def _break(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
