"""Real halls for these tests, each in a process of its own."""

from collections.abc import Iterator

import httpx
import pytest

from tests.kit.people import LoudHall
from tests.kit.scene import KIT


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoudHall]:
    """A hall with the games of the kit, and no limits on rates; all tests of a process share it."""
    with LoudHall(tmp_path_factory.mktemp("hall"), *KIT, "--behind-proxy") as hall:
        yield hall


@pytest.fixture(scope="session")
def strict_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoudHall]:
    """A hall as hosts run it: for the network, and with its default limits."""
    with LoudHall(tmp_path_factory.mktemp("hall"), "--limits", "--host", "0.0.0.0") as hall:
        yield hall


@pytest.fixture
def visitor(hall: LoudHall) -> Iterator[httpx.Client]:
    """A browser without a history. Certificates, which nobody here asks for, would take longest to load."""
    with httpx.Client(base_url=hall.url, verify=False) as client:
        yield client
