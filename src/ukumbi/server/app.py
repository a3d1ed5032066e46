"""The web application: the client's files, the HTTP interface, and who may open a socket."""

import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from picows import WSUpgradeRequest, WSUpgradeResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from ukumbi.bots.pool import Pool
from ukumbi.core import Refused, load
from ukumbi.hall.absence import AWAY_MILLISECONDS
from ukumbi.hall.analysis import Analyses
from ukumbi.hall.bots_and_clock import BotPlayers
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.people import People
from ukumbi.ledger.folder import LEDGER, SECRET, read_secret
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server.addresses import Reach
from ukumbi.server.api import Api, refusal_answer
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.client import CLIENT
from ukumbi.server.collector import Collector
from ukumbi.server.connection import Connection, refuse
from ukumbi.server.files import ClientFiles, Pages
from ukumbi.server.health import alive, readiness_of
from ukumbi.server.limits import Limits
from ukumbi.server.metrics import metrics_of
from ukumbi.server.middleware import HttpMiddleware
from ukumbi.server.rate_limiter import RateLimiter
from ukumbi.server.scheduler import FairScheduler, Share
from ukumbi.server.security import is_called, read_cookie, same_origin
from ukumbi.server.session import Session
from ukumbi.server.study import StudyApi

LOGGER = logging.getLogger(__name__)
SOCKET: Final = "/ws"
NEWCOMER: Final = 0.0003
"""Seconds that somebody new counts as having had at the doors, about one request. With none they would come
before everybody who has ever called, for as long as there are others who are new."""
REQUESTS: Final = 2
"""Requests that are answered at once: more would only get into each other's way, and into that of moves."""
STUDY: Final = 180.0
"""Seconds that an analyst may take to answer: on a new machine its code is compiled first."""
SWITCH: Final = 0.00002
"""Seconds after which a thread makes room for another: the ledger must not wait long at every step."""


