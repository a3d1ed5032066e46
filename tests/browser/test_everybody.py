"""Checked with axe-core: nobody is shut out, by day or by night."""

from collections.abc import Callable
from functools import cache
from typing import Final, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.match import new_table, post, set_up
from tests.browser.middle import Middle
from tests.browser.stand_in import play_to_the_end, play_turns
from tests.browser.test_reconnecting import newer
from tests.browser.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.words import WEB, word

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN = "() => axe.run(document, { resultTypes: ['violations'] })"
SHADES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
NAMES: Final = """
() => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const written = (parts) => plain(parts.map(({ textContent }) => textContent).join(" "));
  return [...document.querySelectorAll("button, a[href], summary, [role=button]")].flatMap((node) => {
    const name = plain(node.ariaLabel ?? "");
    const shown = (part) =>
      part.nodeType === Node.TEXT_NODE ||
      (part.checkVisibility?.() && !part.matches("svg, .unseen"));
    const parts = [...node.childNodes].filter(shown);
    const label = written(parts.filter(({ ariaHidden }) => ariaHidden !== "true"));
    const badge = written(parts.filter(({ ariaHidden }) => ariaHidden === "true"));
    if (!name || (name.startsWith(label) && name.includes(badge))) return [];
    return [`${label} ${badge} is called ${name}`];
  });
}
"""
"""Whoever says the word on a button presses it: its name begins with that, and holds what else is on it."""


@cache
def axe() -> str:
    return AXE.read_text("utf-8")


