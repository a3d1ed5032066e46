"""Ubongo when the time is up: the record of a player alone, a second chance, and a playoff."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import BlockTable, alone, honours, sit_down
from tests.browser.kit.window import LINE_IS_DOWN
from tests.browser.kit.words import of_game
from tests.kit.actions import events_of, tamper

LONG: Final = 10 * 60_000
"""Milliseconds that pass in no time: more than five minutes, and than any hourglass."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[HallProcess]:
    """A hall of its own: it closes for a while, and the time of its tables runs out."""
    with HallProcess(folder, "--bot-pace", "0") as server:
        yield server


def say(key: str, **facts: object) -> str:
    return of_game("ubongo", key, "en", **facts)


@pytest.mark.deep
def test_the_sand_runs_out_for_one_and_for_two(come_in: ComeIn, server: HallProcess, folder: Path) -> None:
    """What takes minutes is due at once when the hall opens again; the pages have stayed where they were."""
    mine = alone(come_in().excuse(*LINE_IS_DOWN), solo="time", limit=5)
    mine.choose(1)
    mine.is_in("building")
    mine.solve(mine.lay_by_keys)
    mine.begin(mine.lay_by_keys)
    host, friend = sit_down(come_in, hourglass=5, level=1)
    for table in (host, friend):
        table.window.excuse(*LINE_IS_DOWN)
        table.choose(1)
    honours(host, friend)
    server.kill()
    for table in (mine, host):
        _let_the_time_pass(folder, table.window.table)
    server.start()

    expect(host.button("note")).to_have_text(say("glass.again"))
    _ends_with_a_record(mine)
    host.is_in("between")
    expect(host.button("between")).to_contain_text(say("between.nobody"))
    expect(host.window.status).to_have_text(say("step.tied"))
    expect(host.button("ready")).to_have_text(say("act.playoff"))
    _plays_off(host, friend)


def _let_the_time_pass(folder: Path, table: str) -> None:
    """All that has happened at this table happened long ago."""
    number = "(SELECT number FROM tables WHERE id = ?)"
    change = f"UPDATE events SET event = ?, at = at - ? WHERE seq = ? AND table_number = {number}"
    for seq, *_, text in events_of(folder, table):
        event = json.loads(text)
        earlier = {moment: event[moment] - LONG for moment in ("since", "until") if event.get(moment)}
        tamper(folder, change, json.dumps(event | earlier), LONG, seq, table)
    tamper(folder, "UPDATE tables SET wake = wake - ? WHERE id = ?", LONG, table)


def _ends_with_a_record(table: BlockTable) -> None:
    """The solved task counts, the one that was begun does not; the next time there is one to beat."""
    expect(table.window.ending).to_contain_text(say("ending.time"))
    best = say("record.best", best=say("record.tasks", n=1))
    expect(table.button("record")).to_have_text(best)
    assert table.view["done"] == 1
    again = alone(table.window, solo="time", limit=5)
    expect(again.page.locator('[data-choose="1"]').get_by_test_id("best")).to_have_text(best)
    expect(again.button("best")).to_have_count(1)


def _plays_off(host: BlockTable, friend: BlockTable) -> None:
    """Without gems both are equal: no hourglass, no gems, and the first to solve wins."""
    for table in (host, friend):
        table.button("ready").click()
    host.is_in("rolling")
    roller = host if host.view["roller"] == host.view["you"] else friend
    roller.button("honour").click()
    for table in (host, friend):
        table.is_in("building")
        expect(table.button("note")).to_have_text(say("progress.playoff"))
        expect(table.button("hourglass")).to_have_count(0)
        expect(table.button("display")).to_have_count(0)
    expect(friend.window.status).to_have_text(say("step.playoff"))
    host.solve(host.lay_by_keys)
    for table in (host, friend):
        expect(table.window.ending).to_contain_text(say("ending.playoff"))
        assert (table.view["ending"], table.view["round"]) == ("playoff", 2)
    expect(host.window.result).to_have_text(say("end.you_win"))
    expect(friend.button("gallery")).to_be_visible()
