"""Who plays alone or against bots pauses. When they are gone the hall does; it never goes on by itself."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.choosing import any_move
from benchmarks.players.player import Player
from tests.kit.berries.rules import Berries, Bush
from tests.kit.client import Client
from tests.kit.club import Club, club
from tests.kit.halls import Recorder, act, open_hall
from tests.kit.people import LoudHall, guest_at, joined, set_up, two_at_a_table
from tests.kit.pounce.rules import Pounce
from tests.kit.scene import events_of, in_ledger, until
from tests.kit.scripted import START, ScriptedClock
from ukumbi.core import Illegal, Instant, Paused, PlayClock, Refused, Resumed, Seat
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.bots_and_clock import _Plan
from ukumbi.hall.requests import (
    Accepted,
    GetReady,
    Leave,
    Pause,
    Resume,
    SeatBot,
    Sit,
)
from ukumbi.hall.summaries import summary_of
from ukumbi.hall.table import COUNTDOWN_MILLISECONDS as COUNTDOWN
from ukumbi.hall.table import Table

HOUR = 3_600_000
TASKS = b'{"solo":"time","limit":10}'


class Solo:
    """One person at a table, in time that the test turns."""

    def __init__(self, club: Club, table: Table, clock: ScriptedClock) -> None:
        self.club, self.table, self.clock = club, table, clock
        self.me: Recorder = club.somebody("ada")

    async def pass_time(self, ms: float) -> None:
        await self.clock.turn_to(self.clock.ms + ms, self.settle)

    async def settle(self) -> None:
        await self.club.settle(self.table)

    async def ask(self, what: str, seat: int = 0) -> str | None:
        """Pause or resume; the code of the refusal, if it was refused."""
        request = Pause(Seat(seat)) if what == "pause" else Resume(Seat(seat))
        reply = await self.table.ask(request)
        assert isinstance(reply, Accepted | Refused)
        return reply.code if isinstance(reply, Refused) else None

    async def move(self, move: str) -> str | None:
        refusal = await act(self.table, Seat(0), move)
        return None if refusal is None else refusal.code

    @property
    def due(self) -> int:
        """When the clock acts next, in milliseconds of the script."""
        deadline = self.table.match.deadline
        assert deadline is not None
        return self.table.match.clock.in_hall(deadline) - START


async def alone(
    club: Club, clock: ScriptedClock, game: str = "pounce", *levels: str, options: bytes = b"{}"
) -> Solo:
    table = await club.lobby.set_up("ada", game, list(levels), options, "on_live")
    await club.settle(table)
    await club.come(table, "ada")
    return Solo(club, table, clock)


async def at_the_beat(club: Club, clock: ScriptedClock) -> Solo:
    """Against a bot of Pounce: the beat ends by the clock."""
    return await alone(club, clock, "pounce", "highest", options=b'{"rounds":9,"beat_ms":10000}')


async def test_time_stands_still_and_goes_on_three_seconds_after_it_is_asked(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, "ubongo", options=TASKS)
        match = solo.table.match
        assert await solo.move("level 1") is None
        before = solo.due
        await solo.pass_time(4_000)
        assert await solo.ask("pause") is None
        assert (match.paused, match.may_act, match.deadline) == (True, frozenset(), None)
        assert await solo.move("aside 1") == "paused"
        assert await solo.ask("pause") == "paused"
        assert solo.table.row.wake is None
        await solo.pass_time(HOUR)
        assert await solo.ask("resume") is None
        assert await solo.ask("resume") == "not_paused"
        assert await solo.move("aside 1") == "paused", "three"
        await solo.pass_time(COUNTDOWN - 1)
        assert await solo.move("aside 1") == "paused", "one"
        await solo.pass_time(1)
        assert solo.due == before + HOUR + COUNTDOWN
        assert solo.table.row.wake == START + solo.due, "so that a hall that opens again knows"
        assert await solo.move("aside 1") is None
        record, _ = match.history[-1]
        assert record.at - START == 4_000, "not a moment of the game has passed"
        await solo.pass_time(solo.due - clock.ms - 1)
        assert match.outcome is None
        await solo.pass_time(1)
        assert match.outcome is not None


async def test_who_loses_the_last_line_finds_the_game_paused(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        match = solo.table.match
        second = Recorder("ada")
        solo.table.join(second, Seat(0), [])
        await solo.pass_time(1_000)
        solo.table.leave(solo.me)
        await solo.settle()
        assert not match.paused, "there is another line"
        solo.table.leave(second)
        await solo.settle()
        assert match.history[-1][1] == Paused(Seat(0))
        assert match.clock == PlayClock(True, 0, Instant(START + 1_000))
        seq = match.seq
        await solo.pass_time(HOUR)
        await people.come(people.hall.tables.get(solo.table.id) or solo.table, "ada")
        assert match.seq == seq, "it never goes on by itself"


async def test_who_goes_while_it_counts_down_finds_it_paused_where_it_was(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.pass_time(700)
        await solo.ask("pause")
        await solo.pass_time(5_000)
        await solo.ask("resume")
        await solo.pass_time(COUNTDOWN - 500)
        await people.go(solo.table, "ada")
        clock_now = solo.table.match.clock
        assert (clock_now.paused, clock_now.stood) == (True, START + 700)


async def test_who_has_gone_before_it_was_written_that_they_go_on(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.ask("pause")
        going_on = asyncio.ensure_future(solo.ask("resume"))
        await asyncio.sleep(0)
        await people.go(solo.table, "ada")
        assert await going_on is None
        events = [event for _, event in solo.table.match.history][-2:]
        assert [type(event) for event in events] == [Resumed, Paused]


async def test_who_is_back_before_it_is_decided_plays_on(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, "ubongo", options=TASKS)
        choosing = asyncio.ensure_future(solo.move("level 1"))
        await asyncio.sleep(0)
        solo.table.leave(solo.me)
        solo.table.join(solo.me, Seat(0), [])
        assert await choosing is None
        await solo.settle()
        assert not solo.table.match.paused
        await solo.pass_time(solo.due - clock.ms)
        assert solo.table.match.outcome is not None, "the clock was not forgotten"


async def test_a_closed_hall_lets_no_time_pass(tmp_path: Path) -> None:
    """What was due in the meantime is not: it is paused as of the last event, with nobody there."""
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.pass_time(25_000)
        last, due = solo.table.match.history[-1][0], solo.table.match.deadline
        assert not solo.table.match.paused
    later = ScriptedClock()
    later.ms = HOUR
    async with club(tmp_path, later) as people:
        table = await people.hall.table(solo.table.id)
        await people.settle(table)
        assert table.match.clock == PlayClock(True, 0, last.at)
        assert table.match.history[-1][0].seq == last.seq + 1
        again = Solo(people, table, later)
        await people.come(table, "ada")
        assert await again.ask("resume") is None
        assert table.match.deadline == due
        assert again.due == HOUR + COUNTDOWN + (due or 0) - last.at


async def test_a_snapshot_keeps_how_long_was_paused(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, "berries", "dream", options=b'{"size":200}')
        await solo.ask("pause")
        await solo.pass_time(HOUR)
        await solo.ask("resume")
        await solo.pass_time(COUNTDOWN)
        for berry in range(1, SNAPSHOT_EVERY + 1):
            assert await solo.move(str(berry)) is None
        kept = solo.table.match.clock
        assert kept.behind == HOUR + COUNTDOWN
    assert in_ledger(tmp_path, "SELECT count(*) FROM snapshots") == [(1,)]
    async with open_hall(tmp_path, clock=clock) as hall:
        row = await hall.ledger.row(solo.table.id)
        assert row is not None
        assert (await hall.folded(row)).match.clock == kept


async def test_bots_wait_as_well_and_are_asked_again(tmp_path: Path) -> None:
    """One of them was amid a thought, which is dropped."""
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, "berries", "busy", options=b'{"size":40}')
        table = solo.table
        assert await solo.ask("pause") is None
        seq = table.match.seq
        assert table.bots_and_clock.thinking == {}
        await solo.pass_time(HOUR)
        assert table.match.seq == seq
        await solo.ask("resume")
        assert table.bots_and_clock.thinking == {}
        clock.ms += COUNTDOWN
        await clock.turn_to(clock.ms, solo.settle)
        while table.status == "playing":
            await table.bots_and_clock.changed()
        assert table.match.outcome is not None


class Bedtime(Berries):
    """Nobody picks anything an hour after it began."""

    def decide(self, state: Bush, actor: Any, move: Any, now: Instant, rng: Random) -> Any:
        if now > START + HOUR:
            raise Illegal("too_late")
        return super().decide(state, actor, move, now, rng)


async def test_what_a_bot_has_in_mind_is_judged_by_the_time_of_the_game(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, "berries", "dream", options=b'{"size":40}')
        solo.table.match.game = Bedtime()
        await solo.ask("pause")
        await solo.pass_time(2 * HOUR)
        await solo.ask("resume")
        await solo.pass_time(COUNTDOWN)
        soon = asyncio.get_running_loop().time()
        plan = _Plan(solo.table, Seat(1), "1", soon)
        assert plan.refusal_in(solo.table.match.state) is None
        assert await plan.carry_out() is None


async def test_a_start_page_tells_when_something_happened_by_the_hall(tmp_path: Path) -> None:
    """Also of a table that is not in memory."""
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.ask("pause")
        await solo.pass_time(HOUR)
        await solo.ask("resume")
        await people.go(solo.table, "ada")
        changed = summary_of(solo.table).changed
        assert changed == START + HOUR + COUNTDOWN
        people.hall.forget(solo.table)
        ((_, standing),) = await people.hall.summaries.of("ada", 30)
        assert standing.changed == changed


async def test_only_where_nobody_else_ever_played(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        two = Solo(people, await people.set_up("pounce", "ada", "ben"), clock)
        three = Solo(people, await people.set_up("pounce", "ada", "ben", "cyd"), clock)
        await people.hall.ask(three.table.id, Leave("ben"))
        await people.hall.ask(three.table.id, Leave("cyd"))
        for solo in (two, three):
            assert await solo.ask("pause") == "not_pausable"
            await people.go(solo.table, "ada")
            assert not solo.table.match.paused


async def test_who_got_up_before_the_game_did_not_play_it(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        table = await people.lobby.set_up("ada", "pounce", ["open"], b"{}", "on")
        await people.hall.ask(table.id, Sit("ben", table.row.seat_key))
        await people.hall.ask(table.id, Leave("ben"))
        await people.hall.ask(table.id, SeatBot("ada", Seat(1), "highest"))
        await people.come(table, "ada")
        await people.hall.ask(table.id, GetReady("ada"))
        await people.settle(table)
        assert table.match.seq > 0
        assert await Solo(people, table, clock).ask("pause") is None


@pytest.mark.parametrize(
    ("game", "levels", "options"),
    [("ubongo", [], b'{"solo":"daily"}'), ("rukuni", ["1"], b'{"white":"first"}')],
)
async def test_what_runs_on(tmp_path: Path, game: str, levels: list[str], options: bytes) -> None:
    """The puzzle of the day, and a game of turns, where nothing runs."""
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await alone(people, clock, game, *levels, options=options)
        assert await solo.ask("pause") == "not_pausable"
        await people.go(solo.table, "ada")
        assert not solo.table.match.paused


async def test_who_pauses_may_leave_for_good(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with club(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.ask("pause")
        await people.hall.ask(solo.table.id, Leave("ada"))
        assert solo.table.status == "over"
        assert await solo.ask("resume") == "game_is_over"


# over real sockets


OPTIONS = {"rounds": 1000, "beat_ms": 600}


async def at_a_socket(server: HallProcess, folder: Path) -> tuple[str, Client]:
    guest = await guest_at(server)
    table = await set_up(guest, "pounce", ["highest"], options=OPTIONS)
    client = await Client.at(guest)
    sync = await joined(client, table)
    assert sync["pausable"]
    assert sync["clock"] == {"paused": False, "behind": 0, "stood": 0}
    return table, client


def kinds(folder: Path, table: str) -> list[str]:
    return [text.split('"')[3] for *_, text in events_of(folder, table)]


async def test_pause_and_resume_over_a_socket(server: LoudHall) -> None:
    table, client = await at_a_socket(server, server.folder)
    client.say("pause", table=table, ref="p")
    stopped = await client.moved("p")
    assert (stopped["clock"]["paused"], stopped["awaited"]) == (True, [])
    assert [heard["event"]["type"] for heard in stopped["events"]] == ["paused"]
    client.say("pause", table=table, ref="p2")
    assert (await client.hear("refused", ref="p2"))["code"] == "paused"
    client.say("move", table=table, move="lay 1", answers=stopped["seq"], ref="m")
    assert (await client.hear("refused", ref="m"))["code"] == "paused"
    client.say("resume", table=table, ref="r")
    went_on = (await client.moved("r"))["clock"]
    assert went_on["stood"] == stopped["clock"]["stood"]
    beat = await client.hear("update", table=table, after=stopped["seq"] + 1)
    assert beat["events"][0]["at"] >= went_on["stood"]
    client.hang_up()


async def test_a_lost_line_pauses_and_so_does_a_killed_hall(tmp_path: Path) -> None:
    kit = ("--also", "tests.kit.pounce", "--bot-pace", "0")
    with HallProcess(tmp_path, *kit) as server:
        lost, client = await at_a_socket(server, tmp_path)
        client.hang_up()
        await until(lambda: kinds(tmp_path, lost)[-1] == "paused")
        killed, client = await at_a_socket(server, tmp_path)
        await client.hear("update", table=killed)
        server.kill()
    last = events_of(tmp_path, killed)[-1][0]
    with HallProcess(tmp_path, *kit):
        # It had an appointment with its clock, and is opened for that.
        await until(lambda: events_of(tmp_path, killed)[-1][0] > last)
    assert kinds(tmp_path, killed)[last:] == ["paused"]
    question = "SELECT seq, at FROM events JOIN tables ON tables.number = table_number WHERE id = ?"
    at = dict(in_ledger(tmp_path, question, killed))
    assert at[last + 1] == at[last]
    assert kinds(tmp_path, lost).count("paused") == 1


async def test_two_people_are_told_that_they_cannot(server: LoudHall) -> None:
    table, clients = await two_at_a_table(server, "pounce", options=OPTIONS)
    for client in clients:
        client.say("pause", table=table, ref="p")
        assert (await client.hear("refused", ref="p"))["code"] == "not_pausable"


class Slow(Player):
    """Comes back only when the hall has noticed that the line is gone, however busy the machine."""

    folder: Path

    async def connect(self) -> None:
        if self.acknowledged:
            await until(lambda: "paused" in kinds(self.folder, self.table))
        await super().connect()


async def test_a_program_that_loses_its_line_comes_back_and_plays_on(server: LoudHall) -> None:
    guest = await guest_at(server)
    table = await set_up(guest, "pounce", ["highest"], options={"rounds": 3})
    player = Slow(guest, any_move(Pounce()), Random(1))
    player.folder = server.folder
    player.on_acknowledged = lambda player: player.drop_line() if len(player.acknowledged) == 1 else None
    await player.connect()
    player.join(table)
    await player.over.wait()
    player.leave()
    assert kinds(server.folder, table).count("resumed") == 1
