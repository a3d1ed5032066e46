"""The hall dies, the line breaks, and nothing is lost or doubled."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.match import sit_down
from tests.browser.records import shows_what_happened, story
from tests.browser.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.words import rukuni, word
from tests.kit.fickle import FickleLine
from ukumbi.lab.hall_process import HallProcess

TURN = "a1-a4/b4"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HallProcess]:
    """One hall a test: here halls die."""
    with HallProcess(tmp_path, "--bot-pace", "0") as server:
        yield server


@pytest.fixture
def me(come_in: ComeIn) -> Window:
    return come_in().excuse(*LINE_IS_DOWN)


def test_the_page_outlives_its_hall(me: Window, server: HallProcess) -> None:
    me.play_the_bot()
    me.page.evaluate("window.stayed = true")
    me.any_turn(Random(1))
    me.shows(3)
    server.kill()
    me.has_lost_the_line()
    me.touch(next(hollow for hollow, piece in me.pieces().items() if piece == "tower"))
    expect(me.status).to_have_text(word("why.line"))
    server.start()
    me.has_the_line()
    me.any_turn(Random(2))
    me.shows(5)
    shows_what_happened(me)
    assert me.page.evaluate("window.stayed")
    assert len(me.moves_sent()) == 2


def test_a_move_into_a_dying_hall_arrives_once(me: Window, server: HallProcess) -> None:
    me.play_the_bot()
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


def test_a_move_whose_answer_was_lost_is_not_made_again(come_in: ComeIn, server: HallProcess) -> None:
    with FickleLine(server.port) as line:
        match = sit_down(come_in, address=line.url)
        match.turns(1)
        friend = match.friend.excuse(*LINE_IS_DOWN)
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


def test_what_happened_while_away_is_told(come_in: ComeIn, server: HallProcess) -> None:
    with FickleLine(server.port) as line:
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


def test_a_table_that_was_stopped_is_shown_as_it_was(me: Window, server: HallProcess, tmp_path: Path) -> None:
    me.play_the_bot()
    me.turn(TURN)
    me.shows(3)
    _write_into_the_ledger(server, tmp_path, "UPDATE tables SET status = 'stopped'")
    expect(me.status).to_have_text(word("why.stopped"))
    shows_what_happened(me)
    assert me.lit() == []
    me.page.reload()
    expect(me.status).to_have_text(word("why.stopped"))
    assert len(me.moves_sent()) == 1


def test_a_table_whose_log_is_spoilt_says_so(me: Window, server: HallProcess, tmp_path: Path) -> None:
    me.excuse(*REFUSED_BY_HTTP).play_the_bot()
    _write_into_the_ledger(server, tmp_path, "UPDATE events SET event = '{}'")
    me.page.reload()
    me.is_nowhere("error.table_stopped")
    me.play_the_bot()
    shows_what_happened(me)


def _write_into_the_ledger(server: HallProcess, folder: Path, what: str) -> None:
    server.kill()
    book = sqlite3.connect(folder / "hall.sqlite")
    with book:
        book.execute(what)
    book.close()
    server.start()
