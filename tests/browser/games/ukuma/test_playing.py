"""Two people play ukuma: the first card, the signal, a draw; and what one does with a card."""

from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import CardTable, sit_down, turned
from tests.browser.kit.scene import Scene
from tests.browser.kit.scenecards import playing, sit
from tests.browser.kit.words import ukuma

Both = tuple[CardTable, CardTable]


def test_from_the_first_card_to_a_draw(come_in: ComeIn) -> None:
    """White needs no button to begin; each player sees the table from their own side."""
    both = sit_down(come_in)
    black_chooses_and_the_signal_comes(both)
    for table, own, others in zip(both, ("f4", "f5"), ("f5", "f4"), strict=True):
        assert table.middle(table.cell(own))[1] > table.middle(table.cell(others))[1]
        table.names_its_columns_and_rows()
    for cell in ("f4", "f5"):
        assert outline(both[0], cell) == {(-x, -y) for x, y in outline(both[1], cell)}
    a_card_is_named_as_white_sees_it(both)
    a_hand_is_thrown_away_and_the_other_sees_it(both)
    a_draw_is_offered_and_accepted(both)


def black_chooses_and_the_signal_comes(both: Both) -> None:
    white, black = both
    black.starts.first.wait_for()
    white.is_in("setup")
    expect(white.starts).to_have_count(0)
    expect(black.starts).to_have_count(len(black.view["starts"]))
    expect(black.window.status).to_have_text(ukuma("step.start"))
    chosen = black.starts.first.get_attribute("data-start")
    black.begin()
    for table in both:
        table.is_in("countdown")
        expect(table.held).to_have_count(0)
        expect(table.button("countdown")).to_be_visible()
        table.page.keyboard.press("ArrowLeft")
    for table in both:
        table.is_in("playing")
        expect(table.held).to_have_count(3)
        assert table.lying()["f5"] == chosen
    assert [sent["move"] for sent in white.window.moves_sent()] == ["ready"]


def outline(table: CardTable, cell: str) -> set[tuple[float, float]]:
    """The corners of the bar: upside down on the other page."""
    points = table.cell(cell).locator("polygon").get_attribute("points") or ""
    return {(float(x), float(y)) for x, y in (point.split(",") for point in points.split())}


def a_card_is_named_as_white_sees_it(both: Both) -> None:
    for table, turns in zip(both, (False, True), strict=True):
        card = table.with_two_ways_up()
        cell = table.view["fronts"][table.window.you][0]
        table.lay(card, cell)
        face = turned(card) if turns else card
        assert table.window.moves_sent()[-1]["move"] == f"lay {face}@{cell}"
        expect(table.flying).to_have_count(0)


def a_hand_is_thrown_away_and_the_other_sees_it(both: Both) -> None:
    white, black = both
    before = sorted(white.hand().values())
    seq = white.window.seq
    white.page.keyboard.press("d")
    black.has_heard_more_than(seq)
    expect(black.button("discards-far").locator("svg")).to_have_count(len(before))
    expect(white.held).to_have_count(3)
    assert sorted(black.view["thrown"][white.window.you]) == before
    assert not set(before) & set(white.hand().values())


def a_draw_is_offered_and_accepted(both: Both) -> None:
    white, black = both
    white.button("draw").click()
    expect(black.button("offer")).to_be_visible()
    expect(white.button("draw")).to_have_text(ukuma("act.draw.offered"))
    black.button("accept").click()
    for table in both:
        expect(table.window.ending).to_be_visible()


def test_a_card_is_chosen_turned_and_comes_back_with_the_reason(scene: Scene) -> None:
    """Nothing lights up where finding is the game."""
    white = sit(scene, playing())
    for place in "123":
        white.page.keyboard.press(place)
        expect(white.page.locator("[aria-pressed=true][data-card]")).to_have_count(1)
        expect(white.lit).to_have_count(0)
    white.page.keyboard.press("Escape")
    a_card_is_turned_by_tap_button_and_key(white)
    hand = white.hand()
    white.drag_beside(hand["1"], "f4", 3)
    expect(white.window.status).to_contain_text(ukuma("error.no_own_neighbour", rule=""))
    expect(white.flying).to_have_count(0)
    assert white.hand() == hand


def a_card_is_turned_by_tap_button_and_key(white: CardTable) -> None:
    card = white.with_two_ways_up()
    held = white.card(card)
    held.click()
    expect(held).to_have_attribute("data-face", card)
    held.click()
    expect(held).to_have_attribute("data-face", turned(card))
    white.button("turn").click()
    expect(held).to_have_attribute("data-face", card)
    white.page.keyboard.press("r")
    expect(held).to_have_attribute("data-face", turned(card))
    white.page.keyboard.press("Escape")
    expect(held).to_have_attribute("aria-pressed", "false")
    assert all(not sent["move"].startswith("lay") for sent in white.window.moves_sent())
