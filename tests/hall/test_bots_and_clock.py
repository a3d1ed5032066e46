"""Requests to bots and ticks: whatever happens to a bot, its seat goes on."""

import asyncio
import logging
import os
import signal
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import WITH_KIT_GAMES, events_of, in_ledger, make, send, until, walk
from tests.kit.berries.rules import Bush
from tests.kit.client import Client
from tests.kit.halls import ADA, MODULES, REGISTRY, TIMEOUT_SECONDS, Recorder, act, arrive, new_row, open_hall
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, joined, set_up, two_at_a_table
from tests.kit.play import START
from tests.kit.workers import end_of, workers_of
from ukumbi.bots import RandomBot
from ukumbi.bots.pool import Pool, WorkerFailed
from ukumbi.bots.slots import Asker
from ukumbi.bots.worker import SUBSTITUTE, Answer, Question, answer
from ukumbi.core import Instant, Seat, codec
from ukumbi.hall.hall import Hall
from ukumbi.hall.requests import Resign
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant

POUNCE = REGISTRY["pounce"].game
LATER = Instant(4_000_000_000_000)
ELSEWHERE = "127.0.0.2"
FLOOD = 12
"""More tables than workers, spare ones included."""


async def with_bot(server: HallProcess, level: str, address: str | None = None) -> tuple[str, Client]:
    """A guest at a table of Fragile with a bot on the second seat."""
    guest = await guest_at(server, address)
    table = await set_up(guest, "fragile", [level])
    client = await Client.at(guest)
    await joined(client, table)
    return table, client


@pytest.mark.parametrize("level", ["random", "die", "raise", "cheat", "hang"])
async def test_a_seat_goes_on_whatever_its_bot_does(server: HallProcess, level: str) -> None:
    table, client = await with_bot(server, level)
    for turn in range(2):
        await make(client, table, "step", 1 + 2 * turn)
        (heard,) = (await client.hear("update", table=table, seq=3 + 2 * turn))["events"]
        assert (heard["actor"], heard["event"]["type"]) == (1, "stepped")


async def test_a_hanging_bot_delays_no_other_table(server: HallProcess) -> None:
    table, client = await with_bot(server, "hang")
    elsewhere, others = await two_at_a_table(server, "fragile", options={"steps": 99})
    await make(client, table, "step", 1)
    assert await walk(others, elsewhere, 40) == 41
    assert not [heard for heard in await client.fence() if heard["type"] == "update"], "the bot still hangs"
    await client.hear("update", table=table, seq=3)


async def test_other_bots_go_on_beside_a_hanging_one(tmp_path: Path) -> None:
    with HallProcess(tmp_path, *WITH_KIT_GAMES, "--bot-timeout", "600") as server:
        table, client = await with_bot(server, "hang")
        await make(client, table, "step", 1)
        await until(lambda: workers_of(server.pid))
        elsewhere, other = await with_bot(server, "random")
        await make(other, elsewhere, "step", 1)
        await other.hear("update", table=elsewhere, seq=3)


async def test_an_address_with_many_hanging_bots_starves_no_other(tmp_path: Path) -> None:
    """Each claims to be another person. Together they get one address's share of the workers."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES, "--bot-timeout", "600") as server:
        for _ in range(FLOOD):
            table, client = await with_bot(server, "hang", ELSEWHERE)
            await make(client, table, "step", 1)
        table, client = await with_bot(server, "random")
        for turn in range(2):
            await make(client, table, "step", 1 + 2 * turn)
            await client.hear("update", table=table, seq=3 + 2 * turn)


async def test_a_killed_worker_is_replaced(server: HallProcess) -> None:
    table, client = await with_bot(server, "random")
    await make(client, table, "step", 1)
    await client.hear("update", table=table, seq=3)
    (worker,) = workers_of(server.pid)
    os.kill(worker, signal.SIGKILL)
    await end_of(worker)
    await make(client, table, "step", 3)
    await client.hear("update", table=table, seq=5)
    (successor,) = workers_of(server.pid)
    assert successor != worker


async def test_workers_end_with_a_killed_hall(tmp_path: Path) -> None:
    """Also in the middle of a request: see `test_restart`."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES) as server:
        table, client = await with_bot(server, "random")
        send(client, table, "step", 1)
        (worker,) = await until(lambda: workers_of(server.pid))
        server.kill()
        await end_of(worker)


