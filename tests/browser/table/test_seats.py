"""Seats change hands while the game goes on: giving up, leaving, being away, taking a move back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import play
from tests.browser.kit.match import Match, begin, new_table, post, rename, set_up, sit_down
from tests.browser.kit.records import shows_what_happened
from tests.browser.kit.screens import DESK, PHONE, SCREENS
from tests.browser.kit.states import State, check
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, ukuma, word
from ukumbi.games import ukuma as rules

BOT = word("seat.bot", level=rukuni("level.3"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hall of these tests is another one, with a ledger of its own."""
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[HallProcess]:
    """A hall without the half-minute for players who are away."""
    with HallProcess(folder, "--bot-pace", "0", "--away-after", "0") as server:
        yield server


@pytest.fixture
def match(come_in: ComeIn) -> Match:
    """Mira is White and to move, Jonas sits opposite."""
    match = sit_down(come_in, names=("Mira", "Jonas"))
    match.host.awaits_me()
    return match


def seat_of(window: Window, seat: int) -> Locator:
    return window.page.locator(f"aside [data-seat='{seat}']")


def news(window: Window, what: str) -> Locator:
    return window.page.locator(f"[data-news='{what}']")


def headline(window: Window) -> Locator:
    return window.result


# leaving


def test_a_player_loses_a_game_for_two_by_leaving_and_may_lose_it_by_staying_away(match: Match) -> None:
    host, friend = match.host, match.friend
    match.turns(2)
    friend.press("act.leave")
    expect(friend.page.get_by_test_id("confirm")).to_contain_text(word("act.leave.two.confirm"))
    friend.press("act.leave.two")
    expect(friend.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome"))
    expect(headline(host)).to_have_text(word("end.resigned.you_win", name="Jonas"))
    host.ending.get_by_role("button", name=word("replay.watch")).click()
    host.page.get_by_role("button", name=word("replay.last"), exact=True).click()
    expect(host.status).to_contain_text(word("end.resigned.you_win", name="Jonas"))
    begin(host, friend, new_table(host, "open")["table"])
    Match(host, friend).turn()
    away_from(friend)
    host.press("away.end")
    host.press("away.end.confirm")
    expect(headline(host)).to_have_text(word("end.left.you_win", name="Jonas"))
    friend.page.go_back()
    expect(headline(friend)).to_have_text(word("end.left.you_lose", winner="Mira"))


def test_of_three_one_leaves_and_a_bot_plays_on(come_in: ComeIn, folder: Path) -> None:
    people = [rename(come_in(), name) for name in ("Mira", "Jonas", "Nora")]
    table = set_up(people[0], "unikato", ["open", "open"], {"starter": "first"})["table"]
    for guest in people[1:]:
        post(guest, f"tables/{table}/sit")
    for person in people:
        post(person, f"tables/{table}/ready")
        person.visit(f"/t/{table}")
    mira, jonas, nora = people
    jonas.plays()
    expect(jonas.page.get_by_role("button", name=word("act.resign"))).to_have_count(0)
    jonas.press("act.leave")
    expect(jonas.page.get_by_test_id("confirm")).to_contain_text(word("act.leave.more.confirm"))
    jonas.press("act.leave.yes")
    expect(jonas.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome"))
    expect(news(nora, "left")).to_contain_text("Jonas")
    expect(seat_of(nora, 1)).not_to_contain_text("Jonas")
    assert any("Jonas" in sentence for sentence in nora.spoken())
    first = TileTable(mira, folder)
    first.my_turn()
    first.swap(first.rack()[0], first.bag)
    TileTable(nora, folder).my_turn()
    assert nora.seq > first.window.you + 2


# being away


def test_a_bot_sits_in_until_they_return(match: Match, come_in: ComeIn) -> None:
    """Spectators see it, and have no buttons for it."""
    host, friend = match.host, match.friend
    match.turn()
    card = host.context.request.get(f"{host.address}/api/tables/{host.table}").json()
    watcher = come_in().visit(f"/t/{host.table}?watch={card['watch_key']}")
    away_from(friend)
    for window in (host, watcher):
        expect(seat_of(window, 1).get_by_test_id("away-since")).to_be_visible()
        expect(window.status).to_contain_text("Jonas")
        expect(window.status).not_to_have_text(rukuni("step.other", name="Jonas"))
    expect(watcher.page.get_by_test_id("away")).to_have_count(0)
    expect(watcher.page.get_by_test_id("seat-actions")).to_have_count(0)
    with on_a_phone(host):
        below(host.page.get_by_role("button", name=word("away.stand_in")), host)
    host.press("away.stand_in")
    host.shows(3)
    host.awaits_me()
    stand_in = seat_of(host, 1).get_by_test_id("stand-in")
    expect(stand_in).to_contain_text("Jonas")
    friend.page.go_back()
    expect(stand_in).to_have_count(0)
    match.seq = 3
    match.turns(2)
    _tells_who_played(match)
    _replay_tells_it_too(host)


def _tells_who_played(match: Match) -> None:
    for window in (match.host, match.friend):
        assert [line.get_attribute("data-news") for line in window.page.locator("[data-news]").all()] == [
            "sat_down",
            "stood_in",
            "came_back",
        ]
        shows_what_happened(window)
    host = match.host
    bots_move = host.page.locator("[data-move]").nth(1)
    assert _before(news(host, "stood_in"), bots_move)
    assert _before(bots_move, news(host, "came_back"))


def _replay_tells_it_too(host: Window) -> None:
    host.press("act.resign")
    host.press("act.resign.yes")
    host.ending.get_by_role("button", name=word("replay.watch")).click()
    host.page.get_by_role("button", name=word("replay.forward"), exact=True).click()
    expect(host.status).to_contain_text(word("news.stood_in", name="Jonas", bot=BOT))
    expect(news(host, "stood_in")).to_be_visible()


def _before(one: Locator, other: Locator) -> bool:
    follows = "(one, other) => !!(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)"
    return bool(one.evaluate(follows, other.element_handle()))


def away_from(window: Window) -> None:
    """The player goes to another page, and keeps the seat."""
    window.page.goto("about:blank")


# asking


def test_a_move_is_taken_back_when_the_other_agrees_and_giving_up_is_asked_once_more(match: Match) -> None:
    expect(match.host.page.get_by_role("button", name=word("act.take_back"))).to_be_disabled()
    _asks_in_vain(match)
    _asks_and_may(match)
    _gives_up(match)


def _asks_in_vain(match: Match) -> None:
    """On no screen does any of this move the board, or cover it."""
    host, friend = match.host, match.friend
    match.turn()
    boards = [_boards(window) for window in (host, friend)]
    host.press("act.take_back")
    assert _boards(friend, word("takeback.agree"), word("takeback.decline")) == boards[1]
    assert _boards(host) == boards[0]
    friend.press("takeback.decline")
    expect(host.page.get_by_test_id("take-back")).to_have_text(word("takeback.declined", name="Jonas"))
    assert [_boards(window) for window in (host, friend)] == boards
    expect(friend.page.get_by_test_id("take-back")).to_have_count(0)
    match.turns(1)
    expect(host.page.get_by_test_id("take-back")).to_have_count(0)


def _boards(window: Window, *answers: str) -> list[FloatRect | None]:
    """Where the board lies on each screen. These answers are in sight, and beside it."""
    boards = list[FloatRect | None]()
    for size in SCREENS.values():
        window.page.set_viewport_size(size)
        board = window.page.locator(".place svg").first.bounding_box()
        boards.append(board)
        for answer in answers:
            button = window.page.get_by_role("button", name=answer)
            expect(button).to_be_in_viewport(ratio=1)
            assert not overlap(board, button.bounding_box())
    window.page.set_viewport_size(DESK)
    return boards


def overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    assert one is not None
    assert other is not None
    beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    below = one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    return not (beside or below)


def _asks_and_may(match: Match) -> None:
    host, friend = match.host, match.friend
    turn = match.turn()
    host.press("act.take_back")
    expect(host.page.get_by_test_id("take-back")).to_have_text(word("takeback.asked"))
    expect(friend.page.get_by_test_id("take-back")).to_contain_text(word("takeback.wish", name="Mira"))
    friend.hears(word("news.asked_back", name="Mira"))
    friend.press("takeback.agree")
    host.shows(match.seq + 1)
    host.awaits_me()
    for window in (host, friend):
        expect(window.page.get_by_test_id("take-back")).to_have_count(0)
        expect(window.page.locator("[data-undone]")).to_have_attribute("data-move", turn)
        shows_what_happened(window)
    friend.hears(word("system.taken_back"), rukuni("step.other", name="Mira"))
    host.any_turn(match.rng)
    expect(friend.page.locator("[data-move]:not([data-undone])")).to_have_count(3)


def _gives_up(match: Match) -> None:
    host, friend = match.host, match.friend
    host.press("act.resign")
    host.press("act.stay")
    expect(host.status).to_have_text(rukuni("step.other", name="Jonas"))
    host.press("act.resign")
    host.press("act.resign.yes")
    expect(headline(host)).to_have_text(word("end.resigned.you_lose", winner="Jonas"))
    expect(headline(friend)).to_have_text(word("end.resigned.you_win", name="Mira"))
    expect(friend.page.locator("[data-system='resigned']")).to_have_text(word("system.resigned", name="Mira"))
    friend.hears(word("end.resigned.you_win", name="Mira"))
    assert friend.spoken().count(word("end.resigned.you_win", name="Mira")) == 1
    expect(host.page.get_by_test_id("seat-actions")).to_have_count(0)


def test_a_bot_has_nothing_against_it(me: Window) -> None:
    me.play_the_bot()
    me.turn("a1-a4/b4")
    me.shows(3)
    me.press("act.take_back")
    me.shows(4)
    me.awaits_me()
    expect(me.page.locator("[data-undone]")).to_have_count(2)
    shows_what_happened(me)
    me.turn("a1-a4/b4")
    me.shows(6)


@pytest.mark.deep
def test_all_states_while_seats_change_hands(match: Match) -> None:
    """A wish to take back on both sides and declined, a player away, a bot in their place."""
    host, friend = match.host, match.friend
    match.turn()
    host.press("act.take_back")
    for window in (host, friend):
        window.page.get_by_test_id("take-back").wait_for()
        check(State("a wish to take back", window), thorough=True)
    friend.press("takeback.decline")
    expect(host.page.get_by_test_id("take-back")).to_have_text(word("takeback.declined", name="Jonas"))
    check(State("a wish declined", host), thorough=True)
    away_from(friend)
    host.page.get_by_test_id("away-since").wait_for()
    check(State("a player away", host), thorough=True)
    host.press("away.end")
    expect(host.page.get_by_role("button", name=word("away.end.confirm"))).to_be_visible()
    check(State("about to end the game", host, speaks=False), thorough=True)
    host.press("away.stand_in")
    host.page.get_by_test_id("stand-in").wait_for()
    check(State("a bot sits in", host), thorough=True)


@pytest.mark.deep
def test_where_everyone_moves_at_once_a_bot_sits_in_unasked(come_in: ComeIn, tmp_path: Path) -> None:
    """And gives the seat back. In this hall bots take a person's time."""
    names = iter(["Mira", "Jonas"])
    with HallProcess(tmp_path, "--away-after", "0") as hall:
        white, black = play(lambda **_: rename(come_in(address=hall.url), next(names)), fits="shown")
        host, friend = white.window, black.window
        seq = host.seq
        away_from(friend)
        stand_in = seat_of(host, 1).get_by_test_id("stand-in")
        expect(stand_in).to_contain_text("Jonas")
        bot = word("seat.bot", level=ukuma(f"level.{rules.ENTRY.usual}"))
        white.has_heard_more_than(seq)
        assert word("news.stood_in", name="Jonas", bot=bot) in host.spoken()
        white.is_in("playing")
        friend.page.go_back()
        expect(stand_in).to_have_count(0)
        black.is_in("playing")
        _, card, cell = black.fitting()
        black.lay(card, cell)
        white.shows(cell)
        for what in ("stood_in", "came_back"):
            expect(news(host, what)).to_have_count(1)
        for window in (host, friend):
            window.page.close()


# on a phone


@contextmanager
def on_a_phone(window: Window) -> Iterator[None]:
    desk = window.page.viewport_size
    assert desk is not None
    window.page.set_viewport_size(PHONE["viewport"])
    yield
    window.page.set_viewport_size(desk)


def below(bar: Locator, window: Window) -> None:
    """The board begins below it."""
    bar.wait_for()
    over, board = bar.bounding_box(), window.page.locator(".place svg").first.bounding_box()
    assert over is not None
    assert board is not None
    assert over["y"] + over["height"] <= board["y"]
