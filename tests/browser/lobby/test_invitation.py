"""A link to a table shows the game and its players first; a guest sits down with a button."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import begin_unseen, invitation, link_to, new_table, post, rename, set_up
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import of_rules, rukuni, unikato, word


@pytest.fixture
def host(come_in: ComeIn) -> Window:
    return rename(come_in(), "Mira")


def test_a_table_is_seen_before_one_sits_down(host: Window, come_in: ComeIn) -> None:
    table = set_up(host, "unikato", ["open", "1"], {"rounds": 3})["table"]
    guest = come_in().visit(link_to(table))
    guest.is_headed(word("door.title", host="Mira"))
    seats = guest.invitation.get_by_role("listitem")
    expect(guest.invitation).to_contain_text(unikato("name"))
    expect(guest.invitation).to_contain_text(unikato("option.rounds"))
    expect(guest.invitation).not_to_contain_text(unikato("option.starter"))
    expect(seats.filter(has_text="Mira")).to_contain_text(word("door.host"))
    expect(seats.filter(has_text=word("seat.free"))).to_have_count(1)
    assert {message["type"] for message in guest.sent} <= {"ping"}
    # Who set the table up chose "me": for everybody else that is a name.
    guest.visit(link_to(new_table(host, "open", white="first")["table"]))
    options = guest.invitation.get_by_role("listitem").filter(has_text=rukuni("option.white"))
    expect(options).to_contain_text("Mira")


def test_the_rules_can_be_read_before_one_sits_down(host: Window, come_in: ComeIn) -> None:
    guest = come_in().visit(link_to(new_table(host, "open")["table"]))
    guest.press("lobby.rules")
    expect(guest.page.get_by_role("dialog")).to_contain_text(of_rules("rukuni", "end.1"))
    guest.page.keyboard.press("Escape")
    for width, height in ((844, 390), (360, 640)):
        guest.page.set_viewport_size({"width": width, "height": height})
        for button in ("lobby.rules", "door.sit"):
            sought = guest.page.get_by_role("button", name=word(button), exact=True)
            expect(sought).to_be_in_viewport(ratio=0.9)
    guest.press("door.sit")
    guest.room.wait_for()


def test_a_guest_gives_a_name_to_sit_down(host: Window, come_in: ComeIn) -> None:
    """One that the hall made up is asked about, and one that cannot be is refused."""
    host.visit(f"/t/{new_table(host, 'open')['table']}")
    guest = come_in().excuse(*REFUSED_BY_HTTP).visit(link_to(host.table))
    name = guest.page.get_by_label(word("lobby.name"))
    expect(name).to_have_value(_name(guest))
    expect(name).to_have_accessible_description(word("door.name.invented"))
    kept = name.input_value()
    name.fill("   ")
    guest.press("door.sit")
    expect(guest.page.get_by_role("alert")).to_have_text(word("error.bad_name"))
    expect(guest.room).to_have_count(0)
    name.fill(kept)
    guest.press("door.sit")
    guest.room.wait_for()
    me = guest.context.request.get(f"{guest.address}/api/me").json()
    assert (me["name"], me["invented"]) == (kept, False), "who sits down with it has taken it"
    guest.press("room.leave")
    guest.page.get_by_test_id("my-name").wait_for()
    guest.visit(link_to(host.table))
    expect(name).to_have_accessible_description(word("door.name.what"))
    expect(name).to_have_value(kept)
    name.fill("Nora")
    guest.press("door.sit")
    guest.room.wait_for()
    expect(host.room.locator("[data-seat='1']")).to_contain_text("Nora")
    assert _name(guest) == "Nora"


def _name(window: Window) -> str:
    name: str = window.context.request.get(f"{window.address}/api/me").json()["name"]
    return name


def test_a_full_table_says_so(host: Window, come_in: ComeIn) -> None:
    """Also when another guest was faster; some tables may be watched."""
    table, open_to_watch = new_table(host, "open")["table"], new_table(host, "open", watch="on")["table"]
    guest, faster = come_in().excuse(*REFUSED_BY_HTTP).visit(link_to(table)), come_in()
    guest.invitation.get_by_role("button", name=word("door.sit")).wait_for()
    for full in (table, open_to_watch):
        post(faster, f"tables/{full}/sit")
    guest.press("door.sit")
    expect(guest.page.get_by_role("alert")).to_have_text(word("error.table_is_full"))
    guest.is_headed(word("door.full"))
    guest.page.reload()
    guest.is_headed(word("door.full"))
    expect(guest.invitation).to_contain_text(word("error.watching_not_allowed"))
    expect(guest.invitation.get_by_role("button")).to_have_text([word("lobby.rules")])
    guest.visit(f"/t/{open_to_watch}")
    expect(guest.invitation).to_contain_text(word("door.watch"))
    guest.press("end.watch")
    expect(guest.room).to_contain_text("Mira")
    expect(guest.room.get_by_role("button")).to_have_text([word("lobby.rules")])


def test_an_invited_guest_may_watch_instead(host: Window, come_in: ComeIn) -> None:
    table = new_table(host, "open")["table"]
    guest = come_in().visit(link_to(table))
    guest.press("end.watch")
    expect(guest.room.get_by_role("button")).to_have_text([word("lobby.rules")])
    begin_unseen(host, come_in(), table)
    guest.plays()
    expect(guest.page.get_by_text(word("table.watching"), exact=True)).to_be_visible()


def test_a_guest_without_an_invitation_reads_the_reason(host: Window, come_in: ComeIn) -> None:
    """A guest who may watch sees the players and no free seat; other guests see no players."""
    shown, hidden = (new_table(host, "open", watch=watch)["table"] for watch in ("on", "off"))
    guest = come_in().visit(f"/t/{shown}")
    guest.is_headed(word("error.invitation_needed"))
    expect(guest.invitation.get_by_role("listitem").filter(has_text=word("door.host"))).to_contain_text(
        "Mira"
    )
    expect(guest.invitation.get_by_role("button")).to_have_text([word("lobby.rules"), word("end.watch")])
    guest.visit(f"/t/{hidden}?seat=guessed")
    guest.is_headed(word("error.invitation_needed"))
    expect(guest.invitation).not_to_contain_text("Mira")
    expect(guest.invitation.get_by_role("button")).to_have_text([word("lobby.rules")])
    expect(guest.invitation).to_contain_text(word("error.watching_not_allowed"))


def test_the_link_that_the_host_passes_on_is_an_invitation(host: Window, come_in: ComeIn) -> None:
    host.visit(f"/t/{new_table(host, 'open', watch='off')['table']}")
    come_in().visit(invitation(host)).press("door.sit")
    expect(host.room.locator("[data-seat='1']")).not_to_contain_text(word("seat.free"))


def test_a_table_that_was_called_off(host: Window, come_in: ComeIn) -> None:
    table = new_table(host, "open")["table"]
    post(host, f"tables/{table}/cancel")
    guest = come_in().visit(f"/t/{table}")
    guest.is_nowhere("error.table_cancelled")
    expect(guest.page.get_by_role("main")).not_to_contain_text(word("nowhere.text"))
    host.visit()
    host.page.get_by_test_id("my-name").wait_for()
    expect(host.page.get_by_text(word("lobby.tables"))).to_have_count(0)
