"""Finished games and positions are analysed: judged, stepped through, tried out, put together by hand."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.colours import differ, look
from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.match import new_table, post
from tests.browser.kit.records import story
from tests.browser.kit.screens import DESK, PHONE, fits
from tests.browser.kit.stand_in import play_turns
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import LANGUAGES, rukuni, study, word
from ukumbi.games.rukuni.moves import parse_move
from ukumbi.games.rukuni.position import format_position, parse_position

OPENING: Final = "T3T/6/7/8/T7T/8/7/6/T3T w"
TURNS: Final = 6
GROUND: Final = "it => getComputedStyle(it).backgroundImage"


class Desk:
    """The page of an analysis."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page
        self.steps = window.page.get_by_test_id("steps")
        self.lines = window.page.locator("[data-line]")
        self.arrows = window.page.locator("[data-arrow]")
        self.bar = window.page.get_by_role("meter")
        self.curve = window.page.get_by_test_id("curve")

    @property
    def position(self) -> str:
        return self.page.get_by_test_id("analysis").get_attribute("data-position") or ""

    @property
    def asked(self) -> str:
        """The position that the address asks for."""
        return parse_qs(urlsplit(self.page.url).query)["at"][0]

    @property
    def field(self) -> Locator:
        return self.page.get_by_label(rukuni("edit.notation"))

    def stands(self, step: int, aside: int = 0) -> None:
        expect(self.steps).to_have_attribute("data-here", str(step))
        expect(self.steps).to_have_attribute("data-aside", str(aside))

    def shows(self, position: str) -> None:
        """The board shows it, and the page is about it."""
        expect(self.page.get_by_test_id("analysis")).to_have_attribute("data-position", position)
        self.window.until(lambda: self._board() == pieces(position))  # its view comes from the hall

    def _board(self) -> dict[str, str]:
        return {hollow: piece for hollow, piece in self.window.pieces().items() if piece}

    def has_judged(self) -> None:
        expect(self.lines).to_have_count(3)
        expect(self.bar).not_to_have_attribute("aria-valuetext", study("thinking"))

    @contextmanager
    def settles(self, position: str) -> Iterator[None]:
        """After this the page has what it gets to know of the position, so its lines change no more: it asks
        for what never comes (`briefly`)."""
        with self.page.expect_request(
            lambda begun: "effort=2" in begun.url and parse_qs(urlsplit(begun.url).query)["at"] == [position]
        ):
            yield

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def pieces(position: str) -> dict[str, str]:
    """What stands where, as the page names it."""
    rows = position.split(maxsplit=1)[0].split("/")
    found = {}
    for number, row in enumerate(reversed(rows)):
        column = max(1, number - 3)
        for letter in row:
            if letter.isdigit():
                column += int(letter)
                continue
            found[f"{'abcdefghi'[number]}{column}"] = {"T": "tower", "w": "white", "g": "grey"}[letter]
            column += 1
    return found


def after(position: str, turn: str) -> str:
    return format_position(parse_position(position).after(parse_move(turn)))


def briefly(window: Window) -> Window:
    """Deeper answers never come, so that the hall does not think long."""
    window.page.route(re.compile("effort=[23]"), lambda _: None)
    return window


def finished(window: Window) -> str:
    """A game that was given up after a few turns."""
    table: str = new_table(window, "1")["table"]
    play_turns(window, turns=TURNS, table=table)
    post(window, f"tables/{table}/resign")
    return table


def test_a_finished_game(come_in: ComeIn) -> None:
    """From its end: the curve fills, keys step along, a line is looked at and played out."""
    me = briefly(come_in(viewport=DESK))
    table = finished(me)
    me.visit(f"/t/{table}")
    me.ending.get_by_test_id("analyse").click()
    desk = Desk(me)
    desk.has_judged()
    expect(desk.curve).to_have_attribute("data-known", str(TURNS + 1))
    turns = story(me, table).turns
    position = OPENING
    slider = me.page.get_by_role("slider", name=study("curve.turn"))
    slider.focus()
    for number, turn in enumerate(turns[:2], start=1):
        desk.press("ArrowRight")
        position = after(position, turn)
        desk.stands(number)
        desk.shows(position)
        expect(slider).to_have_attribute(
            "aria-valuetext", re.compile(f"^{study('curve.at', n=number, of=TURNS)} ")
        )
    is_open_to_all(me)
    desk.press("End")
    desk.stands(TURNS)
    with desk.settles(position):
        desk.press("Home", "ArrowRight", "ArrowRight")
    lines_lead_on(desk, position)
    own_turns_are_tried(desk, position)


