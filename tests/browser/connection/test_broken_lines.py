"""The hall dies, the line breaks, and nothing is lost or doubled."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.breakable_proxy import BreakableProxy
from tests.browser.kit.match import Match, new_table, sit_down
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.kit.words import rukuni, word

TURN = "a1-a4/b4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[HallProcess]:
    """A hall of its own: here it dies, and comes back."""
    with HallProcess(folder, "--bot-pace", "0") as server:
        yield server


@pytest.fixture
def me(come_in: ComeIn) -> Window:
    return come_in().excuse(*LINE_IS_DOWN)


def test_the_page_outlives_its_hall(me: Window, server: HallProcess) -> None:
    me.play_the_bot()
    me.page.evaluate("window.stayed = true")
    _a_move_into_a_dying_hall_arrives_once(me, server)
    me.any_turn(Random(1))
    me.shows(5)
    server.kill()
    me.has_lost_the_line()
    me.touch(next(hollow for hollow, piece in me.pieces().items() if piece == "tower"))
    expect(me.status).to_have_text(word("why.line"))
    server.start()
    me.has_the_line()
    me.any_turn(Random(2))
    me.shows(7)
    shows_what_happened(me)
    assert me.page.evaluate("window.stayed")
    assert len(me.moves_sent()) == 4


def _a_move_into_a_dying_hall_arrives_once(me: Window, server: HallProcess) -> None:
    os.kill(server.pid, signal.SIGSTOP)
    me.turn(TURN)
    expect(me.status).to_have_text(word("why.pending"))
    expect(me.page.locator("svg .pending")).to_have_count(2)
    server.kill()
    me.has_lost_the_line()
    expect(me.hollow("b4")).to_have_attribute("data-piece", "white")
    server.start()
    me.shows(3)
    me.awaits_me()
    expect(me.page.locator("svg .pending")).to_have_count(0)
    assert [move["ref"] for move in me.moves_sent()] == [me.moves_sent()[0]["ref"]] * 2
    assert story(me).turns.count(TURN) == 1
    shows_what_happened(me)


def test_a_player_back_online_sees_what_happened_and_nothing_is_done_twice(
    come_in: ComeIn, server: HallProcess
) -> None:
    with BreakableProxy(server.port) as line:
        match = sit_down(come_in, address=line.url)
        friend = match.friend.excuse(*LINE_IS_DOWN)
        line.cut()
        friend.has_lost_the_line()
        turn = match.turn()
        line.mend()
        friend.awaits_me()
        told = rukuni("told.turn", colour=rukuni("white"), tower=turn[:2], to=turn[3:5], peg=turn[6:])
        friend.hears(told, rukuni("step.tower"))
        assert friend.spoken().count(told) == 1
        expect(friend.page.locator(f'[data-move="{turn}"]')).to_be_visible()
        _a_move_whose_answer_was_lost_is_not_made_again(match, line)


def _a_move_whose_answer_was_lost_is_not_made_again(match: Match, line: BreakableProxy) -> None:
    friend = match.friend
    line.hold()
    turn = friend.any_turn(match.rng)
    match.seq += 1
    match.host.shows(match.seq)
    assert friend.seq == match.seq - 1
    line.cut()
    friend.has_lost_the_line()
    line.mend()
    friend.shows(match.seq)
    expect(friend.page.locator("svg .pending")).to_have_count(0)
    match.turns(2)
    assert story(friend).turns[1] == turn
    assert len(friend.moves_sent()) == 2
    shows_what_happened(friend)


def test_a_table_that_was_stopped_is_shown_as_it_was_and_one_whose_log_is_spoilt_says_so(
    me: Window, server: HallProcess, folder: Path
) -> None:
    spoilt = new_table(me, "1")["table"]
    me.excuse(*REFUSED_BY_HTTP).play_the_bot()
    me.turn(TURN)
    me.shows(3)
    server.kill()
    _write_into_the_ledger(folder, "UPDATE tables SET status = 'stopped' WHERE id = ?", me.table)
    of_table = "table_number = (SELECT number FROM tables WHERE id = ?)"
    _write_into_the_ledger(folder, f"UPDATE events SET event = '{{}}' WHERE {of_table}", spoilt)
    server.start()
    expect(me.status).to_have_text(word("why.stopped"))
    shows_what_happened(me)
    assert me.lit() == []
    me.page.reload()
    expect(me.status).to_have_text(word("why.stopped"))
    assert len(me.moves_sent()) == 1
    me.visit(f"/t/{spoilt}").is_nowhere("error.table_stopped")
    me.play_the_bot()
    shows_what_happened(me)


def _write_into_the_ledger(folder: Path, what: str, table: str) -> None:
    book = sqlite3.connect(folder / "hall.sqlite")
    with book:
        assert book.execute(what, (table,)).rowcount
    book.close()
