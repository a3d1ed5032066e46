"""The web application: the client's files, the HTTP interface, and who may open a socket."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from picows import WSUpgradeRequest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from ukumbi.bots.pool import Pool
from ukumbi.core import Refused, Registry, load
from ukumbi.hall.analysis import Analyses
from ukumbi.hall.bots_and_clock import BotPlayers
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.nodes import Alone, LivesElsewhere
from ukumbi.hall.people import People
from ukumbi.ledger import Ledger
from ukumbi.ledger.folder import LEDGER, SECRET, read_secret
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server.api_games import GamesApi
from ukumbi.server.api_lessons import LessonsApi
from ukumbi.server.api_people import PeopleApi
from ukumbi.server.api_tables import TablesApi
from ukumbi.server.files import CLIENT, ClientFiles, Pages
from ukumbi.server.http import NODES, HttpMiddleware, peer_of, redirect, refusal_answer
from ukumbi.server.identify import Identify
from ukumbi.server.latency import proxy_latency
from ukumbi.server.limits import NO_LIMITS, Limiter, Limits
from ukumbi.server.metrics import alive, metrics_of, readiness_of
from ukumbi.server.session import Session
from ukumbi.server.settings import Reach, Settings
from ukumbi.server.socket import Connection, Crowd

LOGGER = logging.getLogger(__name__)
SOCKET: Final = "/ws"
ANALYSIS_TIMEOUT_SECONDS: Final = 180.0
"""That an analyst may take to answer: on a new machine its code is compiled first."""
GC_THRESHOLDS: Final = (1_000, 5, 500)
"""New objects before Python looks for cycles among them, and how seldom it looks further. By its own
thresholds that took 6 % of the time, and a full look 45 ms with 300 tables. Ours leave no cycles."""
SWITCH_INTERVAL_SECONDS: Final = 0.002
"""How long the writing thread waits for the interpreter lock while the event loop is busy without a pause. It
takes the lock several times for a commit, so Python's 5 ms were felt when many strangers asked for pages."""


