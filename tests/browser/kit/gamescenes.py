"""The states of the tables of Unikato, ukuma, Zuma and Ubongo that are looked at."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.colours import frame_forced, look_forced, looks_forced
from tests.browser.kit.poletable import SOON_MS, PoleTable
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.scenecards import playing
from tests.browser.kit.scenetiles import SceneTiles, dealt, round_over
from tests.browser.kit.screens import FLAT, WHOLE
from tests.browser.kit.stage import Looks, Walk, over, sheet, sheets
from tests.browser.kit.states import State
from tests.browser.kit.tiletable import TileTable, something_fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game, ukuma, unikato

# Unikato


def _tiles(scene: Scene) -> TileTable:
    return SceneTiles(scene).sit_with(something_fits)


def unikato_table(scene: Scene) -> Iterator[State]:
    table = _tiles(scene)
    me = table.window
    felt, rack = table.button("table"), me.page.locator("[data-rack-tile]")
    sort = me.page.locator("[data-sort]")
    sort.first.click()
    tile = table.tile(table.fitting()[0])
    before, dark = looks_forced(me, tile), look_forced(me, me.page.locator("[data-place]").first)
    yield State(
        "unikato",
        me,
        whole=[felt, table.bag, rack.last, me.status],
        still=[rack.last],
        differ=[Looks(pressed=sort.first, other=sort.last)],
        focus=[tile],
        said=lambda language: _says_what_it_is(me, language),
    )
    tile.click()
    lit = me.page.locator("[data-place][data-lit]").first
    yield State(
        "unikato, a tile chosen",
        me,
        differ=[Looks(before, chosen=tile), Looks(lit=lit, dark=dark)],
        focus=[lit],
    )


def unikato_in_thought(scene: Scene) -> Iterator[State]:
    """A swap, a chain, and what comes after it."""
    table = _tiles(scene)
    me = table.window
    table.tile(table.rack()[0]).click()
    table.bag.click()
    yield State("unikato, a swap in thought", me)
    table.button("take-back").click()
    table.any_chain(Random(1))
    confirm = table.button("confirm")
    yield State("unikato, a chain in thought", me, whole=[confirm])
    table.do("confirm")
    yield State("unikato, after a chain", me, said=lambda language: _says_what_comes_next(table, language))


def unikato_sheets(scene: Scene) -> Iterator[State]:
    yield from sheets(_tiles(scene).window, "unikato")


def unikato_between_rounds(scene: Scene) -> Iterator[State]:
    table, me = SceneTiles(scene), scene.show(round_over(dealt(rounds=2)))
    table.sheet.wait_for()
    me.page.set_viewport_size(FLAT)
    expect(table.button("ready")).to_be_in_viewport(ratio=WHOLE)
    yield State("unikato, between two rounds", me, whole=[table.button("ready")])


def unikato_over(scene: Scene) -> Iterator[State]:
    yield from over(scene.show(round_over(dealt())), "unikato")


def _says_what_it_is(me: Window, language: str) -> None:
    expect(me.page.get_by_role("heading", level=1)).to_have_text(unikato("name", language))
    expect(me.page.locator("svg[role=group]")).to_have_accessible_name(unikato("table.label", language))


def _says_what_comes_next(table: TileTable, language: str) -> None:
    second = "step.second" if table.fitting() else "step.second.nothing_fits"
    key = "step.draw" if table.phase == "draw" else second
    expect(table.window.status).to_have_text(unikato(key, language))


# ukuma, where the page has Black


def _cards(**options: Any) -> SceneTable:
    return SceneTable("ukuma", PERSON, white="second", fits="shown", countdown=1, **options).begin()


def _playing(**options: Any) -> SceneTable:
    return playing(white="second", fits="shown", **options)


def _at_cards(scene: Scene, table: SceneTable, phase: str) -> CardTable:
    cards = CardTable(scene.show(table))
    cards.is_in(phase)
    return cards


def ukuma_table(scene: Scene) -> Iterator[State]:
    """In play, and a card chosen while both discards lie there."""
    black = _at_cards(scene, _playing().play(1, "discard"), "playing")
    expect(black.held).to_have_count(3)
    me, held, table = black.window, black.held.all(), black.button("table")
    yield State(
        "ukuma",
        me,
        whole=[table, *held, black.button("discard"), black.button("resign"), me.status],
        apart=[table, *held],
        still=[black.held.last],
    )
    expect(black.button("discards-far").locator("svg")).to_have_count(3)
    black.throw_away()
    place, name, _ = black.fitting()
    card = black.card(name)
    before = looks_forced(me, card)
    me.page.keyboard.press(str(int(place) + 1))
    black.lit.first.wait_for()
    kinds = {
        "aimed": black.button("target"),
        "lit": me.page.locator("[data-lit]:has(.lit)"),  # not the one aimed at: there the card is drawn
        "dark": me.page.locator("[data-free]:not([data-lit])"),
    }
    cells = Looks({kind: cell.first for kind, cell in kinds.items() if cell.count()})
    free = me.page.locator("[data-free]").first
    yield State("ukuma, a card chosen", me, differ=[Looks(before, chosen=card), cells], focus=[card, free])


def ukuma_sheets(scene: Scene) -> Iterator[State]:
    yield from sheets(_at_cards(scene, _playing(), "playing").window, "ukuma")


def ukuma_first_card(scene: Scene) -> Iterator[State]:
    black = _at_cards(scene, _cards(best_of=3).play(1, "ready"), "setup")
    me, starts, table = black.window, black.starts, black.button("table")
    starts.first.wait_for()
    yield State(
        "ukuma, the first card",
        me,
        whole=[table, starts.first, starts.last, me.status],
        apart=[table, starts.first],
        still=[starts.last],
        said=lambda language: _names_the_table(black, language),
    )


def ukuma_offer(scene: Scene) -> Iterator[State]:
    black = _at_cards(scene, _playing(best_of=3), "playing")
    _, name, cell = black.fitting()
    black.lay(name, cell)
    black.shows(cell)
    scene.table.play(1, "draw")
    black.button("offer").wait_for()
    me = black.window
    yield State("ukuma, a draw offered", me, whole=[black.button("accept"), black.held.first, me.status])


def ukuma_between_games(scene: Scene) -> Iterator[State]:
    black = _at_cards(scene, _playing(best_of=3).play(1, "resign"), "between")
    yield State("ukuma, between two games", black.window, whole=[black.button("ready"), black.window.status])


def ukuma_over(scene: Scene) -> Iterator[State]:
    yield from over(scene.show(_playing(best_of=1).play(1, "resign")), "ukuma")


def _names_the_table(table: CardTable, language: str) -> None:
    expect(table.button("table")).to_have_accessible_name(ukuma("board.label", language))


# Zuma


def _poles() -> SceneTable:
    return SceneTable("zuma", PERSON, PERSON, beat="calm", cycles=1).begin()


def _at_poles(scene: Scene, table: SceneTable, phase: str) -> PoleTable:
    poles = PoleTable(scene.show(table))
    poles.is_in(phase)
    return poles


def _plates(me: PoleTable) -> list[Locator]:
    return [me.plate(seat) for seat in (1, 2)]


def zuma_table(scene: Scene) -> Iterator[State]:
    """The hand dealt."""
    me = _at_poles(scene, _poles(), "dealt")
    window, board = me.window, _plates(me)
    me.poles.first.wait_for()
    yield State(
        "zuma",
        window,
        whole=[*board, *me.poles.all(), me.cards.first, me.cards.last, me.button("sheet"), window.status],
        apart=[me.poles.first, *me.cards.all(), *board],
        still=[me.cards.last],
        focus=[me.cards.first, me.poles.last],
    )


def zuma_in_hand(scene: Scene) -> Iterator[State]:
    """A card chosen, and a pole grabbed at another table."""
    me = _at_poles(scene, _poles(), "dealt")
    window = me.window
    free = look_forced(window, me.poles.last)
    window.page.keyboard.press("1")
    scene.table.play(1, f"pass 1.1 {scene.table.view(1).hands[1][0].value}")
    me.lays_ready(me.hand()[0])
    expect(me.plate(1)).to_have_attribute("data-chosen", "true")
    chose, plain = (frame_forced(window, plate) for plate in _plates(me))
    yield State("zuma, a card chosen", window, differ=[Looks(chose=chose, plain=plain)])
    table = _poles()
    me = _at_poles(scene, table.play(2, f"grab 1 {_pole(table)}").wait(SOON_MS), "grabbing")
    first = frame_forced(window, me.plate(2))
    yield State(
        "zuma, a pole grabbed",
        window,
        whole=[*_plates(me), me.poles.first, window.status],
        differ=[Looks(free=me.poles.last, dealt=free), Looks(first=first, chose=chose, plain=plain)],
    )


def _pole(table: SceneTable, number: int = 0) -> str:
    name: str = table.view().poles[number].pole.value
    return name


def _duel(table: SceneTable) -> SceneTable:
    grab = f"grab 1 {_pole(table)}"
    return table.play(1, grab).wait(SOON_MS).play(2, grab).wait(SOON_MS)


def zuma_duel(scene: Scene) -> Iterator[State]:
    me = _at_poles(scene, _poles(), "dealt")
    _duel(scene.table)
    window, duel = me.window, me.page.locator("[data-duel]")
    duel.wait_for()
    yield State("zuma, a duel", window, whole=[duel, window.status], apart=[duel, me.poles.first])


def zuma_counted(scene: Scene) -> Iterator[State]:
    table = _duel(_poles())
    table.play(0, f"grab 1 {_pole(table, 1)}").until("counted")
    me = PoleTable(scene.show(table))
    me.is_counted()
    window = me.window
    yield State("zuma, a round counted", window, whole=[me.button("ready"), window.status])
    me.button("sheet").click()
    sheet(window).wait_for()
    yield State("zuma, the sheet", window, speaks=False)


def zuma_sheets(scene: Scene) -> Iterator[State]:
    yield from sheets(_at_poles(scene, _poles(), "dealt").window, "zuma")


# Ubongo


def _at_blocks(scene: Scene, table: SceneTable, phase: str) -> BlockTable:
    blocks = BlockTable(scene.show(table))
    blocks.is_in(phase)
    return blocks


def _alone(**options: Any) -> SceneTable:
    return SceneTable("ubongo", solo="time", **options).begin()


def ubongo_levels(scene: Scene) -> Iterator[State]:
    me = _at_blocks(scene, _alone(), "choosing").window
    levels = me.page.locator("[data-choose]")
    yield State("ubongo, the level", me, whole=[*levels.all(), me.status], focus=[levels.last])


def ubongo_alone(scene: Scene) -> Iterator[State]:
    """A task, and a piece in the hand."""
    table = _at_blocks(scene, _alone().play(0, "level 4"), "building")
    me, pieces = table.window, table.page.locator("[data-piece]")
    expect(pieces).to_have_count(len(table.side["task"]))
    tools = me.page.locator("[data-tumble]").all()
    yield State(
        "ubongo",
        me,
        whole=[table.button("flat"), *pieces.all(), *tools, table.button("lay"), me.status],
        apart=[me.page.locator("[data-level='0']"), *pieces.all(), *tools],
        still=[pieces.last],
    )
    (first, cubes), (second, _), *_ = table.solution()
    held = table.piece(second)
    plain = frame_forced(me, held)
    table.put(table.lay_by_mouse, first, cubes)
    held.click()
    expect(held).to_have_attribute("data-state", "held")
    opacity = table.piece(first).locator("svg").evaluate("it => getComputedStyle(it).opacity")
    assert float(opacity) < 0.5, "it lies on the board"
    now = frame_forced(me, held)
    yield State(
        "ubongo, a piece in the hand",
        me,
        whole=[*pieces.all(), table.button("undo"), me.status],
        differ=[Looks(held=now, plain=plain)],
        focus=[table.piece(first)],
    )


def ubongo_paused(scene: Scene) -> Iterator[State]:
    me = scene.show(_alone().play(0, "level 1").pause())
    cover = me.page.get_by_test_id("paused")
    cover.get_by_test_id("go-on").wait_for()
    yield State("ubongo, paused", me, whole=[cover, me.status], focus=[cover.get_by_test_id("go-on")])


def ubongo_sheets(scene: Scene) -> Iterator[State]:
    yield from sheets(_at_blocks(scene, _alone().play(0, "level 1"), "building").window, "ubongo")


def ubongo_over(scene: Scene) -> Iterator[State]:
    """Solved but for the last piece, which the player lays; then the rules above the end, and the end."""
    table = _at_blocks(scene, SceneTable("ubongo", solo="daily").begin().play(0, "ready"), "building")
    me = table.window
    table.solve(table.lay_by_keys)
    me.ending.wait_for()
    me.press("lobby.rules")
    me.page.get_by_test_id("legend").wait_for()
    yield State("ubongo, rules above the end", me, speaks=False)
    me.page.keyboard.press("Escape")
    yield from over(me, "ubongo")
    scene.show(SceneTable("ubongo", solo="daily").begin())
    table.button("best").wait_for()
    yield State("ubongo, the record", me)


def _company() -> SceneTable:
    return SceneTable("ubongo", PERSON, rounds=3, hourglass=300).begin()


def ubongo_choosing(scene: Scene) -> Iterator[State]:
    mine = _at_blocks(scene, _company().play(1, "level 3"), "choosing")
    expect(mine.button("levels")).to_contain_text(of_game("ubongo", "grade.short", n=3))
    yield State("ubongo, levels in company", mine.window)


def _rolling() -> SceneTable:
    return _company().play(0, "level 1").play(1, "level 1").until("rolling")


def ubongo_die(scene: Scene) -> Iterator[State]:
    mine = _at_blocks(scene, _rolling(), "rolling")
    mine.button("honour").wait_for()
    yield State("ubongo, the die", mine.window)


def ubongo_building(scene: Scene) -> Iterator[State]:
    mine = _at_blocks(scene, _rolling().until("building"), "building")
    mine.put(mine.lay_by_keys, *mine.solution()[0])
    mine.page.keyboard.press(mine.solution()[1][0])
    yield State("ubongo, building in company", mine.window)


def ubongo_between_rounds(scene: Scene) -> Iterator[State]:
    mine = _at_blocks(scene, _rolling().until("between"), "between")
    yield State("ubongo, between two rounds", mine.window)


SCENES: Final[tuple[Walk, ...]] = (
    unikato_table,
    ukuma_table,
    zuma_table,
    ubongo_alone,
    ubongo_paused,
    ubongo_between_rounds,
)
"""What changes most."""
RARE: Final[tuple[Walk, ...]] = (
    unikato_in_thought,
    unikato_sheets,
    unikato_between_rounds,
    unikato_over,
    ukuma_sheets,
    ukuma_first_card,
    ukuma_offer,
    ukuma_between_games,
    ukuma_over,
    zuma_in_hand,
    zuma_duel,
    zuma_counted,
    zuma_sheets,
    ubongo_levels,
    ubongo_sheets,
    ubongo_over,
    ubongo_choosing,
    ubongo_die,
    ubongo_building,
)
