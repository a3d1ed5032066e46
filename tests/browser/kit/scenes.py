"""Walks through the states of the page: each state is reached once, and then checked in every respect."""

from collections.abc import Iterator
from random import Random
from typing import Final
from urllib.parse import quote

from playwright.sync_api import expect

from tests.browser.kit.gamescenes import (
    ubongo_alone,
    ubongo_together,
    ukuma_table,
    unikato_table,
    zuma_table,
)
from tests.browser.kit.lessonscenes import lessons
from tests.browser.kit.match import before, before_the_end, link_to, new_table, post, set_up
from tests.browser.kit.screens import UPRIGHT
from tests.browser.kit.stage import Looks, Stage, Walk, over, sheet, sheets
from tests.browser.kit.states import State
from tests.browser.kit.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.kit.words import word

OPENING: Final = quote("T3T/6/7/8/T7T/8/7/6/T3T w")
CORNERS: Final = ("a1", "a5", "e1", "e9", "i5", "i9")
"""Of Rukuni's board."""
FRIENDS: Final = {"rukuni": 1, "unikato": 1, "ukuma": 1, "zuma": 2, "ubongo": 1}
"""How many are invited to a game here."""
GAMES: Final = tuple(FRIENDS)


# the hall


def lobby(stage: Stage) -> Iterator[State]:
    """The start page with nothing on it, with every kind of table, and what it opens."""
    me = stage.window().visit()
    me.page.get_by_test_id("my-name").wait_for()
    yield State("start page", me)
    for game in GAMES if stage.thorough else ("rukuni",):
        me.on_the_shelf("lobby.rules", game).click()
        sheet(me).wait_for()
        yield State(f"rules of {game} on the start page", me, speaks=False)
        me.page.keyboard.press("Escape")
    me.press("device.others")
    me.page.get_by_test_id("code").wait_for()
    yield State("another device", me, speaks=False)
    yield from _your_tables(stage, me)
    me.visit()
    me.page.set_viewport_size(UPRIGHT)
    me.page.locator('[data-game="unikato"] summary').click()
    me.page.locator('[data-option="patience"]').wait_for()
    yield State("start page, all options unfolded", me, screens=("upright",))


def _your_tables(stage: Stage, me: Window) -> Iterator[State]:
    for _ in range(5):
        post(me, f"tables/{new_table(me, '1')['table']}/resign")
    new_table(me, "1")
    shared = new_table(me, "open")["table"]
    post(stage.come_in(), f"tables/{shared}/sit")
    me.visit()
    finished = me.page.locator('[data-kind="finished"]').first
    finished.wait_for()
    shelf = me.page.locator('[data-game="rukuni"] .levels')
    chosen, other = shelf.locator("input:checked + span"), shelf.locator("input:not(:checked) + span").last
    invite, play = me.on_the_shelf("lobby.invite"), me.on_the_shelf("lobby.play")
    yield State(
        "start page with tables",
        me,
        differ=[Looks(plain=invite, first=play), Looks(chosen=chosen, other=other)],
        framed=[invite],
    )
    finished.get_by_role("button").click()
    me.page.get_by_role("button", name=word("tables.undo")).wait_for()
    me.page.locator(f'[data-summary="{shared}"]').get_by_role("button").click()
    me.page.get_by_test_id("confirm").wait_for()
    yield State("a table was removed, another is about to be called off", me)


