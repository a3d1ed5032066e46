"""A walk through lessons: a task to do, a task done, and a question."""

from collections.abc import Iterator
from typing import Final

from playwright.sync_api import expect

from tests.browser.kit.stage import Stage
from tests.browser.kit.states import State

QUESTIONS: Final = {"rukuni": "count", "zuma": "sheet", "ubongo": "points"}
"""A task with a question, where a game's lesson has one."""
STEPS: Final = {"count": 2, "sheet": 5, "points": 4}
TAUGHT: Final = ("rukuni", "unikato", "ukuma", "zuma", "ubongo")


def lessons(stage: Stage) -> Iterator[State]:
    me = stage.window()
    sentence, show = me.page.get_by_test_id("sentence"), me.page.get_by_test_id("show")
    for game in TAUGHT if stage.thorough else ("rukuni", "zuma"):
        me.visit(f"/learn/{game}")
        show.wait_for()
        yield State(f"lesson of {game}", me, whole=[sentence, show])
        me.page.keyboard.press("w")
        onward = me.page.get_by_test_id("next")
        onward.wait_for()
        yield State(f"lesson of {game}, a task is done", me, whole=[sentence, onward])
        if (task := QUESTIONS.get(game)) is not None:
            me.page.get_by_role("navigation").get_by_role("button").nth(STEPS[task]).click()
            me.page.locator(f'main[data-task="{task}"]').wait_for()
            choices = me.page.locator("[data-choice]")
            expect(choices).to_have_count(3)
            yield State(f"lesson of {game}, a question", me, whole=[sentence, *choices.all()])
