"""Pauses by a person alone or against bots, and by the hall when that person is gone."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.choosing import any_move
from benchmarks.players.player import Player
from tests.kit.actions import events_of, in_ledger, until
from tests.kit.berries.rules import Berries, Bush
from tests.kit.client import Client
from tests.kit.halls import Recorder, act, open_hall
from tests.kit.people import LoggedHall, guest_at, joined, set_up, two_at_a_table
from tests.kit.pounce.rules import Pounce
from tests.kit.scripted_clock import START, ScriptedClock
from tests.kit.scripted_hall import ScriptedHall, scripted_hall
from ukumbi.core import Illegal, Instant, Paused, PlayClock, Refused, Resumed, Seat
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.bots_and_clock import _Plan
from ukumbi.hall.presence import COUNTDOWN_MILLISECONDS as COUNTDOWN
from ukumbi.hall.requests import (
    Accepted,
    GetReady,
    Leave,
    Pause,
    Resume,
    SeatBot,
    Sit,
)
from ukumbi.hall.start_pages import summary_of
from ukumbi.hall.table import Table

HOUR = 3_600_000
TASKS = b'{"solo":"time","limit":10}'


class Solo:
    """One person at a table in a scripted hall."""

    def __init__(self, scripted: ScriptedHall, table: Table, clock: ScriptedClock) -> None:
        self.scripted, self.table, self.clock = scripted, table, clock
        self.me: Recorder = scripted.person_named("ada")

    async def pass_time(self, ms: float) -> None:
        await self.clock.turn_to(self.clock.ms + ms, self.settle)

    async def settle(self) -> None:
        await self.scripted.settle(self.table)

    async def ask(self, what: str, seat: int = 0) -> str | None:
        """Pause or resume; return the refusal's code, if any."""
        request = Pause(Seat(seat)) if what == "pause" else Resume(Seat(seat))
        reply = await self.table.ask(request)
        assert isinstance(reply, Accepted | Refused)
        return reply.code if isinstance(reply, Refused) else None

    async def move(self, move: str) -> str | None:
        refusal = await act(self.table, Seat(0), move)
        return None if refusal is None else refusal.code

    @property
    def due(self) -> int:
        """The next tick, in milliseconds of the script."""
        deadline = self.table.match.deadline
        assert deadline is not None
        return self.table.match.clock.in_hall(deadline) - START


async def alone(
    scripted: ScriptedHall, clock: ScriptedClock, game: str = "pounce", *levels: str, options: bytes = b"{}"
) -> Solo:
    table = await scripted.lobby.set_up("ada", game, list(levels), options, "on_live")
    await scripted.settle(table)
    await scripted.come(table, "ada")
    return Solo(scripted, table, clock)


async def at_the_beat(scripted: ScriptedHall, clock: ScriptedClock) -> Solo:
    """A game of Pounce against a bot, in a beat that the clock ends."""
    return await alone(scripted, clock, "pounce", "highest", options=b'{"rounds":9,"beat_ms":10000}')


