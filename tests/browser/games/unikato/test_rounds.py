"""Whole rounds of Unikato: at a desk, on a phone, over two rounds, and between two people."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import begin, set_up
from tests.browser.kit.rounds import Rounds
from tests.browser.kit.screens import DESK, PHONE, fits
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import tile_in_words, unikato
from ukumbi.games.unikato.tiles import NAMES


def test_two_clicks_lead_to_a_first_move(me: Window, folder: Path) -> None:
    me.visit().play_from_the_shelf("unikato")
    table = TileTable(me, folder)
    table.my_turn()
    table.any_act(Random(1))
    assert len(me.moves_sent()) == 1


@pytest.mark.deep
def test_a_whole_round_on_a_phone(come_in: ComeIn, folder: Path) -> None:
    me = come_in(**PHONE)
    table = TileTable(me, folder, by_tap=True).sit("8", "8", "8")

    def looks_right() -> None:
        fits(me)
        _company_is_in_sight(table)
        expect(me.status).to_be_in_viewport()
        assert me.page.evaluate("scrollY") == 0

    table.any_round(Random(12), looks_right)
    _explains_the_score(table)
    fits(me)


def _company_is_in_sight(table: TileTable) -> None:
    """All players in the order of play, with their tiles, and whose turn it is."""
    seats = table.page.locator("[data-phase] > ol > li")
    view = table.truth.view(table.window.you)
    expect(seats).to_have_count(4)
    expect(seats.locator(".count")).to_have_text([str(count) for count in view.counts])
    for number in range(4):
        expect(seats.nth(number)).to_be_in_viewport(ratio=1)
    expect(table.page.locator("[data-phase] > ol > li.turn")).to_have_count(1)
    expect(seats.nth(view.turn)).to_have_class(re.compile(r"\bturn\b"))
    assert table.counts() == list(view.counts)


def _explains_the_score(table: TileTable) -> None:
    """The sheet says what the log says, and names the winner."""
    truth, you = table.truth, table.window.you
    outcome = truth.outcome
    assert outcome is not None
    expect(table.sheet).to_be_visible()
    rows = table.minus_points()
    assert rows == [list(row) for row in truth.state.minus]
    assert [-sum(seat) for seat in zip(*rows, strict=True)] == list(outcome.points)
    if outcome.places[you] == 1 and outcome.places.count(1) == 1:
        expect(table.window.result).to_have_text(unikato("end.you_win"))
    else:
        expect(table.window.result).not_to_have_text(unikato("end.you_win"))


@pytest.mark.deep
def test_two_rounds_at_a_desk(come_in: ComeIn, folder: Path) -> None:
    """The first is played whole on the page; between them the break goes by the hall's clock."""
    me = come_in(viewport=DESK)
    table = TileTable(me, folder).sit("8", rounds=2)
    table.any_round(Random(11), table.shows_what_happened)
    expect(table.sheet).to_be_visible()
    assert table.phase == "between"
    assert table.minus_points() == [list(row) for row in table.truth.state.minus]
    assert table.lying() == table.truth.lying()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
    _the_break_goes_on_after_a_reload(me)
    expect(table.button("ready")).to_be_enabled()
    me.press_until("Tab", "[data-testid=ready]")
    me.page.keyboard.press("Enter")
    expect(table.sheet).to_have_count(0)
    assert table.truth.state.starter == 1
    assert table.counts()[0] == 10
    table.my_turn()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    table.any_act(Random(13))
    play_the_round(me)
    expect(me.ending).to_be_visible()
    assert len(table.minus_points()) == 2
    _explains_the_score(table)
    sums = table.sheet.locator("tfoot td").all_inner_texts()
    assert [int(points) for points in sums] == [sum(seat) for seat in zip(*table.minus_points(), strict=True)]
    assert table.lying() == table.truth.lying()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


def _the_break_goes_on_after_a_reload(me: Window) -> None:
    """The break between rounds ends when the hall says."""
    countdown = me.page.locator(".countdown")
    first = countdown.inner_text()
    expect(countdown).not_to_have_text(first)
    later = countdown.inner_text()
    me.page.reload()
    countdown.wait_for()
    assert _seconds(countdown.inner_text()) <= _seconds(later) < _seconds(first)


def _seconds(text: str) -> int:
    found = re.search(r"\d+", text)
    assert found
    return int(found[0])


def test_the_lowest_number_on_the_sheet_wins(me: Window, folder: Path) -> None:
    """R28, R33: the sheet counts minus points, without a sign before them."""
    table = TileTable(me, folder).sit("1")
    table.my_turn()
    play_the_round(me)
    expect(me.ending).to_be_visible()
    outcome = table.truth.outcome
    assert outcome is not None
    (row,) = table.minus_points()
    assert min(row) >= 0
    assert [points == min(row) for points in row] == [place == 1 for place in outcome.places]
    _explains_the_score(table)


def test_a_rack_is_seen_by_its_player_alone(come_in: ComeIn, folder: Path) -> None:
    host, friend = (TileTable(come_in(), folder) for _ in range(2))
    table = set_up(host.window, "unikato", ["open"], {"starter": "first"})["table"]
    begin(host.window, friend.window, table)
    for person in (host, friend):
        person.window.plays()
    assert len(Rounds.read(folder, table).secrets(host.window.you)) == 10
    _keep_their_secrets(host, friend)
    for number in range(4):
        _one_turn((host, friend)[number % 2], Random(number), lambda: _keep_their_secrets(host, friend))


def _one_turn(mover: TileTable, rng: Random, at_every_step: Callable[[], None]) -> None:
    """What is only planned is a secret too, and so is what comes out of the bag."""
    mover.my_turn()
    while mover.truth.state.turn == mover.window.you and mover.truth.outcome is None:
        if mover.phase == "draw":
            mover.draw(mover.bag)
        elif mover.fitting():
            mover.any_chain(rng)
            at_every_step()
            mover.do("confirm")
        else:
            mover.swap(rng.choice(mover.rack()), mover.bag)
        at_every_step()


def _keep_their_secrets(host: TileTable, friend: TileTable) -> None:
    """Each page has received its own hidden tiles, and none of the other's."""
    truth = host.truth
    if truth.outcome is not None:
        return
    for person, other in ((host, friend), (friend, host)):
        person.window.shows(len(truth.events))
        hidden, own = truth.secrets(other.window.you), truth.secrets(person.window.you)
        for place in (person.page.content(), msgspec.json.encode(person.window.told).decode()):
            assert _tiles_in(place).isdisjoint(hidden)
            assert _tiles_in(place) >= own
        for event in _events_told(person.window):
            assert not _says_too_much(event, person.window.you)


IN_WORDS = {tile_in_words(tile): tile for tile in NAMES}
TILE = re.compile(r"\b[csx][opb][123][wgk]\b")


def _tiles_in(text: str) -> set[str]:
    """By their letters or in words."""
    return {*TILE.findall(text), *(tile for words, tile in IN_WORDS.items() if words in text)}


def _events_told(window: Window) -> list[dict[str, Any]]:
    return [heard["event"] for message in window.told for heard in message.get("events", ())]


def _says_too_much(event: dict[str, Any], you: int) -> bool:
    """Events have numbers for tiles: a rack that was dealt, a tile from the bag."""
    if event["type"] == "round_began":
        return any(rack is not None for seat, rack in enumerate(event["racks"]) if seat != you)
    return bool(event.get("bag")) and event["seat"] != you and event["took"] is not None