def links(stage: Stage) -> Iterator[State]:
    """What a link leads to: a code, a position, or nothing."""
    me = stage.window().excuse(*REFUSED_BY_HTTP).visit("/d/no-such-code")
    me.page.get_by_test_id("device").wait_for()
    yield State("code for another device", me)
    if stage.thorough:
        me.press("device.yes")
        expect(me.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
        yield State("code that does not count", me)
    me.visit(f"/p/rukuni?at={OPENING}")
    expect(me.page.locator("[data-piece=tower]")).to_have_count(6)
    yield State("position", me)
    if not stage.thorough:
        return
    me.visit("/p/rukuni?at=nonsense")
    me.page.get_by_role("heading", level=1).wait_for()
    yield State("position that is none", me)
    me.visit("/no/such/page").is_nowhere("nowhere.title")
    yield State("nowhere", me)


def before_a_game(stage: Stage) -> Iterator[State]:
    """Each game's waiting room and invitation, a code for the camera, a link without an invitation."""
    host, guest = stage.window(), stage.window()
    for game in GAMES if stage.thorough else ("rukuni", "unikato"):
        table = set_up(host, game, ["open"] * FRIENDS[game], {}, "on")["table"]
        host.visit(f"/t/{table}")
        host.room.get_by_role("combobox").first.wait_for()
        yield State(f"waiting room of {game}", host)
        guest.visit(link_to(table))
        guest.invitation.wait_for()
        yield State(f"invitation to {game}", guest)
    reach = {"open": True, "addresses": ["http://192.168.1.20:8000"], "command": ""}
    host.page.route("**/api/addresses", lambda route: route.fulfill(json=reach))
    host.page.reload()
    host.press("qr.show")
    host.page.get_by_test_id("qr").wait_for()
    yield State("code for the camera", host)
    guest.visit(f"/t/{table}")
    guest.is_headed(word("error.invitation_needed"))
    yield State("link that invites nobody", guest)


# at a table


def rukuni(stage: Stage) -> Iterator[State]:
    me = stage.window()
    elsewhere = new_table(me, "open")["table"]
    before(me, 12).awaits_me()
    corners = [me.hollow(corner).locator("circle").first for corner in CORNERS]
    yield State("rukuni", me, whole=[*corners, me.status], still=[], focus=[me.hollow("i5")])
    if stage.thorough:
        yield from sheets(me, "rukuni")
    post(stage.come_in(), f"tables/{elsewhere}/sit")
    me.page.get_by_test_id("invite-bar").wait_for()
    yield State("called to another table", me)
    me.page.get_by_test_id("invite-bar").get_by_role("button", name=word("table.close")).click()
    seq = me.seq
    me.any_turn(Random(1))
    me.shows(seq + 2)
    me.press("act.take_back")
    me.shows(seq + 3)
    me.press("act.leave")
    me.page.get_by_test_id("confirm").wait_for()
    yield State("about to leave", me)
    me.press("act.stay")
    me.begin_a_turn()
    board = me.page.locator(".board > svg").last
    expect(board.locator(".chosen")).to_have_count(1)
    differ = Looks(chosen=board.locator(".chosen"), lit=board.locator(".light").first)
    yield State("rukuni, a tower in the hand", me, whole=[*corners, me.status], differ=[differ])
    me.page.keyboard.press("Escape")
    me.page.get_by_test_id("hint").click()
    expect(me.page.locator("[data-arrow]")).to_have_count(1)
    yield State("rukuni, a hint", me)
    me.press("history.first")
    expect(me.status).to_have_text(word("history.looking"))
    yield State("rukuni, looking back", me)


def rukuni_over(stage: Stage) -> Iterator[State]:
    """Played to its end and watched again, given up, and given up against a bot that is too good."""
    me = stage.window()
    before_the_end(me)
    yield from over(me, "rukuni")
    for level in ("1", "6") if stage.thorough else ("6",):
        me.play_the_bot(level)
        me.press("act.resign")
        me.press("act.resign.yes")
        me.ending.wait_for()
        expect(me.page.locator("[data-next]")).to_have_count(0 if level == "1" else 1)
        yield State(f"given up at level {level}", me, whole=[me.result])


# what does not come


def faults(stage: Stage) -> Iterator[State]:
    """A game's code, and then the line."""
    me = stage.window().excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP)
    me.excuse("Couldn't load preload assets")  # axe, which looks at the page's styles once more
    me.page.route("**/client-*.js", lambda route: route.abort())
    me.visit(f"/t/{new_table(me, '1')['table']}")
    me.page.get_by_test_id("load-failed").wait_for()
    yield State("the code of a game does not come", me, speaks=False)
    me.page.unroute("**/client-*.js")
    me.page.get_by_test_id("load-failed").get_by_role("button").click()
    me.awaits_me()
    me.context.set_offline(True)
    me.has_lost_the_line()
    me.page.get_by_role("button", name=word("connection.now")).wait_for()
    yield State("the line is lost", me, speaks=False)


WALKS: Final[tuple[Walk, ...]] = (
    lobby,
    links,
    before_a_game,
    rukuni,
    rukuni_over,
    unikato_table,
    ukuma_table,
    zuma_table,
    ubongo_together,
    lessons,
)
RARE: Final[tuple[Walk, ...]] = (ubongo_alone, faults)
"""Looked at thoroughly alone."""
