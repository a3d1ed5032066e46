"""Tables whose bot has a level of earlier days: it plays on, and the next game has today's name for it."""

from pathlib import Path

import pytest

from tests.hall.club import club
from tests.hall.scene import tamper
from tests.kit.loop import in_a_loop
from ukumbi.core import Entry, Refused
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.bot import FORMER
from ukumbi.hall.requests import Resign

GONE = "headstrong"


@in_a_loop
async def test_a_table_with_a_former_level_plays_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with club(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["novice"], b'{"white":"first"}', "on")
        await it.settle(table)
        tamper(tmp_path, f"UPDATE occupants SET bot = '{GONE}' WHERE bot = 'novice'")
        tamper(tmp_path, f"UPDATE seat_changes SET event = replace(event, 'novice', '{GONE}')")
        it.hall.forget(table)
        table = await it.hall.table(table.id)
        assert [who.bot for who in table.row.occupants] == [None, GONE]
        await it.come(table, "ada")
        await it.play(table, "a1-e5/e6")
        while table.match.awaited != {0}:
            await table.bots_and_clock.changed()
        assert table.match.seq == 3
        await it.hall.ask(table.id, Resign("ada"))
        fresh = await it.lobby.rematch(table.id, "ada")
        assert [who.bot for who in fresh.row.occupants] == [FORMER[GONE], None]
    assert caplog.messages == []


@in_a_loop
async def test_whoever_asks_for_a_former_level_gets_todays(tmp_path: Path) -> None:
    async with club(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", [GONE], b"{}", "on")
        assert table.row.occupants[1].bot == FORMER[GONE]


def test_a_former_level_is_one_of_todays() -> None:
    assert ENTRY.level(GONE) == FORMER[GONE]
    assert ENTRY.level("greedy") == "greedy"
    assert set(FORMER.values()) <= set(ENTRY.bots)
    assert not set(FORMER) & set(ENTRY.bots)
    for nobody in ("wizard", 7, None):
        with pytest.raises(Refused, match="has no bot"):
            ENTRY.bot(nobody)  # type: ignore[arg-type]


def test_most_games_have_always_had_the_same_levels() -> None:
    entry = Entry(game=ENTRY.game, bots={"only": object()})
    assert (entry.former, entry.weaker) == ({}, ())
