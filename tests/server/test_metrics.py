"""Metrics are the host's: who else asks finds nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benchmarks.hall_process import HallProcess
from tests.kit.people import LoggedHall
from ukumbi.server.api_games import own_addresses


class Apart(HallProcess):
    """A hall that tells its metrics elsewhere, and says where before it opens."""

    metrics = ""

    def heard(self, line: str) -> None:
        if found := re.search(r"Metrics: (\S+)", line):
            self.metrics = found[1]


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Apart]:
    with Apart(tmp_path, "--metrics", "127.0.0.1:0") as hall:
        yield hall


def test_the_own_machine_is_told(strict_hall: LoggedHall) -> None:
    assert "ukumbi_moves_total" in httpx.get(f"{strict_hall.url}/metrics").text


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"])
def test_who_comes_through_a_proxy_finds_nothing(
    hall: LoggedHall, strict_hall: LoggedHall, header: str
) -> None:
    """Whether the hall was told that there is one or not."""
    for server in (hall, strict_hall):
        answer = httpx.get(f"{server.url}/metrics", headers={header: "203.0.113.7"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_other_machines_find_nothing(strict_hall: LoggedHall) -> None:
    for address in own_addresses():
        assert httpx.get(f"http://{address}:{strict_hall.port}/metrics").status_code == 404


def test_metrics_apart_are_told_there_and_nothing_else(apart: Apart) -> None:
    assert "ukumbi_moves_total" in httpx.get(apart.metrics).text
    assert httpx.get(apart.metrics.replace("metrics", "api/me")).status_code == 404
    assert httpx.get(f"{apart.url}/metrics").text.startswith("<!doctype html>"), (
        "no page of the hall's has it"
    )
    assert apart.stop() == 0


def test_whoever_has_the_token_is_told(tmp_path: Path) -> None:
    with HallProcess(tmp_path, "--metrics-token", "sesame") as hall:
        url = f"{hall.url}/metrics"
        assert httpx.get(url).status_code == 404
        for wrong in (b"sesame", b"Bearer", b"Bearer Sesame", b"Basic sesame", b"Bearer sesam\xe9"):
            assert httpx.get(url, headers={b"Authorization": wrong}).status_code == 404
        told = {"Authorization": "Bearer sesame", "X-Forwarded-For": "203.0.113.7"}
        assert "ukumbi_moves_total" in httpx.get(url, headers=told).text
