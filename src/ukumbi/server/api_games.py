"""HTTP: the games, how positions look, analyses and hints, and where other devices find the hall."""

import asyncio
import socket
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route

from ukumbi.bots.analyst import Analysis, Hint
from ukumbi.core import Refused
from ukumbi.hall.analysis import EFFORT_SECONDS, Analyses, AnalysisClient
from ukumbi.hall.hall import Hall
from ukumbi.server.bodies import Addresses
from ukumbi.server.cards import game_card
from ukumbi.server.http import limited
from ukumbi.server.identify import Caller, is_loopback
from ukumbi.server.limits import Limiter
from ukumbi.server.settings import Reach

COMMAND: Final = "ukumbi serve --host 0.0.0.0"
"""Opens a hall for the whole network."""
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104, it is only compared with
FAR_AWAY: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""A reserved public address, and one of each kind of private network."""
MAX_POSITION_LENGTH: Final = 1000
DEFAULT_EFFORT: Final = "1"
T = TypeVar("T")


class GamesApi:
    def __init__(self, hall: Hall, analyses: Analyses, limiter: Limiter, reach: Reach) -> None:
        self._hall = hall
        self._analyses = analyses
        self._limiter = limiter
        self._reach = reach
        self._games = msgspec.Raw(msgspec.json.encode([game_card(entry) for entry in hall.registry]))

    def routes(self) -> list[Route]:
        route = partial(limited, self._limiter)
        return [
            route("/games", "GET", self.games),
            route("/games/{game}/position", "GET", self.position),
            route("/addresses", "GET", self.addresses),
            route("/games/{game}/analysis", "GET", self.analysis, cost=2, thinks=True),
            route("/tables/{table}/hint", "POST", self.hint, cost=2, thinks=True),
        ]

    async def games(self, _: Request) -> msgspec.Raw:
        return self._games

    async def addresses(self, request: Request) -> Addresses:
        """Where other devices find the hall, for a page that was opened where only this machine finds it."""
        if not is_loopback(request.url.hostname or ""):
            return Addresses(open=True, addresses=(), command=COMMAND)
        return Addresses(not is_loopback(self._reach.host), addresses_of(self._reach), COMMAND)

    async def position(self, request: Request) -> Any:
        """How a position looks: what a link to it shows."""
        game = self._hall.registry[request.path_params["game"]].game
        return game.view(game.from_position(request.query_params.get("at", "")[:MAX_POSITION_LENGTH]), None)

    async def analysis(self, request: Request) -> Analysis:
        asked = request.query_params
        at, effort = asked.get("at", "")[:MAX_POSITION_LENGTH], _effort(asked.get("effort", DEFAULT_EFFORT))
        game = request.path_params["game"]
        return await _unless_gone(request, self._analyse(request, game, at, effort))

    async def _analyse(self, request: Request, game: str, at: str, effort: int) -> Analysis:
        return await self._analyses.analyse(self._client(request), game, at, effort)

    async def hint(self, request: Request) -> Hint:
        return await _unless_gone(request, self._hint(request))

    async def _hint(self, request: Request) -> Hint:
        table = await self._hall.table(request.path_params["table"])
        return await self._analyses.hint(self._client(request), table)

    def _client(self, request: Request) -> AnalysisClient:
        caller: Caller = request.state.caller
        budget = self._limiter.budget("thought", caller.person if caller.known else None, caller.address)
        return AnalysisClient(caller.person, caller.address, budget)


def _effort(text: str) -> int:
    if text not in {str(effort) for effort in range(len(EFFORT_SECONDS))}:
        raise Refused("unexpected", reason=f"effort is a number from 0 to {len(EFFORT_SECONDS) - 1}")
    return int(text)


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result, unless the client closes the connection before."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def addresses_of(reach: Reach) -> tuple[str, ...]:
    """What to type on another device in the same network, the likeliest first."""
    if is_loopback(reach.host):
        return ()
    hosts = own_addresses() if reach.host in EVERYWHERE else [reach.host]
    return tuple(f"http://{f'[{host}]' if ':' in host else host}:{reach.port}" for host in hosts)


def own_addresses() -> list[str]:
    """The addresses from which this machine would talk to others. Nothing is sent, and no name looked up."""
    found: dict[str, None] = {}
    for address in FAR_AWAY:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect((address, 9))
            found[line.getsockname()[0]] = None
    return [host for host in found if not ip_address(host).is_loopback and host not in EVERYWHERE]
