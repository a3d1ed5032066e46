"""A finished game is watched again: played, stepped through, jumped about in."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit.languages import choose
from tests.browser.kit.match import before_the_end, new_table
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.scenetiles import SceneTiles, round_over
from tests.browser.kit.screening import Screening, watch
from tests.browser.kit.screens import DESK, PHONE, SCREENS, fits
from tests.browser.kit.stand_in import ALL, play_the_round, play_turns
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.words import LANGUAGES, tile_in_words, word
from ukumbi.games.unikato.tiles import NAMES

SMALL: Final[list[ViewportSize]] = [{"width": 360, "height": 640}, {"width": 1024, "height": 768}]


@pytest.mark.parametrize("seat", [0, 1], ids=["lost", "won"])
def test_the_result_is_never_cut_off(scene: Scene, seat: int) -> None:
    """Whatever people are called."""
    names = ["Wilhelmine Steinkirchner", "Bartholomew Featherstone"]
    me = scene.show(SceneTable("rukuni", PERSON, me=seat, names=names).begin().resign(0))
    me.ending.wait_for()
    for language in (*LANGUAGES, "en"):
        choose(me, language)
        for size in (*SCREENS.values(), *SMALL):
            me.page.set_viewport_size(size)
            assert me.result.evaluate("it => it.scrollHeight <= it.clientHeight"), (size, language)


def finished() -> SceneTable:
    """A game of Rukuni against a bot, to its end."""
    table, rng = SceneTable("rukuni", "1", white="first").begin(), Random(1)
    while table.match.outcome is None:
        table.any_move(rng)
    return table


def test_stepping_through_a_game(scene: Scene) -> None:
    """With the buttons, by a click on a move, and back to the end of the game."""
    me = scene.show(finished())
    screening = watch(me)
    expect(screening.button("play")).to_be_focused()
    screening.stands_at(0)
    expect(screening.button("back")).to_be_disabled()
    screening.button("forward").click()
    screening.stands_at(1)
    screening.button("last").click()
    screening.stands_at(len(story(me).turns))
    expect(screening.button("forward")).to_be_disabled()
    expect(me.ending).to_have_count(0)
    screening.button("back").click()
    screening.stands_at(screening.last - 1)
    screening.button("first").click()
    screening.stands_at(0)
    screening.page.locator("[data-move]").nth(4).click()
    screening.stands_at(5)
    screening.page.get_by_role("button", name=word("history.last")).click()
    screening.stands_at(screening.last)
    me.press("replay.close")
    expect(screening.bar).to_have_count(0)
    expect(me.ending.get_by_role("button", name=word("replay.watch"))).to_be_focused()
    shows_what_happened(me)


def test_the_keys_belong_to_the_replay_while_it_is_open(scene: Scene) -> None:
    """One arrow is one step, and not a second one of the history; afterwards the history has them again."""
    screening = watch(scene.show(finished()))
    for key, stop in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        screening.key(key)
        screening.stands_at(stop)
    screening.line.focus()
    for key, stop in (("ArrowUp", 2), ("ArrowRight", 3), ("End", screening.last), ("Home", 0)):
        screening.key(key)
        screening.stands_at(stop)
    _plays_to_the_end_and_once_more(screening)
    screening.window.press("replay.close")
    screening.key("ArrowLeft")
    expect(screening.window.status).to_have_text(word("history.looking"))


def _plays_to_the_end_and_once_more(screening: Screening) -> None:
    screening.button("last").click()
    screening.button("back").click()
    screening.button("half").click()
    expect(screening.button("half")).to_have_attribute("aria-pressed", "true")
    expect(screening.button("real")).to_have_attribute("aria-pressed", "false")
    screening.button("play").click()
    screening.stands_at(screening.last)
    for rate in ("double", "fourfold", "real"):
        screening.button(rate).click()
        expect(screening.button(rate)).to_have_attribute("aria-pressed", "true")
    expect(screening.button("play")).to_be_visible()
    screening.line.focus()
    screening.key("Space")
    expect(screening.button("pause")).to_be_visible()
    screening.reaches(1)
    assert screening.stop < screening.last


def test_a_step_announces_its_move_and_playing_announces_none(new_scene: NewScene) -> None:
    me = new_scene(viewport=DESK, reduced_motion="no-preference").show(finished())
    me.ending.wait_for()
    said = me.spoken()
    screening = watch(me)
    screening.reaches(2)
    screening.key("Space")
    expect(screening.button("play")).to_be_focused()
    assert me.spoken() == said
    stop = screening.stop
    screening.key("ArrowRight")
    screening.stands_at(stop + 1)
    me.hears(me.status.inner_text())
    assert me.spoken() == [*said, me.status.inner_text()]


def test_remarks_lead_to_their_moments(come_in: ComeIn) -> None:
    """Rukuni has none of its own: some are put into the hall's answer."""
    me = come_in(viewport=DESK)
    made = [{"seq": seq, "seat": seat, "code": "look", "facts": {}} for seq, seat in ((4, 1), (9, 0))]

    def remark(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "remarks": made})

    me.page.route("**/replay?*", remark)
    screening = watch(before_the_end(me))
    remarks = screening.page.get_by_test_id("remarks").get_by_role("button")
    expect(remarks).to_have_count(2)
    expect(screening.page.locator("[data-mark]")).to_have_count(2)
    shapes = screening.page.locator("[data-mark] path").evaluate_all(
        "all => all.map(it => it.getAttribute('d'))"
    )
    assert len(set(shapes)) == 2
    for number, stop in ((1, 8), (0, 3)):
        remarks.nth(number).click()
        screening.stands_at(stop)
        expect(remarks.nth(number)).to_have_attribute("aria-current", "step")


