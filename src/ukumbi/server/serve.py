"""Running the server: a free port, a browser where there is one, and a clean end."""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Literal

import uvicorn
from msgspec.structs import replace

from ukumbi.ledger import CannotOpen
from ukumbi.ledger.folder import open_folder
from ukumbi.server import supervisor
from ukumbi.server.api_games import EVERYWHERE
from ukumbi.server.app import HallServer
from ukumbi.server.http import HttpProtocol
from ukumbi.server.settings import Reach, Settings
from ukumbi.server.socket import SocketProtocol

REMEDY: Final = "Numba makes them stronger: pip install 'ukumbi[engine]'"
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
    """Whether a browser would open on a screen."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


async def _at_once() -> None: ...


class _Server(uvicorn.Server):
    """`handed`: where connections come from that a supervisor accepts."""

    def __init__(
        self,
        config: uvicorn.Config,
        started: Callable[[], None],
        metrics: "MetricsServer | None" = None,
        leave: Callable[[], Awaitable[None]] = _at_once,
        handed: socket.socket | None = None,
    ) -> None:
        super().__init__(config)
        self._handed = handed
        self._leave = leave
        self._taken: set[asyncio.Task[Any]] = set()
        self._when_started = started
        self._metrics = metrics

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._metrics is not None:
                await self._metrics.startup([self._metrics.listener])
            self._when_started()
            if self._handed is not None:
                asyncio.get_running_loop().add_reader(self._handed, self._take, self._handed)
                self._handed.send(supervisor.READY)

    def _take(self, handed: socket.socket) -> None:
        """Connections have come from the supervisor."""
        loop, connections = asyncio.get_running_loop(), supervisor.take(handed)
        if connections is None:  # it is gone
            loop.remove_reader(handed)
            self.should_exit = True
        for connection in connections or ():
            task = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._taken.add(task)
            task.add_done_callback(self._taken.discard)

    def _protocol(self) -> asyncio.Protocol:
        state, kind = self.server_state, self.config.http_protocol_class
        return kind(config=self.config, server_state=state, app_state=self.lifespan.state)  # type: ignore[call-arg]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._leave()
        if self._handed is not None:
            asyncio.get_running_loop().remove_reader(self._handed)
        if self._metrics is not None:
            await self._metrics.shutdown([self._metrics.listener])
        await super().shutdown(sockets)


class MetricsServer(uvicorn.Server):
    """The hall's metrics on a port of their own, in the same loop; it lives and ends with the hall."""

    def __init__(self, server: HallServer, listener: socket.socket) -> None:
        config = _config(server, server.metrics_app, ws="none", lifespan="off")
        config.load()
        super().__init__(config)
        self.lifespan = config.lifespan_class(config)
        self.listener = listener


def uvicorn_config(server: HallServer, loop: Literal["uvloop", "none"] = "none") -> uvicorn.Config:
    """In a loop that runs already, or one of its own."""
    given = {"limiter": server.limiter, "accept": staticmethod(server.accept_socket)}
    return _config(server, server.app, loop=loop, ws=type("HallSocket", (SocketProtocol,), given))


def _config(server: HallServer, app: Any, **wishes: Any) -> uvicorn.Config:
    given = {"limiter": server.limiter, "identify": server.identify}
    return uvicorn.Config(
        app,
        http=type("HallHttp", (HttpProtocol,), given),
        log_level="error",  # a request that is none is a stranger's fault, and fills no log
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=False,
        **wishes,
    )


def _url(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def serve(settings: Settings, say: Callable[[str], None]) -> None:
    """Run a hall until Ctrl-C or SIGTERM. Raises CannotOpen where the data folder does not allow it."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    if settings.database is not None:
        prepare_database(settings.database)
        (_supervise if settings.nodes > 1 else _serve)(settings, say)
    else:
        with open_folder(settings.data):
            _serve(settings, say)


def prepare_database(url: str) -> None:
    """Raises CannotOpen."""
    try:
        from ukumbi.ledger.postgres import prepare  # noqa: PLC0415  the driver is an extra
    except ImportError as fault:
        raise CannotOpen("--database needs its driver: pip install 'ukumbi[cluster]'") from fault
    asyncio.run(prepare(url))


def listed_nodes(url: str) -> list[tuple[str, int, int, float, float]]:
    """Each node's name, tables in play, tables in memory, age and seconds since its last renewal."""
    prepare_database(url)
    from ukumbi.ledger.life import list_nodes  # noqa: PLC0415  the driver is an extra

    return asyncio.run(list_nodes(url))


def _open_more_files() -> None:
    """As many as the system lets us have: every connection takes one."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  Windows has none

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _serve(settings: Settings, say: Callable[[str], None]) -> None:
    _open_more_files()
    handed = supervisor.handed()
    listeners = [] if handed is not None else [bind(settings.host, settings.port)]
    reach = Reach(settings.host, settings.port) if handed is not None else _reach(listeners[0])
    server = HallServer(settings, reach, one_request=handed is not None)
    metrics = None
    if settings.metrics is not None:
        reach = Reach.parse(settings.metrics)
        metrics = MetricsServer(server, bind(reach.host, reach.port))

    def started() -> None:
        if metrics is not None:
            say(f"Metrics: {_url(metrics.listener)}/metrics")
        for entry in server.hall.registry if server.hall else ():
            if entry.weaker:
                say(f"Weaker than they could be at {entry.game.name}: {', '.join(entry.weaker)}. {REMEDY}")
        if handed is None:
            _say_where(settings, listeners[0], say)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # uvicorn has closed the hall and sends the signal again
        config = uvicorn_config(server, loop="uvloop")
        _Server(config, started, metrics, server.leave, handed).run(sockets=listeners)


def _supervise(settings: Settings, say: Callable[[str], None]) -> None:
    _open_more_files()
    listener = bind(settings.host, settings.port)
    at = replace(settings, port=_reach(listener).port)
    asyncio.run(supervisor.Supervisor(at, listener).run(lambda: _say_where(settings, listener, say)))


def _reach(listener: socket.socket) -> Reach:
    host, port, *_ = listener.getsockname()
    return Reach(host, port)


def _say_where(settings: Settings, listener: socket.socket, say: Callable[[str], None]) -> None:
    page = _url(listener)
    if settings.port and _reach(listener).port != settings.port:
        say(f"Port {settings.port} is taken.")
    say(f"The hall is open: {page}")
    if settings.browser and can_show_pages():
        webbrowser.open(page)