async def test_workers_end_with_a_closed_hall(tmp_path: Path) -> None:
    with HallProcess(tmp_path, *WITH_KIT_GAMES) as server:
        table, client = await with_bot(server, "hang")
        send(client, table, "step", 1)
        (worker,) = await until(lambda: workers_of(server.pid))
        assert server.stop() == 0
        await end_of(worker)


async def test_a_worker_that_cannot_start_is_the_bots_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerFailed):
        await Pool(MODULES, 1, TIMEOUT_SECONDS).ask(Asker("ada", "t"), "fragile", "random", Seat(0), b"{}")


async def test_a_bot_that_makes_the_rules_fail_stops_the_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path, pace=1) as hall:
        table = await hall.create(new_row("fragile", Occupant(bot="wreck"), ADA, status="open"))
        recorder = Recorder()
        arrive(table, recorder, None)
        await recorder.received(recorder.stopped)
        assert table.status == "stopped"


async def test_a_resignation_while_the_bot_thinks_is_no_fault_of_the_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall(tmp_path, pace=1) as hall:
        while True:  # until the bot draws the first turn
            table = await hall.create(new_row("rukuni", Occupant(bot="1"), ADA, status="open"))
            recorder = Recorder()
            arrive(table, recorder, Seat(1))
            await recorder.received(recorder.updates)
            if Seat(0) in table.match.may_act:
                break
        bot = await until(lambda: table.bots_and_clock.thinking.get(Seat(0)))
        assert bot is not None
        await table.ask(Resign("ada"))
        await bot
    assert caplog.messages == []


async def test_a_bot_without_a_move_waits_for_the_next_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    async with open_hall(tmp_path) as hall:
        table = await hall.create(new_row("pounce", ADA, Occupant(bot="highest"), status="open"))

        async def nothing(*_: object) -> Answer:
            asked.append(table.match.seq)
            return Answer(None)

        monkeypatch.setattr(Pool, "ask", nothing)
        ada = Recorder("ada")
        arrive(table, ada, Seat(0))
        await ada.received(ada.updates)
        begun = table.match.seq
        for _ in range(100):
            await asyncio.sleep(0)
        assert asked == [begun], "it is not asked again and again"
        ada.submit(table, 0, table.match.game.format_move(table.match.legal(Seat(0))[0]))
        await ada.received(ada.updates, 2)
        for _ in range(100):
            await asyncio.sleep(0)
        assert asked == [begun, table.match.seq]


async def test_people_at_one_address_share_their_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    askers: list[Asker] = []

    async def nothing(_: Pool, asker: Asker, *__: object) -> Answer:
        askers.append(asker)
        return Answer(None)

    monkeypatch.setattr(Pool, "ask", nothing)
    async with hall_in_process(tmp_path, modules=MODULES, behind_proxy=True) as (server, _):
        for number in (7, 7, 9):
            headers = {"X-Forwarded-For": f"203.0.113.{number}"}
            guest = Guest(server.port, headers=headers.copy)
            table = await set_up(guest, "pounce", ["highest"])
            client = await Client.at(guest, **headers)
            await joined(client, table)
            await until(lambda table=table: [asker for asker in askers if asker.queue == table])  # type: ignore[misc]
            client.hang_up()
            await client.closed()
    addresses = {asker.queue: asker.address for asker in askers}
    assert [*addresses.values()] == [f"203.0.113.{number}" for number in (7, 7, 9)]
    assert len({asker.account for asker in askers}) == 3


# time and plans


async def at_the_bush(hall: Hall, *levels: str, berries: int = 12) -> tuple[Table, Recorder]:
    """A table of Berries for these bots; a single bot plays against a person."""
    bots = tuple(Occupant(bot=level) for level in levels)
    occupants = bots if len(bots) > 1 else (ADA, *bots)
    options = b'{"size": %d}' % berries
    row = new_row("berries", *occupants, options=options, status="open", watch="on_live")
    table, recorder = await hall.create(row), Recorder()
    arrive(table, recorder, None)
    await recorder.received(recorder.updates)
    return table, recorder


async def play_to_the_end(table: Table) -> None:
    while table.status == "playing":
        await table.bots_and_clock.changed()
    assert table.status == "over"


def times(folder: Path, table: Table, seat: int) -> list[int]:
    question = "SELECT at FROM events JOIN tables ON tables.number = table_number WHERE id = ? AND actor = ?"
    return [at for (at,) in in_ledger(folder, f"{question} ORDER BY seq", table.id, seat)]


