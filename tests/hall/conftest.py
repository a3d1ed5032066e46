"""A real hall that all tests of a process share."""

from collections.abc import Iterator

import pytest

from tests.hall.scene import KIT
from ukumbi.lab.hall_process import HallProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    """With the games of the kit and bots that move at once, left alone by those who use it."""
    with HallProcess(tmp_path_factory.mktemp("hall"), *KIT, "--bot-timeout", "1") as server:
        yield server
