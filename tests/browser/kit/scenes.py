"""Walks through the states of the page: each state is reached once, and then checked in every respect."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import quote

from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit import blocktable, cardtable, poletable
from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.colours import frame_forced, look_forced, looks_forced
from tests.browser.kit.heldline import HeldLine
from tests.browser.kit.match import before, before_the_end, link_to, new_table, post, set_up
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.screens import DESK, FLAT, UPRIGHT, WHOLE
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.states import State
from tests.browser.kit.tiletable import TileTable, something_fits
from tests.browser.kit.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.kit.words import of_game, ukuma, unikato, word

OPENING: Final = quote("T3T/6/7/8/T7T/8/7/6/T3T w")
CORNERS: Final = ("a1", "a5", "e1", "e9", "i5", "i9")
"""Of Rukuni's board."""
FRIENDS: Final = {"rukuni": 1, "unikato": 1, "ukuma": 1, "zuma": 2, "ubongo": 1}
"""How many are invited to a game here."""
GAMES: Final = tuple(FRIENDS)


@dataclass(frozen=True)
class Stage:
    come_in: ComeIn
    folder: Path
    thorough: bool
    """Whether every state is looked at, or only those that change most."""

    def window(self) -> Window:
        return self.come_in(viewport=DESK)

    def held(self) -> tuple[Window, HeldLine]:
        """Where the game's clock runs."""
        window = self.window()
        return window, HeldLine(window)


Looks = dict[str, str | Locator]
Walk = Callable[[Stage], Iterator[State]]


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
    shelf = me.page.locator('[data-game="rukuni"] .rungs')
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
    me.page.locator(f'[data-brief="{shared}"]').get_by_role("button").click()
    me.page.get_by_test_id("sure").wait_for()
    yield State("a table was removed, another is about to be called off", me)


def links(stage: Stage) -> Iterator[State]:
    """What a link leads to: a code, a position, or nothing."""
    me = stage.window().excuse(*REFUSED_BY_HTTP).visit("/d/no-such-code")
    me.page.get_by_test_id("device").wait_for()
    yield State("code for another device", me)
    me.press("device.yes")
    expect(me.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
    yield State("code that does not count", me)
    me.visit(f"/p/rukuni?at={OPENING}")
    expect(me.page.locator("[data-piece=tower]")).to_have_count(6)
    yield State("position", me)
    me.visit("/p/rukuni?at=nonsense")
    me.page.get_by_role("heading", level=1).wait_for()
    yield State("position that is none", me)
    me.visit("/no/such/page").is_nowhere("nowhere.title")
    yield State("nowhere", me)


def before_a_game(stage: Stage) -> Iterator[State]:
    """Each game's waiting room and invitation, a code for the camera, a link that invites nobody."""
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


def sheet(me: Window) -> Locator:
    return me.page.get_by_role("dialog")


def _sheets(me: Window, game: str) -> Iterator[State]:
    """Rules and keys, as they are read at a table."""
    me.press("lobby.rules")
    sheet(me).wait_for()
    yield State(f"{game}, rules", me, speaks=False)
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)
    me.page.keyboard.press("?")
    sheet(me).wait_for()
    said = [of_game(game, "name"), word("keys.everywhere")]
    expect(sheet(me).get_by_role("heading", level=3)).to_have_text(said)
    yield State(f"{game}, keys", me, speaks=False)
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)


def _over(me: Window, game: str) -> Iterator[State]:
    """The end of a game, and its replay from the beginning to the end."""
    me.ending.wait_for()
    yield State(f"{game}, over", me)
    me.ending.get_by_role("button", name=word("replay.watch")).click()
    bar = me.page.get_by_test_id("replay")
    bar.get_by_role("slider").wait_for()
    yield State(f"{game}, replay", me)
    bar.get_by_role("button", name=word("replay.last"), exact=True).click()
    expect(bar.get_by_role("button", name=word("replay.forward"), exact=True)).to_be_disabled()
    yield State(f"{game}, end of the replay", me)


