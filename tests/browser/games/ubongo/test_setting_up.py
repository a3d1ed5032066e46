"""A table of Ubongo is set up for one player, its level is asked once, and a screen reader follows."""

from playwright.sync_api import expect

from tests.browser.kit import fivetables
from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.scene import Scene
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game, word


def test_a_screen_reader_says_where_everything_lies(scene: Scene) -> None:
    me = fivetables.sit(scene, "ubongo")
    table = BlockTable(me)
    table.is_in("building")
    (piece, cubes), *_ = table.solution()
    table.put(table.lay_by_keys, piece, cubes)
    name = of_game("ubongo", f"piece.{piece}")
    expect(table.button("lying")).to_contain_text(f"{name} lies on")
    target = of_game("ubongo", "hand.target", piece=name, cubes="").rstrip(" .")
    assert any(sentence.startswith(target) for sentence in me.spoken())
    missing = next(letter for letter in "ABCDEFGH" if letter not in table.side["task"])
    me.page.keyboard.press(missing)
    expect(me.status).to_contain_text(of_game("ubongo", f"piece.{missing}"))
    me.page.keyboard.press("Delete")
    me.page.keyboard.press(piece)
    me.page.keyboard.press("Delete")
    expect(table.piece(piece)).to_have_attribute("data-state", "piece")
    table.piece(piece).focus()
    me.page.keyboard.press("ArrowRight")
    expect(me.page.locator("[data-piece]:focus")).to_have_count(1)
    expect(table.piece(piece)).not_to_be_focused()


def test_a_table_for_one_is_set_up_in_the_hall(me: Window) -> None:
    """Alone there is no choice of opponents, nor of what matters only among several."""
    me.visit()
    shelf = me.page.locator('[data-game="ubongo"]')
    expect(shelf.locator('[data-option="rounds"]')).to_be_visible()
    expect(shelf.locator('[data-option="solo"]')).to_have_count(0)
    shelf.locator('[data-option="players"]').select_option("1")
    expect(shelf.locator('[data-option="rounds"]')).to_have_count(0)
    shelf.locator('[data-option="solo"]').select_option("tasks")
    expect(shelf.get_by_role("button", name=word("lobby.invite"), exact=True)).to_have_count(0)
    shelf.get_by_role("button", name=word("choose.play.alone"), exact=True).click()
    me.page.get_by_test_id("legend").wait_for()
    me.page.get_by_test_id("begin").click()
    expect(me.page.get_by_test_id("levels")).to_contain_text(of_game("ubongo", "solo.tasks", n=5))


def test_the_level_is_asked_once(me: Window) -> None:
    """At the table, where a picture shows what each is like; bots build on the same."""
    me.visit()
    shelf = me.page.locator('[data-game="ubongo"]')
    expect(shelf.locator('[data-option="rounds"]')).to_be_visible()
    expect(shelf.locator('[data-option="level"]')).to_have_count(0)
    me.on_the_shelf("lobby.play", "ubongo").click()
    me.page.get_by_test_id("begin").click()
    table = BlockTable(me)
    table.choose(4)
    me.page.locator('[data-testid="board"][data-round="1"]').wait_for()
    assert [side["level"] for side in table.view["sides"]] == [4, 4]
