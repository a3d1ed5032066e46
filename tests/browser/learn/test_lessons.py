"""Lessons in a real browser: with keys alone, by hand, with wrong tries, on a second device."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.screens import box_of
from tests.browser.kit.window import Window
from tests.browser.kit.words import FACES, WEB, of_game, word
from ukumbi.core import Entry
from ukumbi.core.lessons import Question, Task, Try, play_task
from ukumbi.games import GAMES

TAUGHT: Final = [entry for entry in GAMES if entry.lesson]
PAGE: Final = WEB / "src" / "learn" / "words"
"""What the page around a lesson says."""
LOCALES: Final = {"de": "de-DE", "fr": "fr-FR"}


def tasks_of(entry: Entry) -> tuple[Task, ...]:
    assert entry.lesson is not None
    return entry.lesson.tasks


def lesson(me: Window) -> Locator:
    return me.page.get_by_test_id("lesson")


def at(me: Window, task: str) -> Locator:
    """The lesson, at this task."""
    return me.page.locator(f'main[data-task="{task}"]')


def learnt(me: Window, game: str) -> list[str]:
    done: list[str] = me.context.request.get(f"{me.address}/api/games/{game}/lesson").json()["done"]
    return done


def said(game: str, key: str, language: str = "en", **facts: object) -> str:
    return word(key, language, FACES / game / "words" / "learn", **facts)


def answers(task: Task) -> dict[int, str]:
    """What each question of a task wants to hear, by act."""
    tries: list[Try] = []
    found: dict[int, str] = {}
    while (played := play_task(task, tries)).act < len(task.acts):
        act = task.acts[played.act]
        if isinstance(act, Question):
            found[played.act] = act.answer(played.match)
        tries.append(Try(None))
    return found


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("entry", TAUGHT, ids=lambda entry: entry.game.name)
def test_a_lesson_is_played_through_with_keys_alone(come_in: ComeIn, entry: Entry, language: str) -> None:
    me, game = come_in(locale=LOCALES[language]), entry.game.name
    me.visit(f"/learn/{game}")
    for number, task in enumerate(tasks_of(entry)):
        at(me, task.name).wait_for()
        heading = me.page.locator("#task")
        expect(heading).to_have_text(said(game, task.name, language))
        if number:
            expect(heading).to_be_focused()
        questions = answers(task)
        for act in range(len(task.acts)):
            me.page.locator(f'main[data-act="{act}"]:not([data-playing])').wait_for()
            expect(me.page.get_by_test_id("sentence")).not_to_be_empty()
            if act in questions:
                me.press_until("Tab", f'[data-choice="{questions[act]}"]')
                me.page.keyboard.press("Enter")
            else:
                me.page.keyboard.press("w")
        me.page.locator("main[data-done]").wait_for()
        expect(me.page.get_by_test_id("next")).to_be_focused()
        me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("heading", level=2)).to_have_text(
        word("finished", language, PAGE, game=of_game(game, "name", language))
    )
    expect(me.page.get_by_role("heading", level=2)).to_be_focused()
    assert learnt(me, game) == [task.name for task in tasks_of(entry)]


def test_a_turn_of_rukuni_by_hand(me: Window) -> None:
    """What cannot be done is explained; the whole turn is answered."""
    me.visit("/learn/rukuni")
    at(me, "move").wait_for()
    me.touch("c3")
    expect(me.status).to_have_text(of_game("rukuni", "why.no_tower", hollow="c3"))
    me.turn("a1-d4/e5")
    me.page.locator("main[data-done]").wait_for()
    expect(me.page.get_by_test_id("sentence")).to_have_text(said("rukuni", "move.done"))
    assert {"d4": "tower", "e5": "white", "e7": "tower", "d6": "grey"}.items() <= me.pieces().items()


def test_a_wrong_try_is_told_why_and_changes_nothing(me: Window) -> None:
    me.visit("/learn/rukuni")
    at(me, "move").wait_for()
    me.page.get_by_role("navigation").get_by_role("button").nth(1).click()
    at(me, "plant").wait_for()
    before = me.pieces()
    me.turn("i9-i8/h7")
    expect(me.page.get_by_test_id("note")).to_have_text(said("rukuni", "plant.no.other"))
    assert me.pieces() == before
    me.until(lambda: said("rukuni", "plant.no.other") in me.spoken())
    expect(me.status).to_have_text(of_game("rukuni", "step.tower"))
    me.turn("d3-c2/b2")
    me.page.locator("main[data-done]").wait_for()
    expect(me.page.get_by_test_id("note")).to_have_count(0)


def test_a_chain_of_unikato_by_hand(me: Window) -> None:
    """The hall plans it tile by tile, and says why a tile does not fit."""
    me.visit("/learn/unikato")
    at(me, "one").wait_for()
    me.page.get_by_role("navigation").get_by_role("button").nth(2).click()
    at(me, "chain").wait_for()
    for tile, place in (("co1w", "1,0"), ("cp1w", "2,0"), ("xp1w", "3,0")):
        me.page.locator(f'[data-rack-tile="{tile}"]').click()
        me.page.locator(f'[data-place="{place}"][data-lit]').click()
    me.page.get_by_test_id("confirm").click()
    me.page.locator("main[data-done]").wait_for()
    assert me.page.locator("[data-tile]").count() == 4


def test_the_three_rules_of_ukuma_by_hand(me: Window) -> None:
    """The booklet's B and C are refused, each with its reason; A is taken."""
    me.visit("/learn/ukuma")
    at(me, "fit").wait_for()
    me.page.get_by_role("navigation").get_by_role("button").nth(1).click()
    at(me, "rules").wait_for()
    note = me.page.get_by_test_id("note")
    for cell, code in (("f3", "no_opponent_near"), ("d4", "does_not_fit")):
        me.page.locator('button[data-card="lroo"]').click()
        me.page.mouse.click(*middle_of(me, cell))
        expect(note).to_have_text(said("ukuma", f"rules.no.{code}"))
    me.page.locator('button[data-card="lroo"]').click()
    me.page.locator('[data-free="g4"]').click()
    me.page.locator("main[data-done]").wait_for()
    expect(note).to_have_count(0)