class Settings(msgspec.Struct, frozen=True):
    """How a hall is run."""

    folder: Path
    """Where the ledger and the hall's secret are."""
    modules: tuple[str, ...] = ("ukumbi.games",)
    """Modules that list games."""
    limits: Limits = Limits()
    bot_workers: int = max(1, (os.cpu_count() or 2) - 1)
    analysts: int = max(1, (os.cpu_count() or 2) // 4)
    """Positions that are analysed at once, besides what bots at tables think about."""
    bot_timeout: float = 20.0
    """Seconds a bot may think before its worker is replaced."""
    bot_pace: float = 1.0
    """How much of a person's time bots take; 0 lets them move at once."""
    fair_order: bool = True
    """Whether lag is evened out where everyone moves at once."""
    behind_proxy: bool = False
    """Whether a proxy stands in front, whose word for addresses, scheme and round trip is taken."""
    names: frozenset[str] = frozenset()
    """Host names by which the hall is called; without any, every name will do."""
    metrics_at: Reach | None = None
    """Where figures can be asked for, if not at the hall's own address."""
    metrics_token: str | None = None
    """What whoever asks for figures has to show."""
    away_after: float = AWAY_MILLISECONDS / 1000
    """Seconds after which somebody is taken to be away for longer."""


class HallServer:
    """One hall and its web application, from opening to closing."""

    def __init__(self, settings: Settings, reach: Reach | None = None) -> None:
        self.settings = settings
        self._reach = reach or Reach("127.0.0.1", 0)
        self.proxies = Proxies(settings.behind_proxy)
        self.limiter = RateLimiter(settings.limits, self.proxies)
        shares = settings.limits.shares
        self.scheduler = FairScheduler(shares.messages)
        """For what comes in over sockets, which waits for nothing but time."""
        self.doors = FairScheduler(shares.doors, ahead=0.0, stranger=NEWCOMER)
        """For connections that are opened, and requests that are read. Here and with requests nobody goes
        ahead: a hundred who each ask for little would take half of the time, and those who play wait. But of
        all who wait whoever is new comes first."""
        self.request_scheduler = FairScheduler(shares.requests, REQUESTS, ahead=0.0, stranger=NEWCOMER)
        self.hall: Hall | None = None
        self._show_figures: Callable[[Request], Awaitable[Response]] | None = None
        self.figures = Starlette(
            routes=[Route("/metrics", self._figures)],
            exception_handlers={Refused: _refused, 404: _not_found, 405: _not_found},
        )
        """For a port of its own: it serves nothing else."""
        self.app = Starlette(
            routes=[Route("/", Pages().answer)],
            middleware=[Middleware(HttpMiddleware, limiter=self.limiter, server=self)],
            exception_handlers={Refused: _refused, 404: _not_found, 405: _not_found},
            lifespan=self._open,
        )

    @asynccontextmanager
    async def _open(self, app: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        settings.folder.mkdir(parents=True, exist_ok=True)
        registry = load(settings.modules)
        ledger = SqliteLedger(settings.folder / LEDGER)
        clock = HallClock(await ledger.latest_instant())
        people = People(ledger, clock, read_secret(settings.folder / SECRET))
        pool = Pool(settings.modules, settings.bot_workers, settings.bot_timeout)
        bots = BotPlayers(pool, settings.bot_pace)
        hall = self.hall = Hall(
            registry, ledger, clock, people, bots, settings.fair_order, int(settings.away_after * 1000)
        )
        studying = Pool(settings.modules, settings.analysts, max(STUDY, settings.bot_timeout), spare=0)
        analyses = Analyses(hall, studying)
        app.router.routes[:] = self._routes(hall, analyses)
        await hall.start()
        collector = Collector(self.scheduler)
        collector.start()
        sys.setswitchinterval(SWITCH)
        yield
        collector.stop()
        await analyses.close()
        await hall.close()

    def _routes(self, hall: Hall, analyses: Analyses) -> list[Any]:
        lobby = Lobby(hall, self.settings.limits.open_tables)
        api = Api(hall, lobby, self.settings.limits, self._reach)
        study = StudyApi(hall, analyses, self.limiter)
        routes: list[Any] = [*api.routes(), *study.routes()]
        if self.settings.metrics_at is None:
            routes.append(Route("/metrics", metrics_of(hall, self.settings.metrics_token)))
        routes.append(Route("/healthz", alive))
        routes.append(Route("/readyz", readiness_of(hall)))
        if (CLIENT / "assets").is_dir():
            routes.append(Mount("/assets", ClientFiles(directory=CLIENT / "assets")))
        routes.append(Route("/api/{path:path}", _nothing))
        routes.append(Route("/{path:path}", Pages().answer))
        return routes

    async def _figures(self, request: Request) -> Response:
        assert self.hall is not None
        if self._show_figures is None:
            self._show_figures = metrics_of(self.hall, self.settings.metrics_token, apart=True)
        return await self._show_figures(request)

    def accept_socket(
        self, request: WSUpgradeRequest, headers: dict[str, str], address: str
    ) -> Connection | WSUpgradeResponse:
        """Somebody asks for the socket."""
        if request.path.partition(b"?")[0] != SOCKET.encode():
            return refuse(404, "not_found")
        if not is_called(headers.get("host", ""), self.settings.names):
            return refuse(421, "not_our_name")
        if not same_origin(headers):
            return refuse(403, "from_elsewhere")
        hall = self.hall
        if hall is None:
            return refuse(429, "slow_down")
        known = hall.people.tokens.recognise(read_cookie(headers.get("cookie"))[0])
        person = hall.people.newcomer()[0] if known is None else known.person
        if known is not None:
            hall.addresses[person] = caller_of(address)
        budget = self.limiter.messages(person, address)
        return Connection(
            self.settings.limits,
            Share(self.scheduler, caller_of(address)),
            self.limiter.extras(person, address),
            receiver=lambda connection: Session(hall, connection, budget, person),
        )


async def _nothing(_: Request) -> Response:
    return refusal_answer(Refused("not_found"))


async def _refused(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refusal_answer(refusal)


async def _not_found(_: Request, __: Exception) -> Response:
    return refusal_answer(Refused("not_found"))
