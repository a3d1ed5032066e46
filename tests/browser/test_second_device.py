"""The same person on a second device, by a code that works once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.match import rename
from tests.browser.window import REFUSED_BY_HTTP, Window
from tests.browser.words import word


@pytest.fixture
def mira(come_in: ComeIn) -> Window:
    return rename(come_in(), "Mira")


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


def test_a_code_is_typed_in_the_hall(mira: Window, come_in: ComeIn) -> None:
    phone = come_in().visit()
    _type(phone, _code(mira))
    phone.press("device.yes")
    expect(phone.page.get_by_test_id("my-name")).to_have_text("Mira")


def test_a_code_works_once(mira: Window, come_in: ComeIn) -> None:
    code = _code(mira)
    first, second = come_in(), come_in().excuse(*REFUSED_BY_HTTP)
    for phone in (first, second):
        phone.visit(f"/d/{code}")
    first.press("device.yes")
    expect(first.page.get_by_test_id("my-name")).to_have_text("Mira")
    second.press("device.yes")
    expect(second.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
    second.visit()
    expect(second.page.get_by_test_id("my-name")).not_to_have_text("Mira")


def test_nothing_happens_without_a_yes(mira: Window, come_in: ComeIn) -> None:
    phone = rename(come_in(), "Jonas").visit(f"/d/{_code(mira)}")
    expect(phone.page.get_by_test_id("device")).to_contain_text("Jonas")
    phone.page.get_by_role("link", name=word("device.no"), exact=True).click()
    expect(phone.page.get_by_test_id("my-name")).to_have_text("Jonas")


def _code(window: Window) -> str:
    window.visit()
    window.press("device.others")
    return window.page.get_by_test_id("code").inner_text()


def _type(window: Window, code: str) -> None:
    window.press("device.others")
    window.page.get_by_label(word("device.have")).fill(code)
    window.press("device.use")
