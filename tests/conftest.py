"""The event loop of async tests, and the effort of property tests.

Property tests try few examples; with HYPOTHESIS_PROFILE=thorough, as in `make deep`, many.
"""

import asyncio
import os
import sys
from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio.plugin
import uvloop
from hypothesis import HealthCheck, settings
from pytest_asyncio import is_async_test

# Tests start hundreds of processes. Each would compile our code again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if TYPE_CHECKING:
    from benchmarks.postgres import Postgres

CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("brief", max_examples=10, deadline=None, suppress_health_check=CALM)
settings.register_profile("ci", max_examples=12, deadline=None, suppress_health_check=CALM)
settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], AbstractEventLoop]]:
    """Async tests run in the hall's kind of loop."""
    return {"uvloop": _new_event_loop}


def _new_event_loop() -> AbstractEventLoop:
    loop = uvloop.new_event_loop()
    loop.set_exception_handler(_end_at_timeout)
    return loop


def _end_at_timeout(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    """End the test at pytest-timeout's alarm: uvloop only logs exceptions of a signal handler."""
    raised = context.get("exception")
    if isinstance(raised, pytest.fail.Exception):
        for task in filter(_is_test, asyncio.all_tasks(loop)):
            task.cancel(str(raised))
    else:
        loop.default_exception_handler(context)


def _is_test(task: "asyncio.Task[Any]") -> bool:
    """Whether this is a test or a fixture, which closes its servers itself."""
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and (
        code.co_name.startswith("test_") or code.co_filename == pytest_asyncio.plugin.__file__
    )


@pytest.fixture
async def clients_that_hang_up() -> AsyncIterator[None]:
    from tests.kit.client import hang_up_all  # noqa: PLC0415, most tests need no client

    yield
    await hang_up_all()


@pytest.fixture(autouse=True)
def no_open_connections(request: pytest.FixtureRequest) -> None:
    """Close clients after their test, while its loop still runs."""
    if is_async_test(request.node):
        request.getfixturevalue("clients_that_hang_up")


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Postgres]":
    """A real PostgreSQL that all tests of a process share; each has a database of its own."""
    from benchmarks.postgres import Postgres  # noqa: PLC0415, most tests need none

    with Postgres("fsync=off", "shared_buffers=32MB", "max_connections=300") as server:
        yield server