class HallServer:
    """One hall and its web application, from opening to closing."""

    def __init__(
        self,
        settings: Settings,
        reach: Reach | None = None,
        limits: Limits | None = None,
        games: Sequence[str] = ("ukumbi.games",),
        one_request: bool = False,
    ) -> None:
        """`one_request`: on each connection, because the next may be for another node."""
        self.settings = settings
        self.one_request = one_request
        self._reach = reach or Reach("127.0.0.1", 0)
        self._modules = (*games, *settings.also)
        """That list games."""
        self.identify = Identify(settings.names, settings.behind_proxy, settings.proxies)
        self.limiter = Limiter(limits or (Limits() if settings.limits else NO_LIMITS))
        self.hall: Hall | None = None
        self._crowd = Crowd()
        self.metrics_app = Starlette(
            exception_handlers={Refused: _refused, 404: _not_found, 405: _not_found},
        )
        """For a port of its own: it serves nothing else."""
        self.app = Starlette(
            middleware=[
                Middleware(HttpMiddleware, server=self),
                Middleware(RequestBodyLimitMiddleware, max_body_size=self.limiter.limits.message_bytes),
            ],
            exception_handlers={
                Refused: _refused,
                LivesElsewhere: _elsewhere,
                404: _not_found,
                405: _not_found,
                413: _too_long,
            },
            lifespan=self._open,
        )

    @asynccontextmanager
    async def _open(self, app: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        registry = load(self._modules)
        ledger, clock, secret, nodes = await _foundation(settings, registry)
        people = People(ledger, clock, secret)
        pool = Pool(self._modules, settings.bot_workers, settings.bot_timeout)
        bots = BotPlayers(pool, settings.bot_pace)
        hall = self.hall = Hall(
            registry,
            ledger,
            clock,
            people,
            bots,
            settings.fair_order,
            int(settings.away_after * 1000),
            nodes,
        )
        timeout = max(ANALYSIS_TIMEOUT_SECONDS, settings.bot_timeout)
        analysts = Pool(self._modules, settings.analysts, timeout, spare=0)
        analyses = Analyses(hall, analysts)
        app.router.routes[:] = self._routes(hall, analyses)
        await hall.start()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        yield
        await analyses.close()
        await hall.close()

    async def leave(self) -> None:
        """Give this node's tables to others, while its sockets are open still."""
        if self.hall is not None:
            await self.hall.nodes.leave()

    def _routes(self, hall: Hall, analyses: Analyses) -> list[Any]:
        lobby = Lobby(hall, self.limiter.limits.open_tables)
        routes: list[Any] = [
            *TablesApi(hall, lobby, self.limiter).routes(),
            *PeopleApi(hall, lobby, self.limiter).routes(),
            *GamesApi(hall, analyses, self.limiter, self._reach).routes(),
            *LessonsApi(hall, self.limiter).routes(),
        ]
        apart, token = self.settings.metrics is not None, self.settings.metrics_token
        metrics = Route("/metrics", metrics_of(hall, token, apart))
        (self.metrics_app.routes if apart else routes).append(metrics)
        routes.append(Route("/healthz", alive))
        routes.append(Route("/readyz", readiness_of(hall)))
        if (CLIENT / "assets").is_dir():
            routes.append(Mount("/assets", ClientFiles(directory=CLIENT / "assets")))
        routes.append(Route("/api/{path:path}", _nothing))
        routes.append(Route("/{path:path}", Pages().answer))
        return routes

    def accept_socket(
        self, request: WSUpgradeRequest, headers: dict[str, str], transport: asyncio.Transport
    ) -> Connection:
        """Raises Refused where this caller gets no socket."""
        hall, peer = self.hall, peer_of(transport)
        if hall is None or request.path.partition(b"?")[0].decode("latin-1") not in _socket_paths(hall):
            raise Refused("not_found")
        token = self.identify.token(peer, headers) if hall.nodes.shared else None
        if token is not None and hall.people.must_look_up(token):
            hall.in_background(hall.people.look_up(token))
            raise Refused("not_written")  # it comes again soon
        caller = self.identify(hall.people, peer, headers)
        if not self.limiter.open_socket(transport, caller.address):
            raise Refused("slow_down")
        if caller.known:
            hall.addresses[caller.person] = caller.address
        budget = self.limiter.budget("messages", caller.person, caller.address)
        connection = Connection(
            self.limiter.limits,
            budget,
            self._crowd,
            lambda connection: Session(hall, connection, caller.person, self.limiter.entering),
        )
        if caller.forwarded:
            connection.meter.through_proxy(proxy_latency(headers))
        return connection


async def _foundation(settings: Settings, registry: Registry) -> tuple[Ledger, HallClock, str, Alone]:
    """The ledger, the hall's time and secret, and the nodes that share them."""
    if settings.database is None:
        settings.data.mkdir(parents=True, exist_ok=True)
        embedded = SqliteLedger(settings.data / LEDGER)
        clock = HallClock(await embedded.latest_instant())
        return embedded, clock, read_secret(settings.data / SECRET), Alone()
    from ukumbi.hall.cluster import Cluster  # noqa: PLC0415  the driver is an extra
    from ukumbi.ledger.postgres import PostgresLedger  # noqa: PLC0415

    versions = {entry.game.name: entry.game.version for entry in registry}
    ledger = await PostgresLedger.open(settings.database, settings.node, versions)
    nodes = Cluster(settings.database, ledger.life)
    return ledger, nodes.clock, await ledger.secret(), nodes


def _socket_paths(hall: Hall) -> tuple[str, ...]:
    return (SOCKET,) if hall.nodes.name is None else (SOCKET, f"{NODES}{hall.nodes.name}{SOCKET}")


async def _nothing(_: Request) -> Response:
    return refusal_answer(Refused("not_found"))


async def _refused(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refusal_answer(refusal)


async def _elsewhere(request: Request, there: Exception) -> Response:
    assert isinstance(there, LivesElsewhere)
    return redirect(request, there)


async def _not_found(_: Request, __: Exception) -> Response:
    return refusal_answer(Refused("not_found"))


async def _too_long(_: Request, __: Exception) -> Response:
    return refusal_answer(Refused("too_long"))
