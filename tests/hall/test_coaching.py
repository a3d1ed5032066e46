"""The coach at a table: whom it helps, when it speaks, and when it falls silent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.kit.halls import Recorder, open_hall
from tests.kit.scripted_clock import START, ScriptedClock
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, ScriptedHall, refused, scripted_hall
from ukumbi.bots.coach import Advice
from ukumbi.core import Refused, Seat
from ukumbi.hall.bots_and_clock import BotPlayers
from ukumbi.hall.coaching import FIRST_GAMES, REPEATED_SECONDS
from ukumbi.hall.requests import Accepted, Move, Resign
from ukumbi.hall.table import Table

WAIT_SECONDS = 8.0


def advice(code: str, *heeded: str, wait: float = WAIT_SECONDS) -> Advice:
    return Advice(code, {"hollow": "c5"}, ("hollow:c5",), "a1-a4/b4", heeded, wait)


class Script:
    """What the coach and the bot say, instead of a worker."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.says: Advice | None = None
        self.asked = 0
        monkeypatch.setattr(BotPlayers, "advise", self._advise)
        monkeypatch.setattr(BotPlayers, "play", self._play)

    async def _advise(self, table: Table, seat: Seat) -> Advice | None:
        assert seat in table.match.may_act
        self.asked += 1
        return self.says

    async def _play(self, table: Table, seat: Seat) -> bool:
        return False  # the test moves


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(monkeypatch)


class Coached:
    """Ada against a bot, in a hall whose clock the test advances."""

    def __init__(self, people: ScriptedHall, clock: ScriptedClock) -> None:
        self.people, self.clock = people, clock
        self.me: Recorder = people.person_named("ada")

    async def begin(self, game: str = "rukuni", options: bytes = WHITE_FIRST) -> Table:
        self.table = await self.people.lobby.set_up("ada", game, ["1"], options, "on")
        await self.people.come(self.table, "ada")
        await self.settle()
        return self.table

    async def settle(self) -> None:
        await self.people.settle(self.table)
        while (task := self.table.coaching._task) is not None:
            await asyncio.wait([task])

    async def move(self, seat: int, move: str) -> None:
        assert isinstance(await self.table.ask(Move(Seat(seat), move)), Accepted)
        await self.settle()

    def later(self, seconds: float) -> None:
        self.clock.ms += 1000 * seconds

    @property
    def told(self) -> list[str | None]:
        """What the page was told, one after the other; None for silence."""
        return [None if said.advice is None else said.advice.code for said in self.me.coached]

    @property
    def waits(self) -> float:
        """Seconds until the latest advice is told."""
        return (self.me.coached[-1].at - START - self.clock.ms) / 1000


@asynccontextmanager
async def against_a_bot(folder: Path) -> AsyncIterator[Coached]:
    clock = ScriptedClock()
    async with scripted_hall(folder, clock) as people:
        people.hall.bots.pace = 1.0
        yield Coached(people, clock)


