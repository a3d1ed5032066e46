"""Metrics are for the host only."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benchmarks.hall_process import HallProcess
from tests.kit.people import LoggedHall
from ukumbi.server.api_games import own_addresses


class Apart(HallProcess):
    """A hall with its metrics on another port, which it prints before it opens."""

    metrics = ""

    def heard(self, line: str) -> None:
        if found := re.search(r"Metrics: (\S+)", line):
            self.metrics = found[1]


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Apart]:
    with Apart(tmp_path, "--metrics", "127.0.0.1:0") as hall:
        yield hall


def test_the_hosts_machine_gets_metrics(strict_hall: LoggedHall) -> None:
    assert "ukumbi_moves_total" in httpx.get(f"{strict_hall.url}/metrics").text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"])
def test_requests_through_a_proxy_get_no_metrics(
    hall: LoggedHall, strict_hall: LoggedHall, header: str
) -> None:
    """Whether or not the hall expects a proxy."""
    for server in (hall, strict_hall):
        answer = httpx.get(f"{server.url}/metrics", headers={header: "203.0.113.7"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_other_machines_get_no_metrics(strict_hall: LoggedHall) -> None:
    for address in own_addresses():
        assert httpx.get(f"http://{address}:{strict_hall.port}/metrics").status_code == 404


def test_a_metrics_port_serves_only_metrics(apart: Apart) -> None:
    assert "ukumbi_moves_total" in httpx.get(apart.metrics).text
    assert httpx.get(apart.metrics.replace("metrics", "api/me")).status_code == 404
    assert httpx.get(f"{apart.url}/metrics").text.startswith("<!doctype html>"), (
        "no page of the hall's has it"
    )
    assert apart.stop() == 0


def test_the_token_gives_access_to_metrics(tmp_path: Path) -> None:
    with HallProcess(tmp_path, "--metrics-token", "sesame") as hall:
        url = f"{hall.url}/metrics"
        assert httpx.get(url).status_code == 404
        for wrong in (b"sesame", b"Bearer", b"Bearer Sesame", b"Basic sesame", b"Bearer sesam\xe9"):
            assert httpx.get(url, headers={b"Authorization": wrong}).status_code == 404
        told = {"Authorization": "Bearer sesame", "X-Forwarded-For": "203.0.113.7"}
        assert "ukumbi_moves_total" in httpx.get(url, headers=told).text
