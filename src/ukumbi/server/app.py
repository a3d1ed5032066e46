"""The web application: the client's files, the HTTP interface, and the socket's greeting."""

import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from picows import WSUpgradeRequest, WSUpgradeResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ukumbi.bots.pool import Pool
from ukumbi.core import Refused, load
from ukumbi.hall.botseats import BotSeats
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.people import People, read_secret
from ukumbi.hall.sqlite import SqliteLedger
from ukumbi.server.api import Api, refusal_answer
from ukumbi.server.guard import HEADERS, Doorkeeper, Limits, cookie_header, read_cookie, same_origin
from ukumbi.server.line import Line, refuse
from ukumbi.server.metrics import metrics_of
from ukumbi.server.socket import Conversation

LOGGER = logging.getLogger(__name__)
CLIENT: Final = Path(__file__).parent / "client"
"""The built web client."""
SOCKET: Final = "/ws"


class Settings(msgspec.Struct, frozen=True):
    """How a hall is run."""

    folder: Path
    """Where the ledger and the hall's secret are."""
    shelves: tuple[str, ...] = ("ukumbi.games",)
    """Modules that list games."""
    limits: Limits = Limits()
    bot_workers: int = max(1, (os.cpu_count() or 2) - 1)
    bot_patience: float = 20.0
    """Seconds a bot may think before its worker is replaced."""
    bot_pace: float = 1.0
    """How much of a person's time bots take; 0 lets them move at once."""


class Ukumbi:
    """One hall with its doors, from opening to closing."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.keeper = Doorkeeper(settings.limits)
        self.hall: Hall | None = None
        self.app = Starlette(
            routes=[Route("/", _page)],
            middleware=[Middleware(Door, keeper=self.keeper, house=self)],
            exception_handlers={Refused: _refused, 404: _not_found, 405: _not_found},
            lifespan=self._open,
        )

    @asynccontextmanager
    async def _open(self, app: Starlette) -> AsyncIterator[None]:
        settings = self.settings
        settings.folder.mkdir(parents=True, exist_ok=True)
        shelf, clock = load(settings.shelves), HallClock()
        ledger = SqliteLedger(settings.folder / "hall.sqlite")
        people = People(ledger, clock, read_secret(settings.folder / "secret.key"))
        pool = Pool(settings.shelves, settings.bot_workers, settings.bot_patience)
        hall = self.hall = Hall(shelf, ledger, clock, people, BotSeats(pool, settings.bot_pace))
        app.router.routes[:] = self._routes(hall)
        await hall.start()
        _calm_collector()
        yield
        await hall.close()

    def _routes(self, hall: Hall) -> list[Any]:
        routes: list[Any] = [*Api(hall, Lobby(hall), self.settings.limits).routes()]
        routes.append(Route("/metrics", metrics_of(hall)))
        if (CLIENT / "assets").is_dir():
            routes.append(Mount("/assets", StaticFiles(directory=CLIENT / "assets")))
        routes.append(Route("/{path:path}", _page))
        return routes

    def greet(self, request: WSUpgradeRequest, address: str) -> Line | WSUpgradeResponse:
        """Somebody asks for the socket."""
        headers = {name.lower(): value for name, value in request.headers.items()}
        if request.path.partition(b"?")[0] != SOCKET.encode():
            return refuse(404, "not_found")
        if not same_origin(headers):
            return refuse(403, "from_elsewhere")
        hall = self.hall
        if hall is None or not self.keeper.open_line(address):
            return refuse(429, "slow_down")
        person = hall.people.recognise(read_cookie(headers.get("cookie"))) or hall.people.greet()[0]
        limits = self.settings.limits
        return Line(
            limits,
            answer=lambda line: Conversation(hall, line, limits, person),
            gone=lambda: self.keeper.close_line(address),
        )


def _calm_collector() -> None:
    """Values here hold no cycles: look for some rarely, and never among what is there from the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class Door:
    """Before any page or request: limits, origin, who it is; afterwards the headers."""

    def __init__(self, app: ASGIApp, keeper: Doorkeeper, house: Ukumbi) -> None:
        self._app = app
        self._keeper = keeper
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        token = self._recognise(request)
        cookie = cookie_header(token, request.url.scheme == "https") if token else None

        async def send_dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(message, request.url.path, cookie)
            await send(message)

        refusal = self._refusal(request)
        if refusal is None:
            try:
                await self._app(scope, receive, send_dressed)
            except Exception:
                LOGGER.exception("%s %s failed", request.method, request.url.path)
                refusal = Refused("unknown")
        if refusal is not None:
            await refusal_answer(refusal)(scope, receive, send_dressed)

    def _recognise(self, request: Request) -> str | None:
        """Note who it is; a token for somebody new."""
        hall = self._house.hall
        assert hall is not None
        person, token = hall.people.recognise(read_cookie(request.headers.get("cookie"))), None
        if person is None:
            person, token = hall.people.greet()
        request.state.person = person
        return token

    def _refusal(self, request: Request) -> Refused | None:
        address = request.client.host if request.client else ""
        if request.url.path.startswith("/api") and not self._keeper.admits(address):
            return Refused("slow_down")
        if request.method not in ("GET", "HEAD") and not same_origin(request.headers):
            return Refused("from_elsewhere")
        return None


def _dress(message: Message, path: str, cookie: str | None) -> None:
    headers = message["headers"]
    headers.extend((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
    cache = b"public, max-age=31536000, immutable" if path.startswith("/assets/") else b"no-cache"
    headers.append((b"cache-control", cache))
    if cookie is not None:
        headers.append((b"set-cookie", cookie.encode()))


async def _page(request: Request) -> Response:
    """The client's own files by name, and its page for every other path."""
    path = request.path_params.get("path", "")
    if path.startswith("api/"):
        return refusal_answer(Refused("not_found"))
    own = {file.name: file for file in CLIENT.iterdir() if file.is_file()} if CLIENT.is_dir() else {}
    if page := own.get(path) or own.get("index.html"):
        return FileResponse(page)
    return Response("The web client is not built: make client", 503, media_type="text/plain")


async def _refused(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return refusal_answer(refusal)


async def _not_found(_: Request, __: Exception) -> Response:
    return refusal_answer(Refused("not_found"))
