"""A real hall that all tests of a process share."""

from collections.abc import Iterator

import pytest

from tests.kit.people import LoudHall
from tests.kit.scene import KIT


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoudHall]:
    """With the games of the kit and bots that move at once, left alone by those who use it."""
    with LoudHall(tmp_path_factory.mktemp("hall"), *KIT, "--bot-timeout", "1") as server:
        yield server