def lines_lead_on(desk: Desk, position: str) -> None:
    desk.shows(position)
    desk.has_judged()
    expect(desk.arrows).to_have_count(0)
    first = desk.lines.first
    first.hover()
    move = first.get_attribute("data-line") or ""
    expect(desk.page.locator(f"[data-arrow='{move}']")).to_be_visible()
    first.click()
    desk.page.mouse.move(0, 0)
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(desk.page.locator(f"[data-arrow='{move}']")).to_be_visible()
    desk.page.get_by_role("button", name=study("line.play")).first.click()
    desk.stands(3, aside=1)
    desk.shows(after(position, move))
    expect(desk.arrows).to_have_count(0)
    desk.press("ArrowRight")
    desk.stands(4, aside=2)
    desk.press("Control+z", "Control+z")
    desk.stands(2)
    desk.press("Control+y")
    desk.stands(3, aside=1)
    desk.window.press_study("trial.leave")
    desk.shows(position)


def test_lines_stay_as_they_are_while_one_is_pointed_at(come_in: ComeIn) -> None:
    """A deeper answer comes meanwhile, and is shown as soon as the mouse has left the lines."""
    me = come_in(viewport=DESK)
    deeper: list[Route] = []

    def answer(route: Route) -> None:
        if "effort=1" in route.request.url:
            route.fulfill(json=judged("a1-a4/b4", "a1-a3/b3", "a1-a2/b2"))
        elif "effort=2" in route.request.url:
            deeper.append(route)

    me.page.route("**/analysis?*", answer)
    with me.page.expect_request(lambda begun: "effort=2" in begun.url):
        me.visit("/a/rukuni")
    desk = Desk(me)
    first = desk.lines.first
    first.hover()
    with me.page.expect_request(lambda begun: "effort=3" in begun.url):
        deeper[0].fulfill(json=judged("a5-a4/b4", "a5-a3/b3", "a5-a2/b2"))
    expect(first).to_have_attribute("data-line", "a1-a4/b4")
    me.page.mouse.move(0, 0)
    expect(first).to_have_attribute("data-line", "a5-a4/b4")


def judged(*moves: str) -> dict[str, object]:
    """An answer about the opening, with these moves."""
    lines = [{"moves": [move], "lead": 1.0} for move in moves]
    return {"position": OPENING, "lead": 1.0, "depth": 2, "exact": False, "lines": lines}


def own_turns_are_tried(desk: Desk, position: str) -> None:
    me = desk.window
    touched = []
    for _ in range(3):
        touched.append(min(me.lit()))
        me.touch(touched[-1])
    desk.stands(3, aside=1)
    desk.shows(after(position, "{}-{}/{}".format(*touched)))
    desk.press("?")
    expect(me.page.get_by_role("dialog")).to_contain_text(study("keys.undo"))
    desk.press("Escape")


@pytest.mark.deep
def test_its_keys_and_its_refusal_are_accessible(come_in: ComeIn) -> None:
    me = come_in(viewport=DESK).excuse(*REFUSED_BY_HTTP)
    me.page.route(
        "**/analysis?*",
        lambda route: route.fulfill(status=429, json={"code": "enough_for_now", "facts": {}}),
    )
    me.visit("/a/rukuni")
    me.page.get_by_role("alert").wait_for()
    is_open_to_all(me)
    Desk(me).press("?")
    expect(me.page.get_by_role("dialog")).to_contain_text(study("keys.undo"))
    is_open_to_all(me)


def test_a_game_that_goes_on_leads_back_to_its_table(me: Window) -> None:
    me.play_the_bot().excuse(*REFUSED_BY_HTTP)
    table = me.table
    me.visit(f"/a/rukuni?t={table}")
    me.is_headed(word("error.still_playing"))
    me.page.get_by_role("link", name=word("lobby.resume")).click()
    me.awaits_me()
    assert me.table == table


def test_a_page_that_was_left_asks_no_more(come_in: ComeIn) -> None:
    """The answer that is on its way is not waited for, and there is no next question."""
    me = come_in(viewport=DESK)
    asked: list[str] = []

    def note(begun: Request) -> None:
        if "/analysis?" in begun.url:
            asked.extend(parse_qs(urlsplit(begun.url).query)["effort"])

    me.page.on("request", note)
    briefly(me).visit("/a/rukuni")
    with me.page.expect_event("request", lambda begun: "effort=2" in begun.url):
        Desk(me).has_judged()
    with me.page.expect_event("requestfailed", lambda ended: "effort=2" in ended.url):
        me.go("/")
    me.on_the_shelf("lobby.play").wait_for()
    assert asked == ["1", "2"]
    shelf = me.page.locator('[data-game="rukuni"]')
    expect(shelf.get_by_role("link", name=word("lobby.analysis"))).to_have_attribute("href", "/a/rukuni")


