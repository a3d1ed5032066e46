"""What start pages show of a person's tables, and hidden tables."""

from pathlib import Path

import pytest

from tests.kit.actions import in_ledger, tamper
from tests.kit.halls import Recorder, act, new_row, open_hall, past_table
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, ScriptedHall, refused, scripted_hall
from ukumbi.core import Seat
from ukumbi.hall.messages import TableBrief, TableNews
from ukumbi.hall.requests import AskTakeBack, Cancel, FreeSeat, Resign, Sit
from ukumbi.hall.start_pages import summary_of
from ukumbi.hall.table import Table
from ukumbi.ledger.sqlite import SqliteLedger


async def _shown(it: ScriptedHall, person: str) -> list[str]:
    return [row.id for row, _ in await it.hall.summaries.of(person, 30)]


def _in_the_hall(it: ScriptedHall, person: str) -> Recorder:
    """Another window of this person, without a table."""
    window = Recorder(person)
    it.hall.connect(window)
    return window


def _latest(window: Recorder) -> TableBrief:
    brief = window.table_news[-1].brief
    assert brief is not None
    return brief


async def test_start_pages_show_whose_turn_it_is(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        ada = _in_the_hall(it, "ada")
        await it.play(table, *TURNS[:2])
        assert [news.brief.awaited for news in ada.table_news if news.brief] == [(1,), (0,)]
        assert it.people["ada"].table_news == [], "who looks at the table needs no news of it"


async def test_the_score_and_the_end_are_news(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        ada = _in_the_hall(it, "ada")
        await it.play(table, *TURNS)
        assert _latest(ada).score == table.match.game.score(table.match.state)
        await it.hall.ask(table.id, Resign("ben"))
        outcome = _latest(ada).outcome
        assert outcome is not None
        assert outcome.places == (1, 2)


async def test_simultaneous_moves_are_no_news(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("berries", "ada", "ben")
        ada = _in_the_hall(it, "ada")
        for _ in range(3):
            move = next(iter(table.match.legal(0)))
            assert await act(table, Seat(0), table.match.game.format_move(move)) is None
        assert ada.table_news == []


async def test_losing_a_seat_is_news(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        ben = _in_the_hall(it, "ben")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        assert _latest(ben).status == "open"
        await it.hall.ask(table.id, FreeSeat("ada", Seat(1)))
        assert ben.table_news[-1] == TableNews(table.id, None)
        ada = _in_the_hall(it, "ada")
        await it.hall.ask(table.id, Cancel("ada"))
        assert ada.table_news == [TableNews(table.id, None)]


async def test_a_rematch_is_news_for_the_other_player(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben")
        await it.hall.ask(table.id, Resign("ben"))
        ben = _in_the_hall(it, "ben")
        fresh = await it.lobby.rematch(table.id, "ada")
        assert {news.table for news in ben.table_news} == {fresh.id}


# hidden tables


async def _abandoned(it: ScriptedHall) -> Table:
    """A game at Ben's turn that Ada has left and hidden."""
    table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
    await it.play(table, TURNS[0])
    await it.go(table, "ada")
    await it.lobby.remove(table.id, "ada")
    return table


async def test_a_hidden_game_goes_on_for_the_other_player(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await _abandoned(it)
        assert (await _shown(it, "ada"), await _shown(it, "ben")) == ([], [table.id])
        assert it.people["ada"].table_news[-1] == TableNews(table.id, None)
        assert table.status == "playing"
    async with scripted_hall(tmp_path) as it:
        assert await _shown(it, "ada") == [], "the ledger remembers"


async def test_a_hidden_game_reappears_at_its_owners_turn(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await _abandoned(it)
        told = len(it.people["ada"].table_news)
        await it.play(table, TURNS[1])
        assert len(it.people["ada"].table_news) == told + 1
        assert await _shown(it, "ada") == [table.id]
    async with scripted_hall(tmp_path) as it:
        assert await _shown(it, "ada") == [table.id]


async def test_a_game_hidden_at_its_owners_turn_stays_hidden(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.go(table, "ada")
        await it.lobby.remove(table.id, "ada")
        assert await _shown(it, "ada") == []


async def test_a_hidden_game_reappears_on_a_request(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, *TURNS[:2])
        await it.go(table, "ada")
        await it.lobby.remove(table.id, "ada")
        await it.hall.ask(table.id, AskTakeBack("ben"))
        await it.settle(table)
        assert await _shown(it, "ada") == [table.id]
        assert in_ledger(tmp_path, "SELECT count(*) FROM hidden_tables") == [(0,)]


async def test_a_finished_game_can_be_hidden_and_shown(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben")
        await it.hall.ask(table.id, Resign("ben"))
        for _ in range(2):
            await it.lobby.remove(table.id, "ada")
        assert (await _shown(it, "ada"), await _shown(it, "ben")) == ([], [table.id])
        await it.lobby.put_back(table.id, "ada")
        assert await _shown(it, "ada") == [table.id]


async def test_hiding_a_table_before_the_game_frees_the_seat(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        await it.lobby.remove(table.id, "ben")
        assert table.row.occupants[1].free
        assert await refused(it.lobby.remove(table.id, "ben")) == "not_seated"
        await it.lobby.remove(table.id, "ada")
        assert table.status == "cancelled"


# the next game, against bots of another level


async def test_a_rematch_may_be_against_another_level(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        # Ada begins: a bot's move would interfere with the change below.
        table = await it.lobby.set_up("ada", "unikato", ["1", "1"], b'{"starter":"first"}', "on")
        await it.settle(table)
        assert await refused(it.lobby.rematch(table.id, "ada", "2")) == "still_playing"
        tamper(tmp_path, "UPDATE tables SET status = 'stopped'")
        it.hall.forget(table)
        assert await refused(it.lobby.rematch(table.id, "ada", "wizard")) == "no_such_bot"
        fresh = await it.lobby.rematch(table.id, "ada", "2")
        assert [who.bot for who in fresh.row.occupants] == ["2", "2", None]
        assert await it.lobby.rematch(table.id, "ada", "2") is fresh


async def test_a_rematch_between_people_has_no_level(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben")
        await it.hall.ask(table.id, Resign("ben"))
        assert await refused(it.lobby.rematch(table.id, "ada", "1")) == "others_play_on"


@pytest.mark.parametrize("events", [20, 120])
async def test_a_table_has_the_same_summary_in_and_out_of_memory(tmp_path: Path, events: int) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=b'{"rounds":100}'), events)
    async with open_hall(tmp_path, ledger) as hall:
        ((_, asleep),) = await hall.summaries.of("ada", 30)
        assert row.id not in hall.tables, "looking does not open it"
        awake = summary_of(await hall.table(row.id))
        assert awake == asleep
        assert asleep.seq >= events


async def test_a_reloaded_start_page_folds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    await past_table(ledger, new_row("rukuni"), 10)
    async with open_hall(tmp_path, ledger) as hall:
        before = await hall.summaries.of("ada", 30)
        monkeypatch.setattr(hall, "folded", None)
        assert await hall.summaries.of("ada", 30) == before


async def test_a_broken_table_is_listed_too(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    await past_table(ledger, new_row("rukuni"), 10)
    tamper(tmp_path, "UPDATE events SET event = '{}' WHERE seq = 3")
    async with open_hall(tmp_path, ledger) as hall:
        ((_, standing),) = await hall.summaries.of("ada", 30)
        assert (standing.seq, standing.awaited) == (10, ())
