"""What holds for every test: the event loop of async ones, and how hard the property tests try.

Property tests try little; much with HYPOTHESIS_PROFILE=thorough, as in `make deep`.
"""

import asyncio
import os
import sys
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import uvloop
from hypothesis import HealthCheck, settings
from pytest_asyncio import is_async_test

# Tests start hundreds of processes, each of which would compile our code again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("brief", max_examples=10, deadline=None, suppress_health_check=CALM)
settings.register_profile("ci", max_examples=12, deadline=None, suppress_health_check=CALM)
settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], AbstractEventLoop]]:
    """Async tests run in the loop that the hall runs in."""
    return {"uvloop": _new_event_loop}


def _new_event_loop() -> AbstractEventLoop:
    loop = uvloop.new_event_loop()
    loop.set_exception_handler(_end_at_timeout)
    return loop


def _end_at_timeout(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    """The alarm of pytest-timeout ends the test: uvloop only logs what a signal handler raises."""
    raised = context.get("exception")
    if isinstance(raised, pytest.fail.Exception):
        for task in asyncio.all_tasks(loop):
            task.cancel(str(raised))
    else:
        loop.default_exception_handler(context)


@pytest.fixture
async def clients_that_hang_up() -> AsyncIterator[None]:
    from tests.kit.client import hang_up_all  # noqa: PLC0415, most tests need no client

    yield
    await hang_up_all()


@pytest.fixture(autouse=True)
def no_open_connections(request: pytest.FixtureRequest) -> None:
    """Clients hang up after their test, while its loop still runs."""
    if is_async_test(request.node):
        request.getfixturevalue("clients_that_hang_up")
