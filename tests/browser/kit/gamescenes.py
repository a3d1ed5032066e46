"""Walks through the tables of Unikato, ukuma, Zuma and Ubongo."""

from collections.abc import Iterator
from random import Random

from playwright.sync_api import Locator, expect

from tests.browser.kit import blocktable, cardtable, poletable
from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.colours import frame_forced, look_forced, looks_forced
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.screens import FLAT, WHOLE
from tests.browser.kit.stage import Looks, Stage, over, sheet, sheets
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.states import State
from tests.browser.kit.tiletable import TileTable, something_fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game, ukuma, unikato


def unikato_table(stage: Stage) -> Iterator[State]:
    """A swap, a tile and a chain in thought, between two rounds, and the end."""
    me, line = stage.held()
    table = TileTable(me, stage.folder).sit_with(something_fits, rounds=2)
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
    tile.click()
    if not stage.thorough:
        return
    yield from sheets(me, "unikato")
    table.tile(table.rack()[0]).click()
    table.bag.click()
    yield State("unikato, a swap in thought", me)
    table.button("take-back").click()
    table.any_chain(Random(1))
    confirm = table.button("confirm")
    yield State("unikato, a chain in thought", me, whole=[confirm])
    table.do("confirm")
    yield State("unikato, after a chain", me, said=lambda language: _says_what_comes_next(table, language))
    play_the_round(me)
    table.sheet.wait_for()
    me.page.set_viewport_size(FLAT)
    expect(table.button("ready")).to_be_in_viewport(ratio=WHOLE)
    yield State("unikato, between two rounds", me, line, whole=[table.button("ready")])
    table.sit("1").my_turn()
    play_the_round(me)
    yield from over(me, "unikato")


def _says_what_it_is(me: Window, language: str) -> None:
    expect(me.page.get_by_role("heading", level=1)).to_have_text(unikato("name", language))
    expect(me.page.locator("svg[role=group]")).to_have_accessible_name(unikato("table.label", language))


def _says_what_comes_next(table: TileTable, language: str) -> None:
    second = "step.second" if table.fitting() else "step.second.nothing_fits"
    key = "step.draw" if table.phase == "draw" else second
    expect(table.window.status).to_have_text(unikato(key, language))


def ukuma_table(stage: Stage) -> Iterator[State]:
    """The first card, a card chosen over both discards, a draw offered, between two games, and the end."""
    me, line = stage.held()
    black, white = _in_play(me)
    held, table = black.held.all(), black.button("table")
    yield State(
        "ukuma",
        me,
        whole=[table, *held, black.button("discard"), black.button("resign"), me.status],
        apart=[table, *held],
        still=[black.held.last],
    )
    yield from _a_card_chosen(black, white)
    if not stage.thorough:
        return
    yield from sheets(me, "ukuma")
    black, white = _at_ukuma(me)
    white.begin()
    starts = black.starts
    starts.first.wait_for()
    yield State(
        "ukuma, the first card",
        me,
        line,
        whole=[table, starts.first, starts.last, me.status],
        apart=[table, starts.first],
        still=[starts.last],
        said=lambda language: _names_the_table(black, language),
    )
    black, white = _in_play(me)
    _, name, cell = black.fitting()
    black.lay(name, cell)
    black.shows(cell)
    white.make("draw")
    black.button("offer").wait_for()
    yield State("ukuma, a draw offered", me, whole=[black.button("accept"), black.held.first, me.status])
    white.make("resign")
    black.is_in("between")
    yield State("ukuma, between two games", me, line, whole=[black.button("ready"), me.status])
    black, white = _in_play(me, best_of=1)
    white.make("resign")
    yield from over(me, "ukuma")


def _at_ukuma(me: Window, best_of: int = 3) -> tuple[CardTable, Opponent]:
    return cardtable.sit_alone(lambda: me, white="second", fits="shown", best_of=best_of)


def _in_play(me: Window, best_of: int = 3) -> tuple[CardTable, Opponent]:
    black, white = _at_ukuma(me, best_of)
    white.begin()
    black.begin()
    black.is_in("playing")
    expect(black.held).to_have_count(3)
    white.sees("playing")
    return black, white


def _a_card_chosen(black: CardTable, white: Opponent) -> Iterator[State]:
    me = black.window
    white.make("discard")
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


def _names_the_table(table: CardTable, language: str) -> None:
    expect(table.button("table")).to_have_accessible_name(ukuma("board.label", language))


