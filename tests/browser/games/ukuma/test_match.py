"""A whole best of three against a bot, from the start page to the replay."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from benchmarks.hall_process import HallProcess
from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.match import set_up
from tests.browser.kit.window import Window
from tests.browser.kit.words import ukuma, word


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hall of these tests is another one, with a ledger of its own."""
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[HallProcess]:
    """The bot takes a person's time here: without it the test would not get a card down."""
    with HallProcess(folder, "--bot-pace", "0.5") as server:
        yield server


def play_game(table: CardTable) -> None:
    """Lay whatever fits until the game is over."""
    while (view := table.view)["phase"] == "playing":
        lays = [(place, lay) for place, fits in enumerate(view["fits"]) for lay in fits]
        seq = table.window.seq
        if lays:
            place, lay = lays[0]
            table.page.keyboard.press(str(place + 1))
            free = table.free(lay.partition("@")[2])
            if free.count():  # the bot may just have taken it
                free.first.click(force=True)
        else:
            table.page.keyboard.press("d")
        expect(table.window.main).not_to_have_attribute("data-seq", str(seq))


@pytest.mark.deep
def test_a_best_of_three_against_a_bot(me: Window) -> None:
    """The first game is laid to its end; those after it are given up."""
    options = {"best_of": 3, "fits": "shown", "white": "first", "countdown": 1}
    me.visit(f"/t/{set_up(me, 'ukuma', ['1'], options)['table']}")
    table, games = CardTable(me), 1
    table.is_in("playing")
    play_game(table)
    while table.view["phase"] == "between":
        title = ukuma("between.title", n=games, games=3)
        expect(me.page.get_by_role("heading", name=title)).to_be_visible()
        table.button("ready").click()
        table.is_in("playing")
        give_up(table)
        games += 1
    table.is_in("over")
    wins = table.view["wins"]
    assert 2 in wins or games == 3
    assert table.view["game"] == games
    a_missed_chance_is_remarked(me, seq=8)
    watch_again(table)
    a_missed_chance_is_shown_on_the_table(me)


def give_up(table: CardTable) -> None:
    seq = table.window.seq
    for _ in range(2):
        table.button("resign").click()
    expect(table.board).not_to_have_attribute("data-phase", "playing")
    assert table.window.seq > seq


def watch_again(table: CardTable) -> None:
    """From the first game on, with both hands open, in real time or half of it."""
    page = table.page
    page.get_by_role("button", name=word("replay.watch")).click()
    expect(page.get_by_role("button", name=word("replay.real"))).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name=word("replay.half"))).to_be_visible()
    on = page.get_by_role("button", name=word("replay.forward"))
    while table.board.get_attribute("data-phase") != "playing":
        on.click()
    expect(table.held).to_have_count(3)
    opposite = table.button("opposite")
    expect(opposite.locator("li")).to_have_count(3)
    assert table.view["game"] > 1


def a_missed_chance_is_remarked(me: Window, seq: int) -> None:
    """What the hall remarks is put into its answer here: chances are rare when a test plays."""

    def remark(route: Route) -> None:
        answer = route.fetch()
        missed = {"seq": seq, "seat": 1, "code": "could_win", "facts": {"laid": "pnob@g3", "seconds": 2}}
        route.fulfill(response=answer, json={**answer.json(), "remarks": [missed]})

    me.page.route("**/replay?*", remark)


def a_missed_chance_is_shown_on_the_table(me: Window) -> None:
    page = me.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_test_id("remarks").get_by_role("button").click()
    expect(page.locator("[data-chance='g3']")).to_be_in_viewport()
    page.get_by_role("button", name=word("replay.back")).click()
    expect(page.locator("[data-chance]")).to_have_count(0)
