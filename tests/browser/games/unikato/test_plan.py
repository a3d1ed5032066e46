"""A turn of Unikato is planned on the page: nothing is sent as a move until it is confirmed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.kit.scene import Scene
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import tile_in_words, unikato
from ukumbi.games.unikato.events import Declined, Drew, Laid, Swapped
from ukumbi.games.unikato.layout import Chain, Place, chains, next_placements, wins_double, with_chain
from ukumbi.games.unikato.moves import format_place
from ukumbi.games.unikato.tiles import FEATURES, NAMED, NAMES, differences, gathered
from ukumbi.games.unikato.view import UnikatoView, layout_of

ENOUGH = 400


@pytest.fixture
def table(scene: Scene) -> SceneTiles:
    return SceneTiles(scene)


@pytest.fixture
def me(scene: Scene) -> Window:
    return scene.window


def chains_of(view: UnikatoView) -> list[Chain]:
    rack = gathered([NAMED[name] for name in view.racks[0] or ()])
    return list(chains(layout_of(view), rack, ENOUGH))


def long_chains(view: UnikatoView) -> list[Chain]:
    return [chain for chain in chains_of(view) if len(chain) > 1]


def double_turns(view: UnikatoView) -> list[Chain]:
    return [chain for chain in chains_of(view) if wins_double(layout_of(view), chain)]


def lay(table: TileTable, chain: Chain) -> list[str]:
    """Lay a chain in thought; its parts in notation."""
    parts = [(NAMES[tile], format_place(at)) for tile, at in chain]
    for tile, place in parts:
        table.lay(tile, place)
    return [f"{tile}@{place}" for tile, place in parts]


def moves(me: Window) -> list[str]:
    return [message["move"] for message in me.moves_sent()]


def events_of_mine(table: TileTable, kind: type[Any]) -> list[Any]:
    return [event for event in table.truth.of(kind) if event.seat == 0]


def misfits(view: UnikatoView) -> list[str]:
    return [tile for tile in view.racks[0] or () if tile not in view.fits]


def one_of_each(view: UnikatoView) -> bool:
    """A tile that fits nowhere, and a chain that wins nothing."""
    return bool(misfits(view) and plain_chains(view))


def plain_chains(view: UnikatoView) -> list[Chain]:
    return [chain for chain in long_chains(view) if not wins_double(layout_of(view), chain)]


def test_a_turn_is_planned_taken_back_and_sent_once(table: SceneTiles, me: Window) -> None:
    """And then one draws from the display."""
    table.sit_with(one_of_each)
    table.place("0,1").click()
    expect(me.status).to_have_text(unikato("why.choose_first"))
    a_place_that_does_not_fit_says_why(table)
    chain = plain_chains(table.truth.view(0))[0]
    a_tile_of_the_plan_can_be_touched_to_take_it_back(table, chain)
    a_chain_is_sent_once_and_whole(table, chain)
    one_draws_at_the_end_of_a_turn(table, table.display()[0])


def a_place_that_does_not_fit_says_why(table: TileTable) -> None:
    me, view = table.window, table.truth.view(0)
    tile, start = misfits(view)[0], view.table[0].tile
    table.tile(tile).click()
    expect(me.status).to_have_text(unikato("step.nowhere"))
    assert table.lit() == []
    table.place("0,1").click()
    differing = differences(NAMED[tile], NAMED[start])
    refusal = unikato("error.does_not_fit", neighbour=tile_in_words(start), features="|")
    before, after = refusal.split("|")
    expect(me.status).to_contain_text(before.strip())
    said = me.status.inner_text().removeprefix(before).removesuffix(after)
    for name, *_ in FEATURES:
        assert (unikato(f"feature.{name}") in said) == (name in differing)
    expect(table.thoughts).to_have_count(0)
    assert moves(me) == []
    table.tile(tile).click()


def a_tile_of_the_plan_can_be_touched_to_take_it_back(table: TileTable, chain: Chain) -> None:
    lay(table, chain)
    table.thoughts.first.click()
    expect(table.thoughts).to_have_count(0)
    lay(table, chain)
    for left in (1, 0):
        table.page.keyboard.press("Escape")
        expect(table.thoughts).to_have_count(left)
    assert moves(table.window) == []


def a_chain_is_sent_once_and_whole(table: TileTable, chain: Chain) -> None:
    me, rack, lying = table.window, table.rack(), table.lying()
    first, second = lay(table, chain)
    assert table.rack() == sorted(set(rack) - {NAMES[tile] for tile, _ in chain})
    table.button("take-back").click()
    expect(table.thoughts).to_have_count(1)
    expect(table.thoughts).to_have_attribute("data-tile", NAMES[chain[0][0]])
    table.lay(NAMES[chain[1][0]], format_place(chain[1][1]))
    table.button("take-all-back").click()
    expect(table.thoughts).to_have_count(0)
    assert (table.rack(), table.lying()) == (rack, lying)
    lay(table, chain)
    assert moves(me) == []
    assert [first, second] in [message["parts"] for message in me.sent if message["type"] == "plan"]
    assert len(table.truth.events) == 1
    table.do("confirm")
    assert moves(me) == [f"lay {first} {second}"]
    assert events_of_mine(table, Laid)[0].chain == (first, second)


def one_draws_at_the_end_of_a_turn(table: TileTable, source: str) -> None:
    me, rack = table.window, len(table.rack())
    expect(me.status).to_have_text(unikato("step.draw"))
    table.tile(table.rack()[0]).click()
    expect(me.status).to_have_text(unikato("why.draw_first"))
    table.draw(table.bag if source == "bag" else table.displayed(source))
    assert moves(me)[-1] == f"draw {source}"
    drawn = events_of_mine(table, Drew)[0]
    assert drawn.bag == (source == "bag")
    table.my_turn()
    assert drawn.took in table.rack()
    assert len(table.rack()) == rack + 1
    table.shows_what_happened()


def test_swaps_with_the_display_and_the_bag(table: SceneTiles, me: Window) -> None:
    table.sit_with(lambda _: True)
    given, taken = table.rack()[0], table.display()[0]
    table.tile(given).click()
    table.displayed(taken).click()
    expect(me.status).to_have_text(unikato("step.swap"))
    table.button("take-back").click()
    assert moves(me) == []
    table.swap(given, table.displayed(taken))
    table.my_turn()
    assert taken in table.rack()
    assert given not in table.rack()
    other = table.rack()[-1]
    table.swap(other, table.bag)
    table.my_turn()
    assert moves(me) == [f"swap {given} {taken}", f"swap {other} bag"]
    drawn = events_of_mine(table, Swapped)[1].took
    assert drawn in table.rack()
    table.shows_what_happened()


def test_a_double_turn_shows_and_can_be_declined(table: SceneTiles, me: Window) -> None:
    """And then one draws from the bag."""
    table.sit_with(lambda view: bool(double_turns(view)))
    *before, last = double_turns(table.truth.view(0))[0]
    lay(table, tuple(before))
    expect(table.button("double")).to_have_count(0)
    lay(table, (last,))
    expect(table.button("double")).to_have_text(unikato("double"))
    table.button("take-back").click()
    expect(table.button("double")).to_have_count(0)
    lay(table, (last,))
    table.do("confirm")
    assert table.phase == "second"
    expect(table.button("double")).to_have_count(0)
    expect(table.button("second")).to_be_visible()
    table.do("decline")
    assert len(events_of_mine(table, Declined)) == 1
    assert table.phase == "draw"
    assert unikato("double") in me.spoken()
    one_draws_at_the_end_of_a_turn(table, "bag")


@dataclass(frozen=True)
class GoingOn:
    """A chain that wins a double turn, and what may begin the second action."""

    chain: Chain
    onward: dict[str, list[str]]
    """The places at the last tile, by tile."""
    elsewhere: dict[str, list[str]]
    """Tiles that fit on the table, but not there."""


def _beginnings(view: UnikatoView, chain: Chain, after: Place | None) -> dict[str, list[str]]:
    laid = {tile for tile, _ in chain}
    left = gathered([tile for tile in map(NAMED.__getitem__, view.racks[0] or ()) if tile not in laid])
    found: dict[str, list[str]] = {}
    for tile, at in next_placements(with_chain(layout_of(view), chain), left, after):
        found.setdefault(NAMES[tile], []).append(format_place(at))
    return found


def goings_on(view: UnikatoView) -> Iterator[GoingOn]:
    for chain in double_turns(view):
        onward, any_place = (_beginnings(view, chain, after) for after in (chain[-1][1], None))
        elsewhere = {tile: places for tile, places in any_place.items() if tile not in onward}
        if onward and elsewhere:
            yield GoingOn(chain, onward, elsewhere)


def test_a_second_action_may_have_to_go_on_from_the_last_tile(table: SceneTiles, me: Window) -> None:
    """As it was settled when the table was opened: the page shows these places alone."""
    table.sit_with(lambda view: any(goings_on(view)), second="onward")
    first = next(goings_on(table.truth.view(0)))
    lay(table, first.chain)
    table.do("confirm")
    expect(me.status).to_have_text(unikato("step.second.onward"))
    assert table.fitting() == sorted(first.onward)
    hinted = {hint.get_attribute("data-place") for hint in me.page.locator("[data-place].hint").all()}
    assert hinted == {place for places in first.onward.values() for place in places}
    tile, places = next(iter(first.elsewhere.items()))
    table.tile(tile).click()
    assert table.lit() == []
    expect(me.status).to_have_text(unikato("step.nowhere.onward"))
    table.place(places[0]).click()
    expect(me.status).to_have_text(unikato("error.not_onward"))
    tile, places = next(iter(first.onward.items()))
    table.tile(tile).click()
    assert table.lit() == sorted(places)
    table.put(places[0])
    table.do("confirm")
    assert [event.chain for event in events_of_mine(table, Laid)][1] == (f"{tile}@{places[0]}",)


@pytest.mark.deep
def test_the_second_action_begins_at_the_rack_and_can_be_a_swap(table: SceneTiles, me: Window) -> None:
    """With the keyboard: when the button is gone, the focus is on the rack."""
    table.sit_with(lambda view: bool(double_turns(view)))
    lay(table, double_turns(table.truth.view(0))[0])
    me.press_until("Tab", "[data-testid=confirm]")
    table.after(lambda: me.page.keyboard.press("Enter"))
    expect(table.button("decline")).to_be_visible()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    given = table.rack()[0]
    table.swap(given, table.bag)
    assert events_of_mine(table, Swapped)[0].gave == given
    assert table.phase == "draw"
    assert given in table.display()
