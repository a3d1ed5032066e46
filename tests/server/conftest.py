"""Real halls for these tests, each in a process of its own."""

from collections.abc import Iterator

import httpx
import pytest

from tests.kit.actions import WITH_KIT_GAMES
from tests.kit.people import LoggedHall


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoggedHall]:
    """A hall with the games of the kit, and no limits on rates; all tests of a process share it."""
    with LoggedHall(tmp_path_factory.mktemp("hall"), *WITH_KIT_GAMES, "--behind-proxy") as hall:
        yield hall


@pytest.fixture(scope="session")
def strict_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoggedHall]:
    """A hall as hosts run it: for the network, and with its default limits."""
    with LoggedHall(tmp_path_factory.mktemp("hall"), "--limits", "--host", "0.0.0.0") as hall:
        yield hall


@pytest.fixture
def visitor(hall: LoggedHall) -> Iterator[httpx.Client]:
    """A client without cookies. Loading certificates, which are not used here, would take longest."""
    with httpx.Client(base_url=hall.url, verify=False) as client:
        yield client