def test_a_spectator_watches_again(come_in: ComeIn) -> None:
    player, onlooker = come_in(), come_in(viewport=DESK)
    card = new_table(player, "1")
    play_turns(player, turns=ALL, table=card["table"])
    onlooker.visit(f"/t/{card['table']}?watch={card['watch_key']}")
    screening = watch(onlooker)
    screening.key("ArrowRight")
    expect(screening.bar).to_have_attribute("data-stop", "1")
    told = story(player, card["table"])
    assert {hollow: piece for hollow, piece in onlooker.pieces().items() if piece} == told.pieces(2)


@pytest.mark.deep
def test_it_fits_on_a_phone_in_every_language(come_in: ComeIn) -> None:
    me = before_the_end(come_in(**PHONE))
    screening = watch(me)
    screening.button("last").tap()
    screening.stands_at(screening.last)
    for language in LANGUAGES:
        me.page.locator("header select").select_option(language)
        expect(me.page.locator("html")).to_have_attribute("lang", language)
        fits(me)
        expect(screening.bar).to_be_in_viewport(ratio=1)
        expect(me.status).to_be_in_viewport(ratio=1)


def test_all_racks_of_unikato_lie_open(scene: Scene) -> None:
    table = SceneTiles(scene).sit_with(lambda _: True)
    other = table.page.locator('[data-seat="1"]').get_by_role("img")
    expect(other).to_have_count(0)
    round_over(scene.table)
    screening = watch(table.window)
    expect(screening.bar).to_have_attribute("data-stop", "0")
    dealt = table.truth.states[0].racks
    expect(other).to_have_count(len(dealt[1]))
    names = other.evaluate_all("all => all.map(tile => tile.getAttribute('aria-label'))")
    assert sorted(names) == sorted(tile_in_words(NAMES[tile]) for tile in dealt[1])
    assert table.rack() == sorted(NAMES[tile] for tile in dealt[0])


def test_a_replay_shows_the_chain_that_was_possible(come_in: ComeIn, folder: Path) -> None:
    """A moment of the list lays it on the table, and no other moment does."""
    me = come_in(viewport=DESK)
    facts = {"laid": 0, "n": 2, "chain": ["co1w@1,0", "co2w@2,0"]}
    made = [{"seq": 3, "seat": 0, "code": "could_lay_more", "facts": facts}]

    def remark(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "remarks": made})

    me.page.route("**/replay?*", remark)
    table = TileTable(me, folder).sit("1")
    table.my_turn()
    play_the_round(table.window)
    screening = watch(table.window)
    remarks, chain = screening.page.get_by_test_id("remarks"), screening.page.locator("[data-possible]")
    remarks.get_by_role("button").click()
    expect(chain).to_have_count(2)
    screening.button("last").click()
    expect(chain).to_have_count(0)


@pytest.mark.deep
def test_every_stop_is_stepped_to_also_without_a_move(come_in: ComeIn, folder: Path) -> None:
    """Between the rounds of Unikato people say that they are ready: no moves, but stops all the same."""
    table = TileTable(come_in(viewport=DESK), folder).sit("1", rounds=2)
    table.my_turn()
    play_the_round(table.window)
    table.do("ready")
    table.my_turn()
    play_the_round(table.window)
    screening = watch(table.window)
    assert screening.last > table.page.locator("[data-move]").count()
    for stop in range(1, screening.last + 1):
        screening.key("ArrowRight")
        expect(screening.bar).to_have_attribute("data-stop", str(stop))
    table.shows_what_happened()


@pytest.mark.deep
def test_unikato_plays_at_twice_and_four_times_the_pace(come_in: ComeIn, folder: Path) -> None:
    """At each pace it gets to the end by itself, and shows all that happened."""
    table = TileTable(come_in(viewport=DESK), folder).sit("1")
    table.my_turn()
    play_the_round(table.window)
    screening = watch(table.window)
    last = screening.last
    for rate in ("double", "fourfold"):
        screening.button(rate).click()
        expect(screening.button(rate)).to_have_attribute("aria-pressed", "true")
        screening.button("play").click()
        expect(screening.button("pause")).to_be_visible()
        screening.reaches(last)
        expect(screening.button("play")).to_be_visible()
        table.shows_what_happened()