def zuma_table(stage: Stage) -> Iterator[State]:
    """The hand dealt, a card chosen, a pole grabbed, a duel, the round counted: each at another table."""
    window, line = stage.held()
    me, (left, right) = poletable.sit_in(window)
    board = [me.plate(seat) for seat in (1, 2)]
    me.poles.first.wait_for()
    yield State(
        "zuma",
        window,
        line,
        whole=[*board, *me.poles.all(), me.cards.first, me.cards.last, me.button("sheet"), window.status],
        apart=[me.poles.first, *me.cards.all(), *board],
        still=[me.cards.last],
        focus=[me.cards.first, me.poles.last],
    )
    if not stage.thorough:
        return
    me, (left, right) = poletable.sit_in(window)
    hand = me.hand()
    free = look_forced(window, me.poles.last)
    me.page.keyboard.press("1")
    left.make(f"pass 1.1 {left.view['hands'][1][0]}")
    me.lays_ready(hand[0])
    expect(me.plate(1)).to_have_attribute("data-chosen", "true")
    chose, plain = (frame_forced(window, plate) for plate in board)
    yield State("zuma, a card chosen", window, line, differ=[Looks(chose=chose, plain=plain)])
    me, (left, right) = poletable.sit_in(window)
    right.make(f"grab 1 {me.first_pole()}")
    me.is_in("grabbing")
    first = frame_forced(window, me.plate(2))
    yield State(
        "zuma, a pole grabbed",
        window,
        line,
        whole=[*board, me.poles.first, window.status],
        differ=[Looks(free=me.poles.last, dealt=free), Looks(first=first, chose=chose, plain=plain)],
    )
    me, people = poletable.sit_in(window)
    pole = me.first_pole()
    for person in people:
        person.make(f"grab 1 {pole}")
    duel = me.page.locator(f'[data-duel="{pole}"]')
    duel.wait_for()
    yield State("zuma, a duel", window, line, whole=[duel, window.status], apart=[duel, me.poles.first])
    me, people = poletable.sit_in(window)
    pole = me.first_pole()
    for person in people:
        person.make(f"grab 1 {pole}")
    me.poles.first.click()
    me.is_counted()
    yield State("zuma, a round counted", window, line, whole=[me.button("ready"), window.status])
    me.button("sheet").click()
    sheet(window).wait_for()
    yield State("zuma, the sheet", window, speaks=False)
    me.page.keyboard.press("Escape")
    yield from sheets(window, "zuma")


def ubongo_alone(stage: Stage) -> Iterator[State]:
    """A level, a task, a piece in the hand; the puzzle of the day to its end, and the record kept."""
    me = stage.window()
    table = blocktable.alone(me, solo="time")
    levels, pieces = me.page.locator("[data-choose]"), me.page.locator("[data-piece]")
    levels.first.wait_for()
    yield State("ubongo, the level", me, whole=[*levels.all(), me.status], focus=[levels.last])
    table.choose(4)
    table.is_in("building")
    expect(pieces).to_have_count(len(table.side["task"]))
    tools = me.page.locator("[data-tumble]").all()
    yield State(
        "ubongo",
        me,
        whole=[table.button("flat"), *pieces.all(), *tools, table.button("lay"), me.status],
        apart=[me.page.locator("[data-level='0']"), *pieces.all(), *tools],
        still=[pieces.last],
    )
    yield from _a_piece_in_the_hand(table, whole=[*pieces.all(), table.button("undo"), me.status])
    me.page.keyboard.press("Delete")
    yield from sheets(me, "ubongo")
    table = blocktable.alone(me, solo="daily")
    table.button("begin-daily").click()
    table.is_in("building")
    table.solve(table.lay_by_keys)
    me.ending.wait_for()
    me.press("lobby.rules")
    me.page.get_by_test_id("legend").wait_for()
    yield State("ubongo, rules above the end", me, speaks=False)
    me.page.keyboard.press("Escape")
    yield from over(me, "ubongo")
    blocktable.alone(me, solo="daily").button("best").wait_for()
    yield State("ubongo, the record", me)


def _a_piece_in_the_hand(table: BlockTable, whole: list[Locator]) -> Iterator[State]:
    me, ((first, cubes), (second, _), *_) = table.window, table.solution()
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
        whole=whole,
        differ=[Looks(held=now, plain=plain)],
        focus=[table.piece(first)],
    )


def ubongo_together(stage: Stage) -> Iterator[State]:
    """Levels and progress of others, the die, and the break between two rounds."""
    host, line = stage.held()
    other, others_line = stage.held()
    mine, theirs = _in_company(host, other)
    if stage.thorough:
        theirs.choose(3)
        expect(mine.button("levels")).to_contain_text(of_game("ubongo", "grade.short", n=3))
        yield State("ubongo, levels in company", host, line)
        mine, theirs = _in_company(host, other)
    for table in (mine, theirs):
        table.choose(1)
    mine.is_in("rolling")
    if stage.thorough:
        honoured = (host, line) if mine.view["roller"] == mine.view["you"] else (other, others_line)
        yield State("ubongo, the die", *honoured)
    blocktable.honours(mine, theirs)
    mine.put(mine.lay_by_keys, *mine.solution()[0])
    mine.page.keyboard.press(mine.solution()[1][0])
    if stage.thorough:
        yield State("ubongo, building in company", host)
    mine.page.keyboard.press("Delete")
    for table in (mine, theirs):
        table.solve(table.lay_by_keys)
    mine.is_in("between")
    yield State("ubongo, between two rounds", host, line)


def _in_company(*windows: Window, **options: object) -> tuple[BlockTable, BlockTable]:
    waiting = list(windows)
    return blocktable.sit_down(lambda: waiting.pop(0), rounds=3, **options)