def rukuni(stage: Stage) -> Iterator[State]:
    me = stage.window()
    elsewhere = new_table(me, "open")["table"]
    before(me, 12).awaits_me()
    corners = [me.hollow(corner).locator("circle").first for corner in CORNERS]
    yield State("rukuni", me, whole=[*corners, me.status], still=[], focus=[me.hollow("i5")])
    yield from _sheets(me, "rukuni")
    post(stage.come_in(), f"tables/{elsewhere}/sit")
    me.page.get_by_test_id("call").wait_for()
    yield State("called to another table", me)
    me.page.get_by_test_id("call").get_by_role("button", name=word("table.close")).click()
    seq = me.seq
    me.any_turn(Random(1))
    me.shows(seq + 2)
    me.press("act.take_back")
    me.shows(seq + 3)
    me.press("act.leave")
    me.page.get_by_test_id("sure").wait_for()
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
    yield from _over(me, "rukuni")
    for level in ("1", "6") if stage.thorough else ("6",):
        me.play_the_bot(level)
        me.press("act.resign")
        me.press("act.resign.yes")
        me.ending.wait_for()
        expect(me.page.locator("[data-next]")).to_have_count(0 if level == "1" else 1)
        yield State(f"given up at level {level}", me, whole=[me.result])


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
    yield from _sheets(me, "unikato")
    table.tile(table.rack()[0]).click()
    table.bag.click()
    yield State("unikato, a swap in thought", me)
    table.button("take-back").click()
    table.any_chain(Random(1))
    confirm = table.button("confirm")
    yield State("unikato, a chain in thought", me, whole=[confirm], inside=False)
    table.do("confirm")
    yield State("unikato, after a chain", me, said=lambda language: _says_what_comes_next(table, language))
    play_the_round(me)
    table.sheet.wait_for()
    me.page.set_viewport_size(FLAT)
    expect(table.button("ready")).to_be_in_viewport(ratio=WHOLE)
    yield State("unikato, between two rounds", me, line, whole=[table.sheet])
    table.sit("1").my_turn()
    play_the_round(me)
    yield from _over(me, "unikato")


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
    yield from _sheets(me, "ukuma")
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
    yield from _over(me, "ukuma")


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
    yield from _sheets(window, "zuma")


def ubongo_alone(stage: Stage) -> Iterator[State]:
    """A level, a task, a piece in the hand; the puzzle of the day to its end, and the record kept."""
    me = stage.window()
    table = blocktable.alone(me, solo="time")
    levels, pieces = me.page.locator("[data-choose]"), me.page.locator("[data-piece]")
    levels.first.wait_for()
    if stage.thorough:
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
    if not stage.thorough:
        return
    me.page.keyboard.press("Delete")
    yield from _sheets(me, "ubongo")
    table = blocktable.alone(me, solo="daily")
    table.button("begin-daily").click()
    table.is_in("building")
    table.solve(table.lay_by_keys)
    me.ending.wait_for()
    me.press("lobby.rules")
    me.page.get_by_test_id("legend").wait_for()
    yield State("ubongo, rules above the end", me, speaks=False)
    me.page.keyboard.press("Escape")
    yield from _over(me, "ubongo")
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


# what does not come


def faults(stage: Stage) -> Iterator[State]:
    """A game's code, and then the line."""
    me = stage.window().excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP)
    me.excuse("Couldn't load preload assets")  # axe, which looks at the page's styles once more
    me.page.route("**/playing-*.js", lambda route: route.abort())
    me.visit(f"/t/{new_table(me, '1')['table']}")
    me.page.get_by_test_id("load-failed").wait_for()
    yield State("the code of a game does not come", me, speaks=False)
    me.page.unroute("**/playing-*.js")
    me.page.get_by_test_id("load-failed").get_by_role("button").click()
    me.awaits_me()
    me.context.set_offline(True)
    me.has_lost_the_line()
    me.page.get_by_role("button", name=word("line.now")).wait_for()
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
    ubongo_alone,
    ubongo_together,
)
RARE: Final[tuple[Walk, ...]] = (faults,)
"""Looked at thoroughly alone."""
