"""Every state of the page: open to all, with room for everything, in every language and in all colours."""

from pathlib import Path

import pytest

from tests.browser.conftest import ComeIn
from tests.browser.kit.scenes import RARE, WALKS
from tests.browser.kit.stage import Stage, Walk
from tests.browser.kit.states import check


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
def test_what_changes_most(come_in: ComeIn, folder: Path, walk: Walk) -> None:
    for state in walk(Stage(come_in, folder, thorough=False)):
        check(state)


@pytest.mark.deep
@pytest.mark.parametrize("walk", [*WALKS, *RARE], ids=lambda walk: walk.__name__)
def test_all(come_in: ComeIn, folder: Path, walk: Walk) -> None:
    for state in walk(Stage(come_in, folder, thorough=True)):
        check(state, thorough=True)
