"""The states of the page that are looked at: the hall, what leads to a table, and Rukuni's."""

from collections.abc import Iterator
from random import Random
from typing import Final
from urllib.parse import quote

from playwright.sync_api import expect

from tests.browser.kit import gamescenes, lessonscenes
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import OPEN, PERSON, SceneTable
from tests.browser.kit.screens import UPRIGHT
from tests.browser.kit.stage import Looks, Walk, over, put_away, sheet, sheets
from tests.browser.kit.states import State
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import word

OPENING: Final = quote("T3T/6/7/8/T7T/8/7/6/T3T w")
CORNERS: Final = ("a1", "a5", "e1", "e9", "i5", "i9")
"""Of Rukuni's board."""
OTHERS: Final = {"rukuni": 1, "unikato": 1, "ukuma": 1, "zuma": 2, "ubongo": 1}
"""How many are invited to a game here."""


# the hall


def start_page(scene: Scene) -> Iterator[State]:
    """With nothing on it, and what it opens."""
    me = scene.go("/")
    me.page.get_by_test_id("my-name").wait_for()
    yield State("start page", me)
    yield _rules(me, "rukuni")
    put_away(me)
    me.press("device.others")
    me.page.get_by_test_id("code").wait_for()
    yield State("another device", me, speaks=False)
    put_away(me)
    me.page.set_viewport_size(UPRIGHT)
    me.page.locator('[data-game="unikato"] summary').click()
    me.page.locator('[data-option="patience"]').wait_for()
    yield State("start page, all options unfolded", me, screens=("upright",))


def rules_on_the_start_page(scene: Scene) -> Iterator[State]:
    me = scene.go("/")
    for game in OTHERS:
        yield _rules(me, game)


def _rules(me: Window, game: str) -> State:
    if sheet(me).count():
        put_away(me)
    me.on_the_shelf("lobby.rules", game).click()
    sheet(me).wait_for()
    return State(f"rules of {game} on the start page", me, speaks=False)


def your_tables(scene: Scene) -> Iterator[State]:
    """Every kind of table, one that was removed, and one that is about to be called off."""
    over = [SceneTable("rukuni", "1").begin().resign(0) for _ in range(5)]
    shared = SceneTable("rukuni", PERSON)
    me = scene.at(*over, SceneTable("rukuni", "1").begin(), shared).go("/")
    finished = me.page.locator('[data-kind="finished"]').first
    finished.wait_for()
    levels = me.page.locator('[data-game="rukuni"] .levels')
    chosen, other = levels.locator("input:checked + span"), levels.locator("input:not(:checked) + span").last
    invite, play = me.on_the_shelf("lobby.invite"), me.on_the_shelf("lobby.play")
    yield State(
        "start page with tables",
        me,
        differ=[Looks(plain=invite, first=play), Looks(chosen=chosen, other=other)],
        framed=[invite],
    )
    finished.get_by_role("button").click()
    me.page.get_by_role("button", name=word("tables.undo")).wait_for()
    me.page.locator(f'[data-summary="{shared.id}"]').get_by_role("button").click()
    me.page.get_by_test_id("confirm").wait_for()
    yield State("a table was removed, another is about to be called off", me)


# what leads to a table


def links(scene: Scene) -> Iterator[State]:
    """A code, and a position."""
    me = scene.go("/d/no-such-code")
    me.page.get_by_test_id("device").wait_for()
    yield State("code for another device", me)
    scene.go(f"/p/rukuni?at={OPENING}")
    expect(me.page.locator("[data-piece=tower]")).to_have_count(6)
    yield State("position", me)


