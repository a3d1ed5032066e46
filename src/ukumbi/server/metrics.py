"""Figures for whoever hosts a hall, in the format that Prometheus reads."""

import time
from collections.abc import Awaitable, Callable
from secrets import compare_digest
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from ukumbi.core import Refused
from ukumbi.hall.hall import Hall
from ukumbi.server.addresses import is_loopback
from ukumbi.server.callers import was_forwarded

FRESH: Final = 0.5
"""Seconds for which figures are told again: to reckon them takes as long as a dozen moves."""


class _Moves(Collector):
    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> list[Metric]:
        moves = CounterMetricFamily("ukumbi_moves", "Moves acknowledged since the start")
        moves.add_metric([], self._hall.moves)
        return [moves]


def may_see_figures(request: Request, token: str | None, apart: bool) -> bool:
    """Whoever has the token; without one, callers on this machine who come from no farther.

    Where figures have an address of their own (`apart`), that is whom the host lets reach it.
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
    viewers.set_function(lambda: sum(len(table.viewers) for table in hall.tables.values()))
    ProcessCollector(registry=registry)

    page, reckoned = b"", -FRESH

    async def metrics(request: Request) -> Response:
        nonlocal page, reckoned
        if not may_see_figures(request, token, apart):
            raise Refused("not_found")
        if time.monotonic() - reckoned >= FRESH:
            page, reckoned = generate_latest(registry), time.monotonic()
        return Response(page, media_type="text/plain; version=0.0.4")

    return metrics
