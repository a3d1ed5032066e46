"""What a supervisor asks: whether the process lives, and whether the ledger writes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ukumbi.hall.hall import Hall
from ukumbi.ledger import NotWritten

FRESH: Final = 1000
"""Milliseconds for which an answer holds, so that asking often does not mean writing often."""

PATIENCE: Final = 5.0
"""Seconds after which a ledger that hangs counts as one that does not write."""


async def alive(_: Request) -> Response:
    return PlainTextResponse("alive\n")


def readiness_of(hall: Hall) -> Callable[[Request], Awaitable[Response]]:
    asked, answer = 0, PlainTextResponse("not_asked_yet\n", 503)

    async def ready(_: Request) -> Response:
        nonlocal asked, answer
        now = hall.clock.now()
        if now - asked >= FRESH:
            asked = now
            try:
                async with asyncio.timeout(PATIENCE):
                    await hall.ledger.beat(now)
                answer = PlainTextResponse("ready\n")
            except NotWritten as refusal:
                answer = PlainTextResponse(f"{refusal.code}\n", 503)
            except TimeoutError:
                answer = PlainTextResponse("not_written\n", 503)
        return answer

    return ready
