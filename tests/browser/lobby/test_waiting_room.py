"""Before the game: players get ready, the host fills the seats, and players elsewhere are called."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import Match, new_table, post, rename, set_up
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, word


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


def test_the_game_begins_when_all_players_are_ready_and_present(host: Window, friend: Window) -> None:
    """Only the host has a say about seats."""
    jonas = host.room.locator("[data-seat='1']")
    buttons = [word(key) for key in ("lobby.rules", "room.ready", "room.leave")]
    expect(friend.main.get_by_role("button")).to_have_text(buttons)
    expect(friend.room.get_by_label(word("invite.link"))).to_have_count(0)
    host.press("room.free")
    expect(jonas).to_contain_text(word("seat.free"))
    expect(friend.page.get_by_role("alert")).to_have_text(word("door.freed"))
    friend.press("door.sit")
    expect(jonas).to_contain_text("Jonas")
    expect(jonas).to_contain_text(word("room.not_ready"))
    friend.get_ready()
    expect(jonas).to_contain_text(word("room.is_ready"))
    expect(host.status).to_have_text(word("room.waits.you"))
    host.hears(word("news.ready", name="Jonas"), word("room.waits.you"))
    assert host.seq == 0
    friend.visit()
    expect(jonas).to_contain_text(word("seat.away"))
    host.get_ready()
    expect(host.status).to_have_text(word("room.waits.here", names="Jonas"))
    friend.page.go_back()
    Match(host, friend).turns(2)


def test_a_guest_leaves_and_the_host_calls_the_table_off(host: Window, friend: Window) -> None:
    friend.press("room.leave")
    expect(friend.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome"))
    expect(host.room.locator("[data-seat='1']")).to_contain_text(word("seat.free"))
    free = word("room.waits.seats", n=1)
    host.hears(word("news.stood_up", name="Jonas"), free)
    # It was so at the beginning, and is so again.
    assert host.spoken().count(free) == 2
    friend.sit_down(host.table)
    host.press("room.cancel")
    host.press("act.stay")
    expect(host.room).to_be_visible()
    host.press("room.cancel")
    host.press("room.cancel.yes")
    for window in (host, friend):
        window.is_nowhere("error.table_cancelled")


def test_a_bot_takes_the_free_seat_and_makes_room_again(host: Window) -> None:
    table = host.table
    host.go(f"/t/{set_up(host, 'unikato', ['open', 'open'], {})['table']}")
    first = host.room.locator("[data-seat='1']")
    first.get_by_role("button", name=word("room.bot")).click()
    expect(first.get_by_role("button", name=word("room.bot"))).to_have_count(0)
    first.get_by_role("button", name=word("room.free")).click()
    expect(host.room.get_by_role("button", name=word("room.bot"))).to_have_count(2)
    host.go(f"/t/{table}")
    host.room.get_by_label(word("lobby.level")).select_option("1")
    host.press("room.bot")
    host.page.get_by_test_id("begin").click()
    host.awaits_me()
    bot = word("seat.bot", level=rukuni("level.1"))
    expect(host.page.locator("[data-seat='1']")).to_contain_text(bot)


def test_a_host_on_another_page_is_called(host: Window, come_in: ComeIn) -> None:
    """In the hall, in a hall opened anew, and while playing, which can go on."""
    table, jonas = host.table, rename(come_in(), "Jonas")
    call = host.page.get_by_test_id("invite-bar")
    host.page.get_by_role("banner").get_by_role("link").click()
    _hears_of(host, table)
    post(jonas, f"tables/{table}/sit")
    expect(call).to_contain_text(_waiting())
    host.hears(_waiting())
    assert host.spoken().count(_waiting()) == 1
    host.page.get_by_role("link", name=word("invites.go")).click()
    expect(host.room.locator("[data-seat='1']")).to_contain_text("Jonas")
    expect(call).to_have_count(0)
    second, third = (new_table(host, "open")["table"] for _ in range(2))
    with host.page.expect_websocket() as line:
        host.visit()
    line.value.wait_for_event("framereceived")
    post(jonas, f"tables/{second}/sit")
    expect(call).to_contain_text(_waiting())
    host.play_the_bot()
    expect(call).to_have_count(0)
    post(jonas, f"tables/{third}/sit")
    expect(call).to_contain_text(_waiting())
    host.touch("a1")
    expect(host.status).to_have_text(rukuni("step.to", tower="a1"))
    call.get_by_role("button", name=word("table.close")).click()
    expect(call).to_have_count(0)


def _waiting() -> str:
    return word("invites.waiting", name="Jonas", game=rukuni("name"))


def _hears_of(host: Window, table: str) -> None:
    """The hall has put the table aside for this window: what was said before that has arrived."""
    host.page.get_by_test_id("my-name").wait_for()
    said = [(message["type"], message.get("table")) for message in host.sent if message["type"] != "ping"]
    assert said[-1] == ("leave", table)