async def test_a_pause_stops_time_until_three_seconds_after_resume(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_losing_the_last_connection_pauses_the_game(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_leaving_during_the_countdown_keeps_the_pause(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.pass_time(700)
        await solo.ask("pause")
        await solo.pass_time(5_000)
        await solo.ask("resume")
        await solo.pass_time(COUNTDOWN - 500)
        await people.go(solo.table, "ada")
        clock_now = solo.table.match.clock
        assert (clock_now.paused, clock_now.stood) == (True, START + 700)


async def test_leaving_before_the_resume_is_written_keeps_the_pause(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.ask("pause")
        going_on = asyncio.ensure_future(solo.ask("resume"))
        await asyncio.sleep(0)
        await people.go(solo.table, "ada")
        assert await going_on is None
        events = [event for _, event in solo.table.match.history][-2:]
        assert [type(event) for event in events] == [Resumed, Paused]


async def test_coming_back_before_the_pause_is_decided_prevents_it(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_a_player_back_before_the_pause_is_written_is_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        ledger, held = people.hall.ledger, list[Any]()
        with monkeypatch.context() as holding:
            holding.setattr(ledger, "append", lambda *entry: held.append(entry))
            solo.table.leave(solo.me)
            await until(lambda: held)
            solo.table.join(solo.me, Seat(0), [])
        assert not solo.me.syncs[-1].clock["paused"]
        for entry in held:
            ledger.append(*entry)
        await solo.settle()
        assert solo.me.updates[-1].clock.paused
        assert await solo.ask("resume") is None


async def test_no_time_passes_while_the_hall_is_closed(tmp_path: Path) -> None:
    """Nothing becomes due meanwhile: the game is paused from its last event on."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        solo = await at_the_beat(people, clock)
        await solo.pass_time(25_000)
        last, due = solo.table.match.history[-1][0], solo.table.match.deadline
        assert not solo.table.match.paused
    later = ScriptedClock()
    later.ms = HOUR
    async with scripted_hall(tmp_path, later) as people:
        table = await people.hall.table(solo.table.id)
        await people.settle(table)
        assert table.match.clock == PlayClock(True, 0, last.at)
        assert table.match.history[-1][0].seq == last.seq + 1
        again = Solo(people, table, later)
        await people.come(table, "ada")
        assert await again.ask("resume") is None
        assert table.match.deadline == due
        assert again.due == HOUR + COUNTDOWN + (due or 0) - last.at


async def test_a_snapshot_keeps_the_length_of_pauses(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_bots_wait_during_a_pause_and_are_asked_again(tmp_path: Path) -> None:
    """A bot's answer that is on its way is dropped."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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
    """Berries that refuse every pick an hour after the start."""

    def decide(self, state: Bush, actor: Any, move: Any, now: Instant, rng: Random) -> Any:
        if now > START + HOUR:
            raise Illegal("too_late")
        return super().decide(state, actor, move, now, rng)


async def test_a_bots_plan_is_judged_by_the_matchs_time(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_the_start_page_shows_times_of_the_halls_clock(tmp_path: Path) -> None:
    """Also of a table that is not in memory."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_only_games_of_one_person_can_pause(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        two = Solo(people, await people.set_up("pounce", "ada", "ben"), clock)
        three = Solo(people, await people.set_up("pounce", "ada", "ben", "cyd"), clock)
        await people.hall.ask(three.table.id, Leave("ben"))
        await people.hall.ask(three.table.id, Leave("cyd"))
        for solo in (two, three):
            assert await solo.ask("pause") == "not_pausable"
            await people.go(solo.table, "ada")
            assert not solo.table.match.paused


async def test_people_who_left_before_the_game_do_not_count(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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
async def test_games_without_a_clock_and_puzzles_of_the_day_do_not_pause(
    tmp_path: Path, game: str, levels: list[str], options: bytes
) -> None:
    """The puzzle of the day, and a game of turns, which has no clock."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
        solo = await alone(people, clock, game, *levels, options=options)
        assert await solo.ask("pause") == "not_pausable"
        await people.go(solo.table, "ada")
        assert not solo.table.match.paused


async def test_a_player_may_leave_a_paused_game(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as people:
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


async def test_pause_and_resume_work_over_a_socket(server: LoggedHall) -> None:
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


async def test_a_lost_connection_pauses_and_so_does_a_killed_hall(tmp_path: Path) -> None:
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
        # The table's wake opens it.
        await until(lambda: events_of(tmp_path, killed)[-1][0] > last)
    assert kinds(tmp_path, killed)[last:] == ["paused"]
    question = "SELECT seq, at FROM events JOIN tables ON tables.number = table_number WHERE id = ?"
    at = dict(in_ledger(tmp_path, question, killed))
    assert at[last + 1] == at[last]
    assert kinds(tmp_path, lost).count("paused") == 1


async def test_a_game_of_two_people_refuses_to_pause(server: LoggedHall) -> None:
    table, clients = await two_at_a_table(server, "pounce", options=OPTIONS)
    for client in clients:
        client.say("pause", table=table, ref="p")
        assert (await client.hear("refused", ref="p"))["code"] == "not_pausable"


class Slow(Player):
    """Reconnects only after the hall has noticed the lost connection, however busy the machine."""

    folder: Path

    async def connect(self) -> None:
        if self.acknowledged:
            await until(lambda: "paused" in kinds(self.folder, self.table))
        await super().connect()


async def test_a_client_program_reconnects_and_plays_on(server: LoggedHall) -> None:
    guest = await guest_at(server)
    table = await set_up(guest, "pounce", ["highest"], options={"rounds": 3})
    player = Slow(guest, any_move(Pounce()), Random(1))
    player.folder = server.folder
    player.on_acknowledged = lambda player: (
        player.drop_connection() if len(player.acknowledged) == 1 else None
    )
    await player.connect()
    player.join(table)
    await player.over.wait()
    player.leave()
    assert kinds(server.folder, table).count("resumed") == 1
