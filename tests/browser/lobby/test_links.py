"""Links that others can open: a page at 127.0.0.1 says what works where, and shows a code for the camera."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.match import Match, invitation, link_to, new_table
from tests.browser.kit.window import Window
from tests.browser.kit.words import word
from ukumbi.server.api_games import COMMAND, own_addresses

UNTRUSTED = "Cross-Origin-Opener-Policy"
"""What Chromium says of a page that comes without TLS."""
needs_a_network = pytest.mark.skipif(not own_addresses(), reason="this machine is in no network")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    """A hall that the whole network can reach."""
    with HallProcess(tmp_path_factory.mktemp("network"), "--host", "0.0.0.0") as hall:
        yield hall


def _waits(me: Window) -> Window:
    me.visit(f"/t/{new_table(me, 'open')['table']}")
    me.room.wait_for()
    return me


def test_a_hall_for_this_machine_alone_says_so(me: Window) -> None:
    note = _waits(me).page.get_by_test_id("public-address")
    expect(note).to_contain_text(word("public_address.closed"))
    expect(note).to_contain_text(COMMAND)
    expect(me.page.get_by_role("button", name=word("qr.show"))).to_have_count(0)
    assert invitation(me) == me.address + link_to(me.table)
    # So does a link that is only copied.
    me.play_the_bot()
    me.press("invite.watch")
    expect(me.page.get_by_text(word("public_address.only_here"))).to_be_visible()


@needs_a_network
def test_in_a_network_the_link_leads_to_the_hall(come_in: ComeIn, network: HallProcess) -> None:
    me = _waits(come_in(address=network.url))
    outside = f"http://{own_addresses()[0]}:{network.port}"
    expect(me.page.get_by_label(word("invite.link"))).to_have_value(outside + link_to(me.table))
    expect(me.page.get_by_test_id("public-address")).to_contain_text(
        word("public_address.network", host=network.url.removeprefix("http://"))
    )
    friend = come_in(address=outside).excuse(UNTRUSTED).visit(invitation(me))
    friend.press("door.sit")
    friend.get_ready()
    me.get_ready()
    Match(me, friend).turns(2)
    # A page in the network has nothing to say.
    _waits(friend)
    expect(friend.page.get_by_label(word("invite.link"))).to_have_value(outside + link_to(friend.table))
    expect(friend.page.get_by_test_id("public-address")).to_have_count(0)


@needs_a_network
def test_the_code_is_loaded_when_it_is_shown(come_in: ComeIn, network: HallProcess) -> None:
    """For a friend's phone, and for another device of one's own."""
    me = come_in(address=network.url)
    loaded: list[str] = []
    me.page.on("request", lambda request: loaded.append(request.url))
    _waits(me)
    me.page.get_by_test_id("public-address").wait_for()
    assert not any("QrCode" in address for address in loaded)
    me.press("qr.show")
    code = me.page.get_by_test_id("qr")
    expect(code).to_have_accessible_name(word("qr.name", address=invitation(me)))
    assert any("QrCode" in address for address in loaded)
    for shade in ("light", "dark"):
        me.page.emulate_media(color_scheme=shade)
        assert code.evaluate("code => getComputedStyle(code).backgroundColor") == "rgb(255, 255, 255)"
        assert code.locator("path").evaluate("path => getComputedStyle(path).fill") == "rgb(17, 17, 17)"
    me.press("qr.hide")
    expect(code).to_have_count(0)
    me.visit()
    me.press("device.others")
    me.page.get_by_test_id("code").wait_for()
    me.press("qr.show")
    expect(me.page.get_by_test_id("qr")).to_be_visible()
