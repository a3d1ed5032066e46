"""Where everybody plays at once a bot sits in unasked, and gives the seat back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import CardTable, play
from tests.browser.kit.match import rename
from tests.browser.kit.window import Window
from tests.browser.kit.words import ukuma, word
from tests.browser.table.test_seats_in_play import away_from, news, seat_of
from ukumbi.games import ukuma as rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hall of these tests is another one, with a ledger of its own."""
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[HallProcess]:
    """A hall where nobody is given half a minute, and bots take a person's time."""
    with HallProcess(folder, "--away-after", "0") as server:
        yield server


@pytest.mark.deep
def test_a_bot_sits_in_by_itself_and_gives_the_seat_back(come_in: ComeIn) -> None:
    names = iter(["Mira", "Jonas"])
    white, black = play(lambda **wishes: rename(come_in(**wishes), next(names)), fits="shown")
    host, friend = white.window, black.window
    seq = host.seq
    away_from(friend)
    stand_in = seat_of(host, 1).get_by_test_id("stand-in")
    expect(stand_in).to_contain_text("Jonas")
    bot = word("seat.bot", level=ukuma(f"level.{rules.ENTRY.usual}"))
    white.has_heard_more_than(seq)
    assert word("news.stood_in", name="Jonas", bot=bot) in host.spoken()
    white.is_in("playing")
    friend.page.go_back()
    expect(stand_in).to_have_count(0)
    _plays_on(black, host)
    for what in ("stood_in", "came_back"):
        expect(news(host, what)).to_have_count(1)


def _plays_on(black: CardTable, host: Window) -> None:
    black.is_in("playing")
    _, card, cell = black.fitting()
    black.lay(card, cell)
    CardTable(host).shows(cell)