def links_that_lead_nowhere(scene: Scene) -> Iterator[State]:
    me = scene.window.excuse(*REFUSED_BY_HTTP)
    scene.go("/d/no-such-code")
    me.press("device.yes")
    expect(me.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
    yield State("code that does not count", me)
    scene.go("/p/rukuni?at=nonsense")
    expect(me.page.get_by_role("heading", level=1)).to_contain_text("nonsense")
    yield State("position that is none", me)
    scene.go("/no/such/page")
    me.is_nowhere("nowhere.title")
    yield State("nowhere", me)
    scene.show(SceneTable("rukuni", OPEN, me=None), invited=False)
    me.is_headed(word("error.invitation_needed"))
    yield State("link that invites nobody", me)


def _before(scene: Scene, game: str) -> Iterator[State]:
    """The waiting room for the host, and the invitation for a guest."""
    others = [OPEN] * OTHERS[game]
    me = scene.show(SceneTable(game, *others))
    me.room.get_by_role("combobox").first.wait_for()
    yield State(f"waiting room of {game}", me)
    scene.show(SceneTable(game, *others, me=None))
    me.invitation.wait_for()
    yield State(f"invitation to {game}", me)


def before_rukuni(scene: Scene) -> Iterator[State]:
    yield from _before(scene, "rukuni")


def before_unikato(scene: Scene) -> Iterator[State]:
    yield from _before(scene, "unikato")


def before_other_games(scene: Scene) -> Iterator[State]:
    for game in ("ukuma", "zuma", "ubongo"):
        yield from _before(scene, game)


def code_for_the_camera(scene: Scene) -> Iterator[State]:
    me = scene.show(SceneTable("rukuni", OPEN))
    me.press("qr.show")
    me.page.get_by_test_id("qr").wait_for()
    yield State("code for the camera", me)


# at a table of Rukuni


def _after(turns: int, *others: str) -> SceneTable:
    table, rng = SceneTable("rukuni", *(others or ("1",)), white="first").begin(), Random(1)
    for _ in range(turns):
        table.any_move(rng)
    return table


def rukuni(scene: Scene) -> Iterator[State]:
    me = scene.show(_after(12))
    me.awaits_me()
    corners = [me.hollow(corner).locator("circle").first for corner in CORNERS]
    yield State("rukuni", me, whole=[*corners, me.status], still=[], focus=[me.hollow("i5")])
    me.begin_a_turn()
    board = me.page.locator(".board > svg").last
    expect(board.locator(".chosen")).to_have_count(1)
    differ = Looks(chosen=board.locator(".chosen"), lit=board.locator(".light").first)
    yield State("rukuni, a tower in the hand", me, whole=[*corners, me.status], differ=[differ])


def rukuni_left(scene: Scene) -> Iterator[State]:
    """Called elsewhere, about to leave, and looking back."""
    me = scene.show(_after(12))
    scene.call(SceneTable("rukuni", PERSON))
    me.page.get_by_test_id("invite-bar").wait_for()
    yield State("called to another table", me)
    me.page.get_by_test_id("invite-bar").get_by_role("button", name=word("table.close")).click()
    me.press("act.leave")
    me.page.get_by_test_id("confirm").wait_for()
    yield State("about to leave", me)
    me.press("act.stay")
    me.press("history.first")
    expect(me.status).to_have_text(word("history.looking"))
    yield State("rukuni, looking back", me)


def rukuni_hint(scene: Scene) -> Iterator[State]:
    me = scene.show(_after(2))
    me.page.get_by_test_id("hint").click()
    expect(me.page.locator("[data-arrow]")).to_have_count(1)
    yield State("rukuni, a hint", me)


def rukuni_sheets(scene: Scene) -> Iterator[State]:
    yield from sheets(scene.show(_after(2)), "rukuni")


def rukuni_over(scene: Scene) -> Iterator[State]:
    """Played to its end, and watched again."""
    table, rng = _after(2), Random(2)
    while table.match.outcome is None:
        table.any_move(rng)
    yield from over(scene.show(table), "rukuni")


def rukuni_given_up(scene: Scene) -> Iterator[State]:
    yield _given_up(scene, "6")


def rukuni_given_up_to_the_weakest(scene: Scene) -> Iterator[State]:
    yield _given_up(scene, "1")


def _given_up(scene: Scene, level: str) -> State:
    """Against a bot that is too good a weaker one is offered, if there is one."""
    me = scene.show(_after(4, level).resign(0))
    me.ending.wait_for()
    expect(me.page.locator("[data-next]")).to_have_count(0 if level == "1" else 1)
    return State(f"given up at level {level}", me, whole=[me.result])


# what does not come


def lost_connection(scene: Scene) -> Iterator[State]:
    me = scene.show(_after(2))
    scene.hang_up()
    me.has_lost_the_line()
    me.page.get_by_role("button", name=word("connection.now")).wait_for()
    yield State("the line is lost", me, speaks=False)


SCENES: Final[tuple[Walk, ...]] = (
    start_page,
    your_tables,
    links,
    before_rukuni,
    before_unikato,
    code_for_the_camera,
    rukuni,
    rukuni_left,
    rukuni_hint,
    rukuni_over,
    rukuni_given_up,
    *gamescenes.SCENES,
    *lessonscenes.SCENES,
)
"""What changes most."""
RARE: Final[tuple[Walk, ...]] = (
    rules_on_the_start_page,
    links_that_lead_nowhere,
    before_other_games,
    rukuni_sheets,
    rukuni_given_up_to_the_weakest,
    lost_connection,
    *gamescenes.RARE,
    *lessonscenes.RARE,
)
