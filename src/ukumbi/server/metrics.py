"""Figures for whoever hosts a hall, in the format that Prometheus reads."""

from collections.abc import Awaitable, Callable

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from ukumbi.hall.hall import Hall


class _Moves(Collector):
    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> list[Metric]:
        moves = CounterMetricFamily("ukumbi_moves", "Moves acknowledged since the start")
        moves.add_metric([], self._hall.moves)
        return [moves]


def metrics_of(hall: Hall) -> Callable[[Request], Awaitable[Response]]:
    registry = CollectorRegistry()
    registry.register(_Moves(hall))
    tables = Gauge("ukumbi_tables", "Tables in memory", registry=registry)
    tables.set_function(lambda: len(hall.tables))
    viewers = Gauge("ukumbi_viewers", "Seats and spectators connected to tables", registry=registry)
    viewers.set_function(lambda: sum(len(table.viewers) for table in hall.tables.values()))
    ProcessCollector(registry=registry)

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")

    return metrics
