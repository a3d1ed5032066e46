"""Every state of the page: open to all, with room for everything, in every language and in all colours."""

import pytest

from tests.browser.kit.scene import Scene
from tests.browser.kit.scenes import RARE, SCENES
from tests.browser.kit.stage import Walk
from tests.browser.kit.states import check


@pytest.mark.parametrize("walk", SCENES, ids=lambda walk: walk.__name__)
def test_what_changes_most(scene: Scene, walk: Walk) -> None:
    for state in walk(scene):
        check(state)


@pytest.mark.deep
@pytest.mark.parametrize("walk", [*SCENES, *RARE], ids=lambda walk: walk.__name__)
def test_all(scene: Scene, walk: Walk) -> None:
    for state in walk(scene):
        check(state, thorough=True)
