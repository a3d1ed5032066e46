"""Metrics for Prometheus, and health checks: does the hall answer, and can it write?"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from secrets import compare_digest
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ukumbi.core import Refused
from ukumbi.hall.hall import Hall
from ukumbi.ledger import NotWritten
from ukumbi.server.identify import is_loopback, was_forwarded

FRESH_SECONDS: Final = 0.5
"""How long metrics are reused: to collect them takes as long as a dozen moves."""
READY_FOR_MS: Final = 1000
"""How long an answer is reused, so that frequent requests do not write often."""
LEDGER_SECONDS: Final = 5.0
"""After which a ledger that hangs counts as one that does not write."""


class _Moves(Collector):
    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> list[Metric]:
        moves = CounterMetricFamily("ukumbi_moves", "Moves acknowledged since the start")
        moves.add_metric([], self._hall.moves)
        return [moves]


def may_see_metrics(request: Request, token: str | None, apart: bool) -> bool:
    """With the token; without one, callers on this machine who come from no farther.

    Metrics with an address of their own (`apart`) are for all whom the host lets reach it.
    """
    if token is not None:
        given = request.headers.get("authorization", "")
        return compare_digest(given.encode(), f"Bearer {token}".encode())
    near = is_loopback(request.client.host if request.client else "")
    return apart or (near and not was_forwarded(request.headers))


def metrics_of(
    hall: Hall, token: str | None = None, apart: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    registry = CollectorRegistry()
    registry.register(_Moves(hall))
    registry.register(hall.hold_seconds)
    registry.register(hall.loop_lag.lateness)
    tables = Gauge("ukumbi_tables", "Tables in memory", registry=registry)
    tables.set_function(lambda: len(hall.tables))
    viewers = Gauge("ukumbi_viewers", "Seats and spectators connected to tables", registry=registry)
    viewers.set_function(lambda: sum(len(table.publisher) for table in hall.tables.values()))
    ProcessCollector(registry=registry)

    page, reckoned = b"", -FRESH_SECONDS

    async def metrics(request: Request) -> Response:
        nonlocal page, reckoned
        if not may_see_metrics(request, token, apart):
            raise Refused("not_found")
        if time.monotonic() - reckoned >= FRESH_SECONDS:
            page, reckoned = generate_latest(registry), time.monotonic()
        return Response(page, media_type="text/plain; version=0.0.4")

    return metrics


async def alive(_: Request) -> Response:
    return PlainTextResponse("alive\n")


def readiness_of(hall: Hall) -> Callable[[Request], Awaitable[Response]]:
    asked, answer = 0, PlainTextResponse("not_asked_yet\n", 503)

    async def ready(_: Request) -> Response:
        nonlocal asked, answer
        if not hall.nodes.ready:
            return PlainTextResponse("leaving_or_cut_off\n", 503)
        now = hall.clock.now()
        if now - asked >= READY_FOR_MS:
            asked = now
            try:
                async with asyncio.timeout(LEDGER_SECONDS):
                    await hall.ledger.beat(now)
                answer = PlainTextResponse("ready\n")
            except NotWritten as refusal:
                answer = PlainTextResponse(f"{refusal.code}\n", 503)
            except TimeoutError:
                answer = PlainTextResponse("not_written\n", 503)
        return answer

    return ready