async def test_all_bots_play_on_until_it_is_over(tmp_path: Path) -> None:
    """Each at its own pace; the slow one moves although the table keeps changing."""
    async with open_hall(tmp_path, pace=0.1) as hall:
        table, _ = await at_the_bush(hall, "calm", "busy", berries=150)
        await play_to_the_end(table)
        calm, busy = times(tmp_path, table, 0), times(tmp_path, table, 1)
    assert len(calm) + len(busy) == 150
    assert len(calm) > 3
    assert all(later - earlier >= 99 for earlier, later in pairwise(calm))
    assert all(later - earlier >= 4 for earlier, later in pairwise(busy))


async def test_a_bot_plays_on_when_no_other_player_does(tmp_path: Path) -> None:
    async with open_hall(tmp_path, pace=0.1) as hall:
        table, _ = await at_the_bush(hall, "busy")
        await play_to_the_end(table)
        assert len(times(tmp_path, table, 1)) == 12


async def test_a_plan_that_became_impossible_is_dropped_at_once(tmp_path: Path) -> None:
    """The bot would take an hour for the first berry, which another player picks."""
    async with open_hall(tmp_path, pace=1) as hall:
        table, recorder = await at_the_bush(hall, "dream")
        recorder.submit(table, 0, "1")
        await play_to_the_end(table)
        assert len(times(tmp_path, table, 1)) == 11


async def test_the_slower_bot_of_a_race_is_asked_again_without_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall(tmp_path, pace=0) as hall:
        table, _ = await at_the_bush(hall, "quick", "slow", berries=60)
        await play_to_the_end(table)
        assert len(events_of(tmp_path, table.id)) == 61
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("level", ["cheat", "never"])
async def test_a_substitute_moves_at_once_for_a_bot_at_fault(tmp_path: Path, level: str) -> None:
    """Whatever time the bot would have taken, and although others go on."""
    async with open_hall(tmp_path, pace=0.05) as hall:
        table, recorder = await at_the_bush(hall, level, berries=3)
        recorder.submit(table, 0, "1")
        await play_to_the_end(table)
        assert len(times(tmp_path, table, 1)) == 2


async def test_a_bots_fault_is_found_although_the_table_keeps_changing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another player moves each time before the bot's answer comes."""
    async with open_hall(tmp_path, pace=0.01) as hall:
        pool, ask = hall.bots._pool, hall.bots._pool.ask

        async def ask_and_be_late(*question: Any) -> Answer:
            given = await ask(*question)
            assert await act(table, Seat(0), f"{table.match.state.left[0]}") is None
            return given

        monkeypatch.setattr(pool, "ask", ask_and_be_late)
        table, _ = await at_the_bush(hall, "cheat", berries=40)
        await play_to_the_end(table)
        assert len(times(tmp_path, table, 1)) > 5


async def test_bots_play_on_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path, pace=0.1) as hall:
        before, recorder = await at_the_bush(hall, "calm", "busy", berries=80)
        await recorder.received(recorder.updates, 10)
        assert before.status == "playing"
    async with open_hall(tmp_path, pace=0):
        await until(lambda: len(events_of(tmp_path, before.id)) == 81)


async def test_a_move_written_while_the_hall_closes_wakes_no_bot(tmp_path: Path) -> None:
    """Otherwise its worker would outlive the hall."""
    async with open_hall(tmp_path, pace=1) as hall:
        table, recorder = await at_the_bush(hall, "dream")
        await until(lambda: workers_of(os.getpid()))
        recorder.submit(table, 0, "12")
        await asyncio.sleep(0)  # the table has it
    assert len(events_of(tmp_path, table.id)) == 2
    assert all(task.done() for task in table.bots_and_clock.thinking.values())


# the time for a move


def _asked(level: str) -> Any:
    view = codec(REGISTRY["berries"].game).encode(Bush((1, 2, 3), (0, 0)))
    return answer(REGISTRY, Question("berries", level, Seat(0), view), Random(1))


def test_an_answer_says_how_long_the_move_takes() -> None:
    assert (_asked("busy").move, _asked("busy").seconds) == ("1", 0.05)
    assert _asked(SUBSTITUTE).seconds == RandomBot().pace
    assert "inf seconds" in _asked("never").fault


def test_a_bot_without_times_takes_the_default_pace() -> None:
    game = REGISTRY["rukuni"].game
    state = game.evolve(None, game.setup(2, game.options(), START, Random(1))[0])
    view = codec(game).encode(game.view(state, Seat(0)))
    asked = answer(REGISTRY, Question("rukuni", "1", Seat(0), view), Random(1))
    assert asked.seconds == REGISTRY["rukuni"].bots["1"].pace
