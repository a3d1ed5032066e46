"""A line that can be held back or cut: it stands between a browser and a hall, on the loopback."""

import socket
from contextlib import suppress
from threading import Condition, Thread
from typing import Final, Self

CHUNK: Final = 1 << 16
Pair = tuple[socket.socket, socket.socket]
"""A connection: its end at the browser, and its end at the hall."""


class FickleLine:
    """Carries bytes both ways until a test holds or cuts it; what it holds back comes late, or never."""

    def __init__(self, port: int) -> None:
        self._hall = ("127.0.0.1", port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._pairs: list[Pair] = []
        self._change = Condition()
        self._held = False
        self._down = False
        self._keeper = Thread(target=self._admit, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def hold(self) -> None:
        """What the hall says waits; what the browser says goes through."""
        with self._change:
            self._held = True

    def release(self) -> None:
        with self._change:
            self._held = False
            self._change.notify_all()

    def cut(self) -> None:
        """Every connection breaks, what was held is lost, and no new connection comes through."""
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
                browser, _ = self._door.accept()
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
        Thread(target=self._ask, args=(pair,), daemon=True).start()
        Thread(target=self._answer, args=(pair,), daemon=True).start()

    def _ask(self, pair: Pair) -> None:
        browser, hall = pair
        with suppress(OSError):
            while chunk := browser.recv(CHUNK):
                hall.sendall(chunk)
        _break(*pair)

    def _answer(self, pair: Pair) -> None:
        browser, hall = pair
        with suppress(OSError):
            while (chunk := hall.recv(CHUNK)) and self._may_pass(pair):
                browser.sendall(chunk)
        _break(*pair)

    def _may_pass(self, pair: Pair) -> bool:
        """Waits while the line is held; false if it was cut meanwhile."""
        with self._change:
            self._change.wait_for(lambda: pair not in self._pairs or not self._held)
            return pair in self._pairs

    def __enter__(self) -> Self:
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        # A thread that waits in `accept` is not woken by `close` alone.
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._keeper.join()


def _break(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