async def test_advice_is_told_after_a_while(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower")
    async with against_a_bot(tmp_path) as game:
        await game.begin()
        assert game.told == [None, "second_tower"]
        assert game.me.coached[-1].on
        assert game.waits == WAIT_SECONDS
        assert game.me.coached[-1].advice is not None
        assert game.me.coached[-1].advice.move is None, "who shall find it is not told the move"


async def test_the_players_own_move_ends_it_and_the_wait_begins_anew(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower")
    async with against_a_bot(tmp_path) as game:
        await game.begin()
        game.later(10)
        await game.move(0, TURNS[0])
        assert game.told[-1:] == [None], "it is the bot's turn"
        asked = script.asked
        await game.move(1, TURNS[1])
        assert script.asked == asked + 1
        assert (game.told[-1], game.waits) == ("second_tower", WAIT_SECONDS)


async def test_a_topic_ends_when_the_player_does_it_unaided(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower", "a1-*")
    async with against_a_bot(tmp_path) as game:
        await game.begin()
        game.later(WAIT_SECONDS - 0.1)
        await game.move(0, TURNS[0])
        await game.move(1, TURNS[1])
        assert game.told == [None, "second_tower", None], "silent from now on"
        script.says = advice("joins_groups")
        await game.move(0, TURNS[2])
        await game.move(1, TURNS[3])
        assert game.told[-1] == "joins_groups", "another topic"


async def test_a_topic_goes_on_when_the_player_was_helped(tmp_path: Path, script: Script) -> None:
    script.says = advice("at_once", "a1-*", wait=0.0)
    async with against_a_bot(tmp_path) as game:
        await game.begin()
        assert game.waits == 0.0
        await game.move(0, TURNS[0])
        await game.move(1, TURNS[1])
        assert (game.told[-1], game.waits) == ("at_once", REPEATED_SECONDS), "a moment to show that one knows"


async def test_a_topic_that_gave_way_to_another_one_was_told_too(tmp_path: Path, script: Script) -> None:
    script.says = advice("nearest", wait=0.0)
    async with against_a_bot(tmp_path) as game:
        await game.begin("ukuma")
        for code, wait in (("pass", 3.0), ("nearest", REPEATED_SECONDS)):
            script.says = advice(code, wait=0.0 if code == "nearest" else wait)
            game.table.coaching.look(game.table)
            await game.settle()
            assert (game.told[-1], game.waits) == (code, wait)


async def test_the_same_advice_is_sent_once(tmp_path: Path, script: Script) -> None:
    """In a race the view changes all the time: the wait goes on, and the page hears nothing new."""
    script.says = advice("nearest")
    async with against_a_bot(tmp_path) as game:
        await game.begin("ukuma")
        sent = len(game.me.coached)
        game.later(1)
        game.table.coaching.look(game.table)
        await game.settle()
        assert len(game.me.coached) == sent


async def test_after_two_games_only_by_the_switch(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower")
    async with against_a_bot(tmp_path) as game:
        for _ in range(FIRST_GAMES):
            table = await game.begin()
            assert game.me.coached[-1].on
            assert isinstance(await table.ask(Resign("ada")), Accepted)
            await game.settle()
        await game.begin()
        assert (game.told[-1], game.me.coached[-1].on) == (None, False)
        await game.table.coaching.switch(game.table, "ada", on=True)
        await game.settle()
        assert (game.told[-1], game.me.coached[-1].on) == ("second_tower", True)
        await game.begin("unikato", b"{}")
        assert game.me.coached[-1].on, "each game has its own first games"


async def test_the_switch_is_remembered(tmp_path: Path, script: Script) -> None:
    async with open_hall(tmp_path) as hall:
        keeps = hall.coachings
        assert await keeps.is_on("ada", "rukuni")
        for on in (False, False, True, True, False):
            await keeps.switch("ada", "rukuni", on)
            assert await keeps.is_on("ada", "rukuni") is on
        await keeps.note_game("ada", "rukuni")
    async with open_hall(tmp_path) as hall:
        assert not await hall.coachings.is_on("ada", "rukuni")
        assert await hall.coachings.is_on("ada", "zuma")
        assert await hall.coachings.is_on("ben", "rukuni")


async def test_nobody_is_helped_against_another_person(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower")
    async with scripted_hall(tmp_path) as people:
        table = await people.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await people.play(table, *TURNS)
        await people.settle(table)
        assert [people.people[person].coached for person in ("ada", "ben")] == [[], []]
        assert script.asked == 0
        for person in ("ada", "ben"):
            assert await refused(table.coaching.switch(table, person, on=True)) == "hints_against_bots_only"
        assert await refused(table.coaching.switch(table, "eve", on=True)) == "not_seated"
        assert script.asked == 0


async def test_spectators_hear_nothing(tmp_path: Path, script: Script) -> None:
    script.says = advice("second_tower")
    async with against_a_bot(tmp_path) as game:
        await game.begin()
        await game.people.come(game.table, "eve")
        game.table.coaching.look(game.table)
        await game.move(0, TURNS[0])
        assert game.people.people["eve"].coached == []


async def test_help_is_no_move_against_another_person(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as people:
        table = await people.set_up("ubongo", "ada", "ben")
        reply = await table.ask(Move(Seat(0), "help 1"))
        assert isinstance(reply, Refused)
        assert reply.code == "hints_against_bots_only"


async def test_a_worker_has_the_advice(tmp_path: Path) -> None:
    async with against_a_bot(tmp_path) as game:
        await game.begin("unikato", b'{"starter":"first"}')
        await game.me.received(game.me.coached, 2)
        said: Any = game.me.coached[-1].advice
        assert said.code in ("chain", "double", "fits", "swap")
        assert said.marks[0] == f"rack-tile:{said.facts['tile']}"
