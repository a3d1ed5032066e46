"""Running the server: a free port, a browser where there is one, and a clean end."""

import errno
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal

import uvicorn

from ukumbi.ledger.folder import open_folder
from ukumbi.server.addresses import Reach
from ukumbi.server.app import SOCKET, HallServer, Settings
from ukumbi.server.http import http_class
from ukumbi.server.upgrade import protocol_class

PORTS: Final = 50
"""How many ports are tried after the first."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on this port, or on the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + PORTS if port else 1):
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as fault:
            listener.close()
            if candidate == port + PORTS - 1 or fault.errno != errno.EADDRINUSE:
                raise
        else:
            return listener
    raise AssertionError("the last port either binds or raises")


def can_show_pages() -> bool:
    """Whether a browser would open in front of somebody."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_started()


def uvicorn_config(server: HallServer, loop: Literal["uvloop", "none"] = "none") -> uvicorn.Config:
    """Uvicorn with our own HTTP and sockets; in a loop that runs already, or one of its own."""
    limits, limiter = server.settings.limits, server.limiter
    return uvicorn.Config(
        server.app,
        loop=loop,
        http=http_class(limits, limiter),
        ws=protocol_class(limits, limiter, server.proxies, server.accept_socket),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )


def serve(settings: Settings, host: str, port: int, say: Callable[[str], None], open_page: bool) -> None:
    """Run a hall until it is told to stop. Raises CannotOpen where the data folder does not allow it."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    with open_folder(settings.folder):
        _serve(settings, host, port, say, open_page)


def _serve(settings: Settings, host: str, port: int, say: Callable[[str], None], open_page: bool) -> None:
    listener = bind(host, port)
    address = listener.getsockname()
    shown = "127.0.0.1" if address[0] in ("0.0.0.0", "::") else address[0]  # noqa: S104
    page = f"http://{f'[{shown}]' if ':' in shown else shown}:{address[1]}"
    server = HallServer(settings, Reach(address[0], address[1]))

    def started() -> None:
        if port and address[1] != port:
            say(f"Port {port} is taken.")
        say(f"The hall is open: {page}")
        if open_page and can_show_pages():
            webbrowser.open(page)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # uvicorn has closed the hall and sends the signal again
        _Server(uvicorn_config(server, loop="uvloop"), started).run(sockets=[listener])


__all__ = ["SOCKET", "Settings", "bind", "serve"]
