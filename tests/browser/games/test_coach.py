"""The coach of each game: one line and rings over the board, when the player has looked for a while."""

from random import Random
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import FLAT
from tests.browser.kit.match import set_up, sit_down
from tests.browser.kit.screens import SCREENS, box_of, place_of
from tests.browser.kit.window import Window
from tests.browser.kit.words import FACES, GAPS, catalogue, of_game, rukuni, word
from tests.kit.coached import advised as advised_by
from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.games.rukuni import ENTRY

LATER: Final = 30_000
"""Milliseconds after which every coach has spoken."""
MATCHED: Final = 3.0
"""Pixels by which a ring may differ from what it is about."""


def sit(me: Window, game: str, *others: str, **options: object) -> None:
    """With a clock that the test puts forward."""
    me.page.clock.install()
    table = set_up(me, game, others, options, coach=True)["table"]
    me.visit(f"/t/{table}")


def advised(me: Window) -> dict[str, Any]:
    """What the hall's coach says, as soon as it says something."""

    def said() -> list[dict[str, Any]]:
        return [message["advice"] for message in me.told if message["type"] == "coach"]

    me.until(lambda: said() and said()[-1])
    advice: dict[str, Any] = said()[-1]
    return advice


def speaks(me: Window, game: str) -> dict[str, Any]:
    """After a while the advice stands in the status line, and rings lie over what it is about."""
    advice, still = advised(me), place_of(me)
    me.page.clock.fast_forward(LATER)
    sentence = catalogue(FACES / game / "words", "en")[f"coach.{advice['code']}"]
    if not isinstance(sentence, str):
        sentence = sentence["one" if advice["facts"]["n"] == 1 else "other"]
    for part in GAPS.split(sentence):
        expect(me.status).to_contain_text(part.strip())
    rings = me.page.get_by_test_id("marks").locator("span")
    expect(rings).to_have_count(len(advice["marks"]))
    for number, mark in enumerate(advice["marks"]):
        kind, _, name = mark.partition(":")
        ring = box_of(rings.nth(number))
        thing = box_of(me.page.get_by_test_id("place").locator(f'[data-{kind}="{name}"]').first)
        assert all(abs(ring[side] - thing[side]) <= MATCHED for side in ("x", "y", "width", "height")), mark
    assert place_of(me) == still, "nothing jumps"
    return advice


def coach_of(me: Window) -> Advice | None:
    """What Rukuni's coach says of the position on the page."""
    view = [message["view"] for message in me.told if message.get("view")][-1]
    return advised_by(ENTRY, msgspec.json.encode(view), Seat(view["to_move"]))


def test_rukuni(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["desk"])
    sit(me, "rukuni", "1", white="first")
    me.awaits_me()
    rng, seq = Random(1), 1
    while coach_of(me) is None:
        me.any_turn(rng)
        me.shows(seq := seq + 2)
    speaks(me, "rukuni")
    me.hears(me.status.inner_text())
    tower = me.lit()[0]
    me.touch(tower)
    expect(me.status).to_have_text(rukuni("step.to", tower=tower))
    expect(me.page.get_by_test_id("marks").locator("span")).to_have_count(1)


def test_unikato(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["upright"])
    sit(me, "unikato", "1", starter="first")
    advice = speaks(me, "unikato")
    tile = advice["facts"]["tile"]
    me.page.locator(f'[data-rack-tile="{tile}"]').click()
    expect(me.status).to_have_text(of_game("unikato", "step.where"))


def test_zuma(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["flat"])
    sit(me, "zuma", "1", "1", beat="calm", cycles=1)
    speaks(me, "zuma")


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A hall whose bots take a person's time."""
    with HallProcess(tmp_path_factory.mktemp("unhurried"), "--bot-pace", "9", "--behind-proxy") as server:
        yield server


def test_ukuma(come_in: ComeIn, unhurried: HallProcess) -> None:
    me = come_in(address=unhurried.url)
    sit(me, "ukuma", "1", white="second", countdown=1, fits="shown")
    me.page.locator("[data-start]").first.click()
    speaks(me, "ukuma")


def test_ubongo_lays_a_piece_for_the_player(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["upright"])
    me.page.add_init_script(FLAT)
    sit(me, "ubongo", solo="tasks")
    me.page.locator('[data-choose="1"]').click()
    advice = speaks(me, "ubongo")
    assert (advice["code"], advice["move"]) == ("lay_one_alone", "help 1")
    me.page.get_by_test_id("coach-offer").click()
    expect(me.page.locator("[data-on]").first).to_be_visible()
    expect(me.page.get_by_test_id("coach-offer")).to_have_count(0)
    me.until(lambda: any(event["event"].get("helped") for event in _events(me)))


def _events(me: Window) -> list[dict[str, Any]]:
    return [event for message in me.told if message["type"] == "update" for event in message["events"]]


def test_the_switch_with_a_key_is_remembered(come_in: ComeIn) -> None:
    me = come_in()
    sit(me, "unikato", "1", starter="first")
    speaks(me, "unikato")
    switch = me.page.get_by_role("switch", name=word("coach.name"))
    expect(switch).to_be_checked()
    switch.focus()
    me.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(me.page.get_by_test_id("marks")).to_have_count(0)
    me.page.reload()
    expect(switch).not_to_be_checked()
    switch.press("Space")
    expect(switch).to_be_checked()
    speaks(me, "unikato")


def test_no_switch_against_another_person(come_in: ComeIn) -> None:
    match = sit_down(come_in)
    match.host.awaits_me()
    match.turn()
    expect(match.host.page.get_by_test_id("seat-actions")).to_be_visible()
    expect(match.host.page.get_by_test_id("coach")).to_have_count(0)
