"""A real hall that all tests of a process share."""

from collections.abc import Iterator

import pytest

from tests.kit.actions import WITH_KIT_GAMES
from tests.kit.people import LoggedHall


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoggedHall]:
    """With the kit's games and bots that move at once. Tests must not stop it."""
    with LoggedHall(tmp_path_factory.mktemp("hall"), *WITH_KIT_GAMES, "--bot-timeout", "1") as server:
        yield server
