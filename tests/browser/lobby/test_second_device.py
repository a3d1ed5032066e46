"""The same person on a second device, by a code that works once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import rename
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import word


@pytest.fixture
def mira(come_in: ComeIn) -> Window:
    return rename(come_in(), "Mira")


@pytest.mark.deep
def test_a_link_leads_to_the_table(mira: Window, come_in: ComeIn) -> None:
    mira.play_the_bot()
    mira.press("device.others")
    link = mira.page.get_by_label(word("device.link")).input_value()
    phone = come_in().visit(link)
    phone.is_headed(word("device.title"))
    phone.press("device.yes")
    phone.awaits_me()
    assert (phone.table, phone.you) == (mira.table, mira.you)
    phone.turn("a1-a4/b4")
    mira.shows(3)


def test_a_code_is_typed_in_the_hall_and_works_once(mira: Window, come_in: ComeIn) -> None:
    """Nothing happens without a yes."""
    code = _code(mira)
    jonas = rename(come_in(), "Jonas").excuse(*REFUSED_BY_HTTP).visit(f"/d/{code}")
    expect(jonas.page.get_by_test_id("device")).to_contain_text("Jonas")
    jonas.page.get_by_role("link", name=word("device.no"), exact=True).click()
    expect(jonas.page.get_by_test_id("my-name")).to_have_text("Jonas")
    jonas.go(f"/d/{code}")
    phone = come_in().visit()
    _type(phone, code)
    phone.press("device.yes")
    expect(phone.page.get_by_test_id("my-name")).to_have_text("Mira")
    jonas.press("device.yes")
    expect(jonas.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
    jonas.visit()
    expect(jonas.page.get_by_test_id("my-name")).to_have_text("Jonas")


def test_other_devices_are_signed_out(mira: Window, come_in: ComeIn) -> None:
    """A page that is open there starts as a new person; here nothing changes."""
    mira.play_the_bot()
    table = mira.table
    mira.press("device.others")
    phone = come_in().visit(mira.page.get_by_label(word("device.link")).input_value())
    phone.press("device.yes")
    phone.awaits_me()
    mira.press("device.signout")
    expect(mira.page.get_by_test_id("confirm")).to_contain_text(word("device.signout.confirm"))
    mira.press("act.stay")
    phone.turn("a1-a4/b4")
    mira.shows(3)
    shown = mira.page.get_by_test_id("code").inner_text()
    mira.press("device.signout")
    mira.press("device.signout.yes")
    expect(mira.page.get_by_text(word("device.signout.done"))).to_be_visible()
    expect(mira.page.get_by_test_id("code")).not_to_have_text(shown)
    phone.is_headed(word("door.playing"))
    expect(phone.invitation).not_to_contain_text("Mira")
    mira.visit(f"/t/{table}")
    mira.awaits_me()
    mira.visit()
    expect(mira.page.get_by_test_id("my-name")).to_have_text("Mira")


def _code(window: Window) -> str:
    window.visit()
    window.press("device.others")
    return window.page.get_by_test_id("code").inner_text()


def _type(window: Window, code: str) -> None:
    window.press("device.others")
    window.page.get_by_label(word("device.have")).fill(code)
    window.press("device.use")
