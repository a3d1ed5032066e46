"""The coach of each game: one line and rings over the board. In this hall it does not wait."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.languages import choose
from tests.browser.kit.match import set_up, sit_down
from tests.browser.kit.screens import SCREENS, box_of, place_of
from tests.browser.kit.window import FLAT_BOARD, Window
from tests.browser.kit.words import FACES, GAPS, LANGUAGES, catalogue, of_game, rukuni, word
from tests.kit.coached import advised as advised_by
from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.unikato.tiles import NAMES
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.poles import Colour

CUT_OFF: Final = """
(status, [sentences, offer]) => {
  const line = status.parentElement;
  const button = document.createElement("button");
  button.className = "button small";
  button.textContent = offer;
  line.classList.toggle("offers", offer !== null);
  if (offer !== null) line.append(button);
  const cut = sentences.filter((sentence) => {
    status.replaceChildren(sentence);
    line.classList.toggle("long", sentence.length > 44);
    return [status, line].some((part) => part.scrollHeight > part.clientHeight + 1);
  });
  button.remove();
  return cut;
}
"""
"""Which sentences have no room, written as the status line writes them."""
GIVEN: Final[dict[str, Callable[[str], dict[str, str]]]] = {
    "rukuni": lambda _: {"hollow": "e9", "tower": "e1", "points": "120"},
    "unikato": lambda language: {"tile": max(_tiles(language), key=len), "n": "9"},
    "ukuma": lambda _: {"n": "3", "cell": "k8"},
    "zuma": lambda language: {"pole": _pole(language), "card": _card(language)},
    "ubongo": lambda _: {},
}
"""The longest facts of each game's advice."""
MATCHED: Final = 3.0
"""Pixels by which a ring may differ from what it is about."""


def sit(me: Window, game: str, *others: str, **options: object) -> None:
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
    """The advice stands in the status line, and rings lie over what it is about."""
    advice = advised(me)
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
    return advice


def _tiles(language: str) -> list[str]:
    def name(shape: str, colour: str, size: str, background: str) -> str:
        return of_game(
            "unikato",
            f"tile.{shape}",
            language,
            size=of_game("unikato", f"size.{size}.{shape}", language),
            colour=of_game("unikato", f"colour.{colour}.{shape}", language),
            background=of_game("unikato", f"background.{background}", language),
        )

    return [name(*tile) for tile in NAMES]


def _pole(language: str) -> str:
    return max((of_game("zuma", f"pole.{colour.value}.the", language) for colour in Colour), key=len)


def _card(language: str) -> str:
    signs = [of_game("zuma", f"sign.{card.value}", language) for card in Card]
    return of_game("zuma", "card.named", language, sign=max(signs, key=len), letter="W")


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
    step = "step.nowhere" if advice["code"] == "swap" else "step.where"
    expect(me.status).to_have_text(of_game("unikato", step))


def test_zuma(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["flat"])
    sit(me, "zuma", "1", "1", beat="calm", cycles=1)
    speaks(me, "zuma")


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A hall whose bots take some time, so that a game does not end at once."""
    with HallProcess(tmp_path_factory.mktemp("unhurried"), "--bot-pace", "0.4", "--behind-proxy") as server:
        yield server


def test_ukuma(come_in: ComeIn, unhurried: HallProcess) -> None:
    me = come_in(address=unhurried.url)
    sit(me, "ukuma", "1", white="second", countdown=1, fits="shown")
    me.page.locator("[data-start]").first.click()
    speaks(me, "ukuma")


def test_ubongo_lays_a_piece_for_the_player(come_in: ComeIn) -> None:
    """Alone, piece by piece, until the game is over: the result says that it is no record."""
    me = come_in(viewport=SCREENS["flat"])
    me.page.add_init_script(FLAT_BOARD)
    sit(me, "ubongo", solo="tasks")
    me.page.locator('[data-choose="1"]').click()
    advice = speaks(me, "ubongo")
    assert (advice["code"], advice["move"]) == ("lay_one_alone", "help 1")
    offer = me.page.get_by_test_id("coach-offer")
    offered = box_of(me.page.get_by_test_id("table-bar"))
    offer.press("Enter")
    me.page.locator("[data-on]").first.wait_for()
    switch = me.page.get_by_test_id("coach")
    switch.click()
    expect(offer).to_have_count(0)
    assert box_of(me.page.get_by_test_id("table-bar")) == offered, "nothing jumps"
    switch.click()
    while me.ending.count() == 0:
        seq = me.seq
        offer.or_(me.ending).first.wait_for()
        if offer.count():
            offer.click()
            expect(me.main).not_to_have_attribute("data-seq", str(seq))
    expect(me.page.get_by_test_id("record")).to_have_text(of_game("ubongo", "record.helped"))


def test_the_switch_with_a_key_is_remembered(come_in: ComeIn) -> None:
    me = come_in()
    sit(me, "unikato", "1", starter="first")
    speaks(me, "unikato")
    switch = me.page.get_by_role("switch", name=word("coach.name"))
    expect(switch).to_be_checked()
    still = place_of(me)
    switch.focus()
    me.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    assert place_of(me) == still, "nothing jumps"
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


@pytest.mark.deep
@pytest.mark.parametrize("game", GIVEN)
def test_every_sentence_has_room(come_in: ComeIn, game: str) -> None:
    """In every language, on every screen, with the longest facts; beside the button of an offer, too."""
    me = come_in()
    sit(me, "rukuni", "1", white="first")
    me.awaits_me()
    cut: list[object] = []
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        for language in LANGUAGES:
            choose(me, language)
            offer = of_game("ubongo", "coach.lay_one.act", language) if game == "ubongo" else None
            cut += me.status.evaluate(CUT_OFF, [longest(game, language), offer])
    assert cut == []


def longest(game: str, language: str) -> list[str]:
    """All sentences of a coach, filled with the longest facts."""
    catalogued, facts = catalogue(FACES / game / "words", language), GIVEN[game](language)
    words = [
        word for key, word in catalogued.items() if key.startswith("coach.") and not key.endswith(".act")
    ]
    texts = [text for word in words for text in ([word] if isinstance(word, str) else word.values())]
    return [GAPS.sub(lambda gap: facts.get(gap[0][1:-1], "24"), text) for text in texts]
