"""Before the game: everybody says ready, the host fills the seats, and who is elsewhere is called."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.match import Match, new_table, post, rename, set_up
from tests.browser.window import Window
from tests.browser.words import rukuni, word


@pytest.fixture
def host(come_in: ComeIn) -> Window:
    """At a new table with a seat for a friend."""
    host = rename(come_in(), "Mira")
    host.visit(f"/t/{new_table(host, 'open')['table']}")
    host.room.wait_for()
    return host


@pytest.fixture
def friend(host: Window, come_in: ComeIn) -> Window:
    return rename(come_in(), "Jonas").sit_down(host.table)


def test_the_game_begins_when_everybody_is_ready(host: Window, friend: Window) -> None:
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("room.not_ready"))
    friend.get_ready()
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("room.is_ready"))
    expect(host.status).to_have_text(word("room.waits.you"))
    host.hears(word("news.ready", name="Jonas"), word("room.waits.you"))
    assert host.seq == 0
    host.get_ready()
    Match(host, friend).turns(2)


def test_who_is_away_is_waited_for(host: Window, friend: Window) -> None:
    friend.get_ready()
    friend.visit()
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("seat.away"))
    host.get_ready()
    expect(host.status).to_have_text(word("room.waits.here", names="Jonas"))
    friend.page.go_back()
    Match(host, friend)


def test_the_host_frees_a_seat(host: Window, friend: Window) -> None:
    host.press("room.free")
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("seat.free"))
    expect(friend.page.get_by_role("alert")).to_have_text(word("door.freed"))
    friend.press("door.sit")
    expect(host.room.locator("[data-seat='1']")).to_contain_text("Jonas")


def test_only_the_host_has_a_say(friend: Window) -> None:
    assert friend.room.get_by_role("button").all_inner_texts() == [word("room.ready"), word("room.leave")]
    expect(friend.room.get_by_label(word("invite.link"))).to_have_count(0)


def test_a_bot_takes_the_free_seat(host: Window) -> None:
    host.room.get_by_label(word("lobby.level")).select_option("novice")
    host.press("room.bot")
    host.awaits_me()
    bot = word("seat.bot", level=rukuni("level.novice"))
    expect(host.page.locator("[data-seat='1']")).to_contain_text(bot)


def test_a_bot_makes_room_again(come_in: ComeIn) -> None:
    host = come_in()
    host.visit(f"/t/{set_up(host, 'unikato', ['open', 'open'], {})['table']}")
    first = host.room.locator("[data-seat='1']")
    first.get_by_role("button", name=word("room.bot")).click()
    expect(first.get_by_role("button", name=word("room.bot"))).to_have_count(0)
    first.get_by_role("button", name=word("room.free")).click()
    expect(host.room.get_by_role("button", name=word("room.bot"))).to_have_count(2)


def test_the_host_calls_the_table_off(host: Window, friend: Window) -> None:
    host.press("room.cancel")
    host.press("act.stay")
    expect(host.room).to_be_visible()
    host.press("room.cancel")
    host.press("room.cancel.yes")
    for window in (host, friend):
        window.is_nowhere("error.table_cancelled")


def test_a_guest_leaves(host: Window, friend: Window) -> None:
    friend.press("room.leave")
    expect(friend.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome"))
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("seat.free"))
    free = word("room.waits.seats", n=1)
    host.hears(word("news.stood_up", name="Jonas"), free)
    # It was so at the beginning, and is so again.
    assert host.spoken().count(free) == 2


def test_a_host_in_the_hall_is_called(host: Window, come_in: ComeIn) -> None:
    table = host.table
    host.page.get_by_role("banner").get_by_role("link").click()
    _hears_of(host, table)
    rename(come_in(), "Jonas").sit_down(table)
    expect(host.page.get_by_test_id("call")).to_contain_text(_waiting())
    host.hears(_waiting())
    assert host.spoken().count(_waiting()) == 1
    host.page.get_by_role("link", name=word("call.go")).click()
    expect(host.room.locator("[data-seat='1']")).to_contain_text("Jonas")
    expect(host.page.get_by_test_id("call")).to_have_count(0)


def test_a_hall_opened_anew_hears_calls_too(host: Window, come_in: ComeIn) -> None:
    table = host.table
    with host.page.expect_websocket() as line:
        host.visit()
    line.value.wait_for_event("framereceived")
    post(rename(come_in(), "Jonas"), f"tables/{table}/sit")
    expect(host.page.get_by_test_id("call")).to_contain_text(_waiting())


def test_who_plays_elsewhere_is_called_and_can_go_on(host: Window, come_in: ComeIn) -> None:
    table = host.table
    host.play_the_bot()
    post(rename(come_in(), "Jonas"), f"tables/{table}/sit")
    expect(host.page.get_by_test_id("call")).to_contain_text(_waiting())
    host.touch("a1")
    expect(host.status).to_have_text(rukuni("step.to", tower="a1"))
    host.page.get_by_test_id("call").get_by_role("button", name=word("table.close")).click()
    expect(host.page.get_by_test_id("call")).to_have_count(0)


def _waiting() -> str:
    return word("call.waiting", name="Jonas", game=rukuni("name"))


def _hears_of(host: Window, table: str) -> None:
    """The hall has put the table aside for this window: what was said before that has arrived."""
    host.page.get_by_test_id("my-name").wait_for()
    said = [(message["type"], message.get("table")) for message in host.sent if message["type"] != "ping"]
    assert said[-1] == ("leave", table)