def middle_of(me: Window, cell: str) -> tuple[float, float]:
    """Of a cell of ukuma's table, from two cards that lie there."""
    e4, f4 = (box_of(me.page.locator(f'[data-cell="{name}"]')) for name in ("e4", "f4"))
    step = f4["x"] - e4["x"]
    files, ranks = ord(cell[0]) - ord("f"), int(cell[1]) - 4
    x, y = f4["x"] + f4["width"] / 2, f4["y"] + f4["height"] / 2
    return x + files * step, y - ranks * step


def test_a_full_house_of_zuma_with_the_boards_own_keys(me: Window) -> None:
    """Pass on a card, take up the third moon, grab the pole in front, and read how it was counted."""
    me.visit("/learn/zuma")
    at(me, "pass").wait_for()
    me.page.get_by_role("navigation").get_by_role("button").nth(1).click()
    at(me, "house").wait_for()
    me.page.keyboard.press("8")
    me.page.locator('main[data-act="1"]:not([data-playing])').wait_for()
    me.page.keyboard.press("7")
    expect(me.page.get_by_test_id("note")).to_have_text(said("zuma", "house.no.2.other"))
    me.page.keyboard.press("f")
    me.page.locator("main[data-done]").wait_for()
    expect(me.page.get_by_test_id("between")).to_be_visible()
    expect(me.page.get_by_test_id("ready")).to_have_count(0)


def test_progress_follows_to_a_second_device(come_in: ComeIn) -> None:
    """Whoever comes back begins where they left, also elsewhere."""
    me, there = come_in(), come_in()
    me.visit("/learn/rukuni")
    at(me, "move").wait_for()
    me.page.keyboard.press("w")
    me.page.locator("main[data-done]").wait_for()
    there.visit()
    code = me.context.request.post(f"{me.address}/api/me/pass").json()["code"]
    there.context.request.post(f"{me.address}/api/me/device", data={"code": code})
    there.visit("/learn/rukuni")
    at(there, "plant").wait_for()
    expect(there.page.locator("[data-learnt]")).to_have_text("1")


def test_lessons_are_offered_on_every_cover_and_before_the_first_game(me: Window) -> None:
    me.visit()
    for entry in TAUGHT:
        offer = me.page.locator(f'[data-game="{entry.game.name}"]').get_by_test_id("learn")
        expect(offer).to_have_text(word("lobby.learn"))
        expect(offer).to_have_attribute("href", f"/learn/{entry.game.name}")
    me.on_the_shelf("lobby.play").click()
    me.page.get_by_test_id("learn-first").click()
    at(me, "move").wait_for()
    assert "ukuma" not in me.page.title()
    me.page.get_by_role("link", name=word("leave", "en", PAGE)).click()
    me.is_headed(word("lobby.welcome"))


def test_a_lesson_leads_to_a_first_game(me: Window) -> None:
    me.visit("/learn/rukuni")
    at(me, "move").wait_for()
    me.page.get_by_role("navigation").get_by_role("button").last.click()
    at(me, "cut").wait_for()
    me.page.keyboard.press("w")
    me.page.locator("main[data-done]").wait_for()
    me.page.keyboard.press("n")
    me.page.get_by_test_id("play").click()
    me.awaits_me()


def test_a_game_without_a_lesson_says_so(me: Window) -> None:
    me.excuse("Failed to load resource")
    me.visit("/learn/berries")
    me.page.get_by_role("heading", level=1).wait_for()
