"""The states of lessons that are looked at: a task to do, a task done, and a question."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from playwright.sync_api import expect

from tests.browser.kit.scene import Scene
from tests.browser.kit.stage import Walk
from tests.browser.kit.states import State

QUESTIONS: Final = {"rukuni": 2, "zuma": 5, "ubongo": 4}
"""Steps with a question, where a game's lesson has one."""


def _lesson(scene: Scene, game: str) -> Iterator[State]:
    me = scene.go(f"/learn/{game}")
    sentence, show = me.page.get_by_test_id("sentence"), me.page.get_by_test_id("show")
    show.wait_for()
    yield State(f"lesson of {game}", me, whole=[sentence, show])
    me.page.keyboard.press("w")
    onward = me.page.get_by_test_id("next")
    onward.wait_for()
    yield State(f"lesson of {game}, a task is done", me, whole=[sentence, onward])
    if game in QUESTIONS:
        me.page.get_by_role("navigation").get_by_role("button").nth(QUESTIONS[game]).click()
        choices = me.page.locator("[data-choice]")
        expect(choices).to_have_count(3)
        yield State(f"lesson of {game}, a question", me, whole=[sentence, *choices.all()])


def _walk(game: str) -> Walk:
    walk = partial(_lesson, game=game)
    walk.__name__ = f"lesson_of_{game}"  # type: ignore[attr-defined]
    return walk


SCENES: Final[tuple[Walk, ...]] = (_walk("rukuni"), _walk("zuma"))
RARE: Final[tuple[Walk, ...]] = (_walk("unikato"), _walk("ukuma"), _walk("ubongo"))