def test_over_the_limit_the_page_says_so_and_does_not_ask_again(come_in: ComeIn) -> None:
    me = come_in(viewport=DESK).excuse(*REFUSED_BY_HTTP)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, json={"code": "enough_for_now", "facts": {}})

    me.page.route("**/analysis?*", refuse)
    me.visit("/a/rukuni")
    expect(me.page.get_by_role("alert")).to_contain_text(word("error.enough_for_now"))
    expect(me.page.get_by_role("alert")).to_contain_text(study("later"))
    me.turn("a1-a4/b4")
    Desk(me).shows(after(OPENING, "a1-a4/b4"))
    assert len(asked) == 1


def test_a_position_of_ones_own_running_game_leads_back_to_the_table(come_in: ComeIn) -> None:
    me = come_in(viewport=DESK).excuse(*REFUSED_BY_HTTP)
    refusal = {"code": "game_in_progress", "facts": {"table": "abcdefgh"}}
    me.page.route("**/analysis?*", lambda route: route.fulfill(status=409, json=refusal))
    me.visit("/a/rukuni")
    expect(me.page.get_by_role("alert")).to_contain_text(word("error.game_in_progress"))
    back = me.page.get_by_role("link", name=word("lobby.resume"))
    expect(back).to_have_attribute("href", "/t/abcdefgh")


def test_a_position_is_put_together(come_in: ComeIn) -> None:
    """By mouse, keys and text, until it can be analysed."""
    me = briefly(come_in(viewport=DESK).excuse(*REFUSED_BY_HTTP))
    me.visit("/a/rukuni")
    desk = Desk(me)
    me.press_study("edit")
    expect(desk.field).to_have_value(OPENING)
    me.touch("e5")
    expect(desk.field).to_have_value("T3T/6/7/8/T3w3T/8/7/6/T3T w")
    me.hollow("e5").focus()
    desk.press("ArrowRight", "g", "ArrowRight", "Enter")
    expect(desk.field).to_have_value("T3T/6/7/8/T3wgw1T/8/7/6/T3T w")
    me.page.get_by_role("radio", name=rukuni("edit.tower")).check()
    me.touch("a1")
    lack = me.page.get_by_test_id("lack")
    expect(lack).to_have_text(rukuni("edit.lacks_towers", n=1))
    desk.field.press("Enter")
    expect(me.page.get_by_role("button", name=study("open"), exact=True)).to_be_disabled()
    desk.field.fill("T3T/6/7/8/T7T/8/7/6/T4T w")
    expect(lack).to_have_text(rukuni("error.row_has_wrong_length", row="T4T", hollows=5))
    wanted = "T3T/6/7/8/T3g3T/8/7/1w4/T3T w"
    desk.field.fill(wanted)
    expect(lack).to_have_text(rukuni("edit.ready"))
    assert {hollow: piece for hollow, piece in me.pieces().items() if piece} == pieces(wanted)
    me.page.get_by_role("radio", name=rukuni("grey")).last.check()
    expect(desk.field).to_have_value(f"{wanted[:-1]}g")
    is_open_to_all(me)
    me.press_study("open")
    desk.has_judged()
    desk.shows(f"{wanted[:-1]}g")
    assert desk.asked == desk.position
    me.page.go_back()
    desk.shows(OPENING)


@pytest.mark.deep
def test_it_fits_on_a_phone_in_every_language(come_in: ComeIn) -> None:
    me = briefly(come_in(**PHONE))
    me.visit("/a/rukuni")
    desk = Desk(me)
    desk.has_judged()
    desk.lines.first.tap()
    expect(desk.arrows.first).to_be_visible()
    is_open_to_all(me)
    before = me.page.get_by_test_id("place").bounding_box()
    for language in LANGUAGES:
        choose(me, language)
        has_no_gap(me)
        fits(me)
        assert me.page.get_by_test_id("place").bounding_box() == before
        me.press_study("edit", language)
        fits(me)
        has_no_gap(me)
        me.press_study("edit.cancel", language)
        desk.steps.wait_for()


def test_set_colours_tell_the_sides_and_the_arrows_apart(come_in: ComeIn) -> None:
    me = briefly(come_in(viewport=DESK, forced_colors="active"))
    me.visit("/a/rukuni")
    desk = Desk(me)
    desk.has_judged()
    plain = look(desk.lines.first)
    desk.lines.first.click()
    me.page.mouse.move(0, 0)
    differ(chosen=look(desk.lines.first), plain=plain)
    grounds = [part.evaluate(GROUND) for part in (desk.bar, desk.bar.locator(".first"))]
    assert ["gradient" in ground for ground in grounds] == [True, False]
