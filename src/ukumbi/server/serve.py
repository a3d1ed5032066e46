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
from pathlib import Path
from typing import Any, Final, Literal

import uvicorn

from ukumbi.ledger.folder import open_folder
from ukumbi.server.acceptor import Acceptor
from ukumbi.server.addresses import EVERYWHERE, Reach
from ukumbi.server.app import SOCKET, HallServer, Settings
from ukumbi.server.http import TOO_MANY, http_class
from ukumbi.server.piecemeal import Piecemeal
from ukumbi.server.upgrade import protocol_class

REMEDY: Final = "Numba makes them stronger: pip install 'ukumbi[engine]'"
FILES: Final = 10_000
"""More than all connections that may be open at once."""
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


class _Accepting(uvicorn.Server):
    """Uvicorn, with connections taken in by an acceptor."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        protocol: Any = self.config.http_protocol_class
        acceptors: list[Any] = [
            Acceptor(listener, protocol.limiter, protocol.proxies, protocol.doors, self._protocol, TOO_MANY)
            for listener in sockets or ()
        ]
        self.servers = acceptors

    def _protocol(self, line: socket.socket) -> Piecemeal:
        protocol: Any = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        protocol.line = line
        return Piecemeal(protocol)


class _Server(_Accepting):
    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], figures: "Figures | None" = None
    ) -> None:
        super().__init__(config)
        self._when_started = started
        self._figures = figures

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._figures is not None:
                await self._figures.startup([self._figures.listener])
            self._when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._figures is not None:
            await self._figures.shutdown([self._figures.listener])
        await super().shutdown(sockets)


class Figures(_Accepting):
    """The hall's figures on a port of their own, in the same loop; it lives and ends with the hall."""

    def __init__(self, server: HallServer, listener: socket.socket) -> None:
        config = uvicorn.Config(
            server.figures,
            http=http_class(server.settings.limits, server.limiter, server.proxies, server.doors),
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
        )
        config.load()
        super().__init__(config)
        self.lifespan = config.lifespan_class(config)
        self.listener = listener


def uvicorn_config(server: HallServer, loop: Literal["uvloop", "none"] = "none") -> uvicorn.Config:
    """Uvicorn with our own HTTP and sockets; in a loop that runs already, or one of its own."""
    limits, limiter = server.settings.limits, server.limiter
    return uvicorn.Config(
        server.app,
        loop=loop,
        http=http_class(limits, limiter, server.proxies, server.doors),
        ws=protocol_class(limits, limiter, server.proxies, server.accept_socket),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
    )


def _url(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def serve(settings: Settings, host: str, port: int, say: Callable[[str], None], open_page: bool) -> None:
    """Run a hall until it is told to stop. Raises CannotOpen where the data folder does not allow it."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    with open_folder(settings.folder):
        _serve(settings, host, port, say, open_page)


def _open_more_files() -> None:
    """As many as the system lets us have: every connection takes one.

    Linux doubles its list of our files whenever it is full, and stops the whole loop for that: for ten
    milliseconds, while hundreds come in. So we let it be long enough from the start.
    """
    with suppress(ImportError, OSError, ValueError):
        import fcntl  # noqa: PLC0415  Windows has none
        import resource  # noqa: PLC0415

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        with Path(os.devnull).open() as nothing:
            os.close(fcntl.fcntl(nothing, fcntl.F_DUPFD_CLOEXEC, min(FILES, most - 1)))


def _serve(settings: Settings, host: str, port: int, say: Callable[[str], None], open_page: bool) -> None:
    _open_more_files()
    listener = bind(host, port)
    address, page = listener.getsockname(), _url(listener)
    server = HallServer(settings, Reach(address[0], address[1]))
    figures = None
    if settings.metrics_at is not None:
        figures = Figures(server, bind(settings.metrics_at.host, settings.metrics_at.port))

    def started() -> None:
        if port and address[1] != port:
            say(f"Port {port} is taken.")
        if figures is not None:
            say(f"Its figures: {_url(figures.listener)}/metrics")
        for entry in server.hall.registry if server.hall else ():
            if entry.weaker:
                say(f"Weaker than they could be at {entry.game.name}: {', '.join(entry.weaker)}. {REMEDY}")
        say(f"The hall is open: {page}")
        if open_page and can_show_pages():
            webbrowser.open(page)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # uvicorn has closed the hall and sends the signal again
        _Server(uvicorn_config(server, loop="uvloop"), started, figures).run(sockets=[listener])


__all__ = ["SOCKET", "Settings", "bind", "serve"]
