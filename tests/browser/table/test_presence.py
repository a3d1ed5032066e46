"""Spectators, guests who come too late, and tables that cannot be shown."""

from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import new_table, post, sit_down
from tests.browser.kit.records import shows_what_happened
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import rukuni, word


def test_the_watch_link_shows_the_game(come_in: ComeIn) -> None:
    match = sit_down(come_in, names=("Mira", "Jonas"), permissions=["clipboard-read", "clipboard-write"])
    host, watcher = match.host, come_in()
    expect(match.friend.status).to_have_text(rukuni("step.other", name="Mira"))
    host.press("invite.watch")
    expect(host.page.get_by_role("button", name=word("invite.copied"))).to_be_visible()
    expect(host.page.get_by_role("button", name=word("invite.watch"))).to_be_visible()
    watcher.visit(host.page.evaluate("navigator.clipboard.readText()"))
    expect(watcher.page.get_by_text(word("table.watching"), exact=True)).to_be_visible()
    match.turns(2)
    watcher.shows(match.seq)
    assert watcher.pieces() == host.pieces()
    assert watcher.lit() == []
    watcher.touch("e5")
    expect(watcher.status).to_have_text(word("why.watching"))
    assert {message["type"] for message in watcher.sent} == {"join", "ping"}
    post(match.friend, f"tables/{host.table}/resign")
    expect(watcher.ending).to_be_visible()
    expect(watcher.ending.get_by_role("button", name=word("end.again"))).to_have_count(0)


def test_the_table_of_two_is_full_and_theirs_while_one_is_away_for_a_moment(come_in: ComeIn) -> None:
    match, third = sit_down(come_in), come_in()
    third.visit(f"/t/{match.host.table}")
    third.is_headed(word("door.playing"))
    expect(third.invitation).to_contain_text(word("error.watching_not_allowed"))
    expect(third.invitation.get_by_role("button")).to_have_text([word("lobby.rules")])
    match.turn()
    match.friend.page.goto("about:blank")
    expect(match.host.page.get_by_role("button", name=word("away.stand_in"))).to_be_visible()
    expect(match.host.page.get_by_role("button", name=word("away.end"))).to_have_count(0)


def test_a_table_without_spectators_and_one_open_to_all(come_in: ComeIn) -> None:
    host, other = come_in(), come_in()
    card = new_table(host, "1", watch="off")
    host.visit(f"/t/{card['table']}").awaits_me()
    expect(host.page.get_by_role("button", name=word("invite.watch"))).to_have_count(0)
    other.visit(f"/t/{card['table']}?watch={card['watch_key']}")
    other.is_nowhere("error.watching_not_allowed")
    other.visit(f"/t/{new_table(host, '1', watch='on')['table']}")
    other.press("end.watch")
    other.shows(1)
    shows_what_happened(other)


def test_what_is_not_there_says_so(me: Window) -> None:
    """No such table, no such page, and a game without a face."""
    form = {"game": "berries", "others": ["quick"]}
    table = me.context.request.post(f"{me.address}/api/tables", data=form).json()["table"]
    me.excuse(*REFUSED_BY_HTTP).visit("/t/nowhere-at-all")
    me.is_nowhere("error.no_such_table")
    expect(me.page.get_by_role("main")).to_contain_text(word("nowhere.text"))
    me.page.get_by_role("link", name=word("hall.home"), exact=True).click()
    expect(me.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome"))
    expect(me.page.get_by_role("link", name="berries")).to_be_visible()
    me.visit(f"/t/{table}")
    me.is_nowhere("error.no_such_game")
    me.visit("/somewhere/else")
    me.is_nowhere("nowhere.title")


def test_your_tables_lead_back(me: Window) -> None:
    me.play_the_bot()
    me.turn("a1-a4/b4")
    me.shows(3)
    me.page.get_by_role("banner").get_by_role("link").click()
    me.page.locator("main li a[href^='/t/']").first.click()
    me.awaits_me()
    shows_what_happened(me)