def violations(me: Window) -> list[str]:
    me.page.evaluate(axe())
    found = me.page.evaluate(RUN)["violations"]
    names: list[str] = me.page.evaluate(NAMES)
    return names + [
        f"{rule['id']} ({rule['impact']}): {node['html']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def start_page(me: Window) -> None:
    me.play_the_bot()
    me.visit()
    me.page.get_by_test_id("my-name").wait_for()


def tables_of_every_kind(me: Window) -> None:
    """Also one that was just removed, and one that is about to be called off."""
    for _ in range(5):
        post(me, f"tables/{new_table(me, 'novice')['table']}/resign")
    new_table(me, "novice")
    shared = new_table(me, "open")["table"]
    friend = Window(me.browser.new_context(), me.address)
    post(friend, f"tables/{shared}/sit")
    friend.context.close()
    me.visit()
    me.page.locator('[data-kind="finished"]').first.get_by_role("button").click()
    me.page.get_by_role("button", name=word("tables.undo")).wait_for()
    me.page.locator(f'[data-brief="{shared}"]').get_by_role("button").click()
    me.page.get_by_test_id("sure").wait_for()


def code_of_a_link(me: Window) -> None:
    me.page.route(
        "**/api/addresses",
        lambda route: route.fulfill(
            json={"open": True, "addresses": ["http://192.168.1.20:8000"], "command": ""}
        ),
    )
    me.visit(f"/t/{new_table(me, 'open')['table']}")
    me.press("qr.show")
    me.page.get_by_test_id("qr").wait_for()


def easier(me: Window) -> None:
    given_up(me, "careful")
    me.page.locator("[data-next]").wait_for()


def waiting_room(me: Window) -> None:
    me.visit()
    me.on_the_shelf("lobby.invite").click()
    me.room.get_by_role("combobox").wait_for()


def invitation(me: Window) -> None:
    host = Window(me.browser.new_context(), me.address)
    me.visit(f"/t/{new_table(host, 'open', watch='on')['table']}")
    me.invitation.wait_for()
    host.context.close()


def called(me: Window) -> None:
    table = new_table(me, "open")["table"]
    me.play_the_bot()
    friend = Window(me.browser.new_context(), me.address)
    post(friend, f"tables/{table}/sit")
    me.page.get_by_test_id("call").wait_for()
    friend.context.close()


def leaving(me: Window) -> None:
    me.play_the_bot()
    me.turn("a1-a4/b4")
    me.shows(3)
    me.press("act.take_back")
    me.shows(4)
    me.press("act.leave")


def given_up(me: Window, level: str = "novice") -> None:
    me.play_the_bot(level)
    me.press("act.resign")
    me.press("act.resign.yes")
    me.ending.wait_for()


def other_devices(me: Window) -> None:
    me.visit()
    me.press("device.others")
    me.page.get_by_test_id("code").wait_for()


def second_device(me: Window) -> None:
    me.visit("/d/no-such-code")
    me.page.get_by_test_id("device").wait_for()


def in_play(me: Window) -> None:
    me.play_the_bot()
    play_turns(me, turns=12)
    me.begin_a_turn()


def looking_back(me: Window) -> None:
    me.play_the_bot()
    play_turns(me, turns=4)
    me.shows(5)
    me.press("history.first")


def end_of_game(me: Window) -> None:
    me.play_the_bot()
    play_to_the_end(me)


def watching_again(me: Window) -> None:
    me.play_the_bot()
    play_to_the_end(me)
    me.ending.get_by_role("button", name=word("replay.watch")).click()
    me.page.get_by_role("slider").wait_for()


def rules_sheet(me: Window) -> None:
    me.visit()
    me.on_the_shelf("lobby.rules").click()
    me.page.get_by_role("dialog").wait_for()


SCENES = [
    start_page,
    tables_of_every_kind,
    code_of_a_link,
    easier,
    waiting_room,
    invitation,
    called,
    leaving,
    given_up,
    other_devices,
    second_device,
    in_play,
    looking_back,
    end_of_game,
    watching_again,
    rules_sheet,
]


def is_open_to_all(me: Window) -> None:
    for shade in SHADES:
        me.page.emulate_media(color_scheme=shade)
        assert violations(me) == []


@pytest.mark.deep
def test_pages_that_are_soon_seen(me: Window) -> None:
    """In one window: a first visit, the hall's waiting rooms, nowhere, a position, one that is none."""
    me.excuse(*REFUSED_BY_HTTP).visit()
    me.page.get_by_test_id("my-name").wait_for()
    is_open_to_all(me)
    for game, options in (("unikato", {"starter": "first"}), ("ukuma", {"white": "first"})):
        me.visit(f"/t/{set_up(me, game, ['open'], options)['table']}")
        me.room.get_by_role("combobox").wait_for()
        is_open_to_all(me)
    me.visit("/no/such/page").is_nowhere("nowhere.title")
    is_open_to_all(me)
    me.visit("/p/rukuni?at=nonsense")
    me.page.get_by_role("heading", level=1).wait_for()
    is_open_to_all(me)


def test_invitations_to_every_game(me: Window, come_in: ComeIn) -> None:
    host = come_in()
    for game, options in (("unikato", {"starter": "first"}), ("ukuma", {"white": "first"})):
        me.visit(f"/t/{set_up(host, game, ['open'], options, 'on')['table']}")
        me.invitation.wait_for()
        is_open_to_all(me)


def test_a_position_that_somebody_sent(come_in: ComeIn) -> None:
    player = come_in().play_the_bot()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.press("history.link")
    player.page.get_by_role("button", name=word("invite.copied")).wait_for()
    player.page.goto(player.page.evaluate("navigator.clipboard.readText()"))
    expect(player.page.locator("[data-piece=tower]")).to_have_count(6)
    is_open_to_all(player)


@pytest.mark.deep
def test_when_something_does_not_come(me: Window) -> None:
    """A game's code, and then the line."""
    me.excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP)
    me.page.route("**/playing-*.js", lambda route: route.abort())
    me.visit(f"/t/{new_table(me, 'novice')['table']}")
    me.page.get_by_test_id("load-failed").wait_for()
    is_open_to_all(me)
    me.page.unroute("**/playing-*.js")
    me.page.get_by_test_id("load-failed").get_by_role("button").click()
    me.awaits_me()
    me.context.set_offline(True)
    me.has_lost_the_line()
    me.page.get_by_role("button", name=word("line.now")).wait_for()
    is_open_to_all(me)


def test_a_page_that_is_older_than_its_hall(me: Window) -> None:
    Middle(me).on_told = newer
    me.play_the_bot()
    me.page.get_by_test_id("newer").wait_for()
    is_open_to_all(me)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nobody_is_shut_out(me: Window, scene: Callable[[Window], None]) -> None:
    scene(me)
    is_open_to_all(me)
