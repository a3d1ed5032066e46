"""Rules, history and keys: sheets that are opened without scrolling, and whose way out is always in sight."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit import fivetables
from tests.browser.kit.axe import violations
from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.match import set_up
from tests.browser.kit.scene import Scene
from tests.browser.kit.screens import FLAT, PHONE, UPRIGHT, fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, of_game, word

PHONES: Final = (UPRIGHT, FLAT)
THUMB: Final = 44


def sheet(me: Window) -> Locator:
    return me.page.get_by_role("dialog")


def is_gone(me: Window) -> None:
    """Not only closed: until the page has heard of that, keys still belong to the sheet."""
    expect(me.page.locator("dialog")).to_have_count(0)


def close(me: Window) -> Locator:
    return sheet(me).get_by_role("button", name=word("table.close"), exact=True)


@pytest.mark.parametrize(
    "game",
    [game if game == "rukuni" else pytest.param(game, marks=pytest.mark.deep) for game in fivetables.GAMES],
)
def test_rules_and_history_on_a_phone(new_scene: NewScene, game: str) -> None:
    me = fivetables.sit(new_scene(**PHONE), game)
    for size in PHONES:
        me.page.set_viewport_size(size)
        for name in ("bar-rules", "bar-history"):
            _opens_in_sight_and_closes(me, me.page.get_by_test_id(name))
        assert me.page.evaluate("scrollY") == 0
        fits(me)
        expect(me.page.get_by_test_id("keys")).to_be_hidden()


def _opens_in_sight_and_closes(me: Window, button: Locator) -> None:
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= THUMB
    button.tap()
    expect(close(me)).to_be_in_viewport(ratio=1)
    sheet(me).evaluate("it => it.scrollTo(0, it.scrollHeight)")
    expect(close(me)).to_be_in_viewport(ratio=1)
    assert violations(me) == []
    close(me).tap()
    is_gone(me)
    expect(button).to_be_focused()


def test_a_move_is_looked_at_again_on_a_phone(new_scene: NewScene) -> None:
    me = fivetables.sit(new_scene(viewport=UPRIGHT), "rukuni")
    me.awaits_me()
    _closes_also_from_beside(me)
    me.turn("a1-a4/b4")
    me.shows(3)
    for size in PHONES:
        me.page.set_viewport_size(size)
        me.page.get_by_test_id("bar-history").click()
        sheet(me).get_by_role("button", name=word("history.back"), exact=True).click()
        expect(sheet(me)).to_have_count(1)
        sheet(me).locator('[data-move="a1-a4/b4"]').click()
        is_gone(me)
        expect(me.status).to_have_text(word("history.looking"))
        me.press("history.return")
        me.awaits_me()


def _closes_also_from_beside(me: Window) -> None:
    button = me.page.get_by_test_id("bar-rules")
    button.click()
    expect(close(me)).to_be_focused()
    me.page.mouse.click(5, 5)
    is_gone(me)
    expect(button).to_be_focused()


@pytest.mark.deep
@pytest.mark.parametrize("game", fivetables.GAMES)
def test_the_keys_in_five_languages(scene: Scene, game: str) -> None:
    me = fivetables.sit(scene, game)
    for language in LANGUAGES:
        choose(me, language)
        me.page.keyboard.press("?")
        said = [of_game(game, "name", language), word("keys.everywhere", language)]
        expect(sheet(me).get_by_role("heading", level=3)).to_have_text(said)
        expect(sheet(me)).to_contain_text(word("keys.history", language))
        expect(sheet(me).locator("kbd", has_text=word("key.Space", language)).first).to_be_visible()
        assert "keys." not in sheet(me).inner_text()
        me.page.keyboard.press("Escape")
        is_gone(me)


@pytest.mark.deep
def test_single_keys_can_be_switched_off(new_scene: NewScene) -> None:
    me = fivetables.sit(new_scene(), "ukuma")
    me.page.keyboard.press("?")
    single = sheet(me).get_by_role("checkbox")
    expect(single).to_be_checked()
    single.press("Space")
    expect(single).not_to_be_checked()
    me.page.keyboard.press("Escape")
    is_gone(me)
    me.page.reload()
    hand = me.page.get_by_test_id("hand")
    expect(hand.locator("[data-card]")).to_have_count(3)
    me.page.keyboard.press("?")
    me.page.keyboard.press("1")
    # The next key shows that the ones before it have been heard.
    me.page.get_by_test_id("keys").press("Enter")
    expect(sheet(me).get_by_role("checkbox")).not_to_be_checked()
    expect(hand.locator("[aria-pressed=true]")).to_have_count(0)
    sheet(me).get_by_role("checkbox").press("Space")
    expect(sheet(me).get_by_role("checkbox")).to_be_checked()
    me.page.keyboard.press("Escape")
    is_gone(me)
    me.page.keyboard.press("1")
    expect(hand.locator("[aria-pressed=true]")).to_have_count(1)


def test_how_this_table_plays_is_read_above_the_rules(come_in: ComeIn) -> None:
    """By the player and by a spectator: the unusual options, and the level of the bot."""
    me, watcher = come_in(), come_in(viewport=UPRIGHT)
    card = set_up(me, "unikato", ["4"], {"rounds": 3})
    watcher.visit(f"/t/{card['table']}?watch={card['watch_key']}")
    watcher.plays()
    watcher.page.get_by_test_id("bar-rules").click()
    me.visit(f"/t/{card['table']}")
    me.plays()
    me.press("lobby.rules")
    for window in (me, watcher):
        options = sheet(window).get_by_test_id("options").get_by_role("listitem")
        expect(options.filter(has_text=of_game("unikato", "option.rounds"))).to_contain_text("3")
        level = word("choose.level.of", n=4, of=9, name=of_game("unikato", "level.4"))
        expect(options.filter(has_text=word("lobby.level"))).to_contain_text(level)
        expect(sheet(window).get_by_test_id("usual")).to_have_count(0)
    me.page.keyboard.press("Escape")
    is_gone(me)
    for language in LANGUAGES:
        choose(me, language)
        me.page.get_by_role("button", name=word("lobby.rules", language), exact=True).click()
        expect(sheet(me).get_by_role("region")).to_have_accessible_name(word("table.options", language))
        expect(options.first).to_be_visible()
        has_no_gap(me)
        me.page.keyboard.press("Escape")
        is_gone(me)
    choose(me, "en")
    me.visit(f"/t/{set_up(me, 'rukuni', ['1'], {})['table']}")
    me.press("lobby.rules")
    expect(sheet(me).get_by_test_id("usual")).to_have_text(word("table.usual"))
