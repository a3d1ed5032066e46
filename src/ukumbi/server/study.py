"""HTTP for those who study: analyses of positions, and hints in games against bots."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.routing import Route

from ukumbi.bots.analyst import Analysis, Hint
from ukumbi.core import Refused
from ukumbi.hall.analysis import EFFORTS, Analyses, Student
from ukumbi.hall.hall import Hall
from ukumbi.server.api import LONGEST_POSITION
from ukumbi.server.http import limited
from ukumbi.server.identify import Caller
from ukumbi.server.limits import Limiter

T = TypeVar("T")
USUAL: Final = "1"


class StudyApi:
    def __init__(self, hall: Hall, analyses: Analyses, limiter: Limiter) -> None:
        self._hall = hall
        self._analyses = analyses
        self._limiter = limiter

    def routes(self) -> list[Route]:
        return [
            limited(self._limiter, "/games/{game}/analysis", "GET", self.analysis, cost=2),
            limited(self._limiter, "/tables/{table}/hint", "POST", self.hint, cost=2),
        ]

    async def analysis(self, request: Request) -> Analysis:
        asked = request.query_params
        at, effort = asked.get("at", "")[:LONGEST_POSITION], _effort(asked.get("effort", USUAL))
        game = request.path_params["game"]
        return await _unless_gone(request, self._analyse(request, game, at, effort))

    async def _analyse(self, request: Request, game: str, at: str, effort: int) -> Analysis:
        return await self._analyses.analyse(self._student(request), game, at, effort)

    async def hint(self, request: Request) -> Hint:
        return await _unless_gone(request, self._hint(request))

    async def _hint(self, request: Request) -> Hint:
        table = await self._hall.table(request.path_params["table"])
        return await self._analyses.hint(self._student(request), table)

    def _student(self, request: Request) -> Student:
        caller: Caller = request.state.caller
        purse = self._limiter.budget("thought", caller.person if caller.known else None, caller.address)
        return Student(caller.person, caller.address, purse)


def _effort(text: str) -> int:
    if text not in {str(effort) for effort in range(len(EFFORTS))}:
        raise Refused("unexpected", reason=f"effort is a number from 0 to {len(EFFORTS) - 1}")
    return int(text)


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of it, as long as somebody waits for it."""
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
