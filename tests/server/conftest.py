"""Real halls for these tests, each in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.people import LoudHall


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoudHall]:
    """A hall with the games of the kit, and no limits on rates."""
    games = ("--also", "tests.kit.pounce", "--also", "tests.kit.fragile")
    with LoudHall(tmp_path_factory.mktemp("hall"), *games, "--bot-pace", "0") as house:
        yield house


@pytest.fixture(scope="module")
def strict_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoudHall]:
    """A hall as hosts run it, with its default limits."""
    with LoudHall(tmp_path_factory.mktemp("hall"), "--no-open-gates") as house:
        yield house


@pytest.fixture
def own_hall(tmp_path: Path) -> Iterator[LoudHall]:
    """A hall for one test alone, which may ruin it."""
    with LoudHall(tmp_path) as house:
        yield house
