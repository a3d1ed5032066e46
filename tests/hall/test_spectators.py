"""Spectators see a race a little later than players, and its end at once."""

from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.halls import Recorder, arrive, new_row, open_hall
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, joined, two_at_a_table
from tests.kit.scripted_table import ScriptedTable, scripted_table
from ukumbi.core import Refused, Seat
from ukumbi.hall import publish, spectators
from ukumbi.hall.spectators import DELAY_SECONDS as LATE
from ukumbi.hall.spectators import Shown
from ukumbi.hall.table import Table
from ukumbi.ledger import Watch

LATER = 1000 * LATE


def seqs(viewer: Recorder) -> list[int]:
    return [update.seq for update in viewer.updates]


def shown(scene: ScriptedTable, seat: Seat | None) -> Shown:
    return scene.table.publisher.shown(scene.table, seat)


def status(scene: ScriptedTable, seat: Seat | None) -> str:
    return str(scene.table.publisher.status(scene.table, seat))


def catch_up(table: Table) -> None:
    """Send spectators all that is held back."""
    publisher = table.publisher

    def tell(message: bytes, _: bool) -> None:
        for viewer, seat in publisher.items():
            if seat is None:
                viewer.send(message)

    publisher._delay.catch_up(tell)


def spectator(scene: ScriptedTable, person: str = "eve") -> Recorder:
    eve = Recorder(person)
    arrive(scene.table, eve, None)
    return eve


async def test_spectators_get_updates_later_and_players_at_once(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 1, 1) as scene:
        await scene.until(10_000)
        eve, (ada, ben) = spectator(scene), scene.players
        before = scene.table.match.seq
        ada.play(ada.lowest(), "move")
        await scene.settle()
        assert seqs(ada)[-1] == seqs(ben)[-1] == before + 1
        await scene.until(10_000 + LATER - 1)
        assert (eve.updates, shown(scene, None).seq) == ([], before)
        assert [scene.table.publisher.delay(seat) for seat in (None, Seat(0))] == [LATE, 0]
        await scene.until(10_000 + LATER)
        assert (seqs(eve), shown(scene, None).seq) == ([before + 1], before + 1)


async def test_a_new_spectator_sees_what_other_spectators_see(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 1, 1, beat_ms=60_000) as scene:
        await scene.until(10_000)
        ada, ben = scene.players
        past = bytes(scene.table.publisher.view(None))
        before = scene.table.match.seq
        ada.play(ada.lowest(), "one")
        await scene.until(10_500)
        ben.play(ben.lowest(), "two")
        await scene.settle()
        eve = spectator(scene)
        known = shown(scene, None)
        assert (known.seq, bytes(known.view or b"")) == (before, past)
        await scene.until(10_400 + LATER)
        assert seqs(eve) == [before + 1]
        await scene.until(10_500 + LATER)
        assert seqs(eve) == [before + 1, scene.table.match.seq]
        assert bytes(shown(scene, None).view or b"") == bytes(scene.table.publisher.view(None))


async def test_a_players_second_connection_is_not_delayed(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 1, 1) as scene:
        await scene.until(10_000)
        second = Recorder("ada", 0.001)
        arrive(scene.table, second, scene.table.row.seat_of("ada"))
        scene.players[1].play(scene.players[1].lowest(), "move")
        await scene.settle()
        assert seqs(second) == [scene.table.match.seq]


async def test_the_beginning_of_a_game_is_delayed_too(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 1, 1) as scene:
        eve = spectator(scene)
        assert scene.table.status == "playing"
        assert (
            status(scene, None),
            scene.table.publisher.status(scene.table, Seat(0)),
        ) == ("open", "playing")
        assert shown(scene, None).view is None
        heard = len(eve.presences)
        await scene.until(LATER)
        assert seqs(eve) == [scene.table.match.seq]
        await scene.until(LATER + 100)
        assert len(eve.presences) > heard
        assert status(scene, None) == "playing"


async def test_the_end_is_shown_at_once(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 1, 1, rounds=1, beat_ms=60_000) as scene:
        await scene.until(10_000)
        eve = spectator(scene)
        step = 0
        while scene.table.match.outcome is None:
            for player in scene.players:
                if Seat(player.seat) in scene.table.match.may_act:
                    step += 1
                    player.play(player.lowest(), f"{step}")
                    await scene.settle()
            await scene.until(scene.clock.ms + 2)
        assert scene.clock.ms < 10_000 + LATER
        assert seqs(eve)[-1] == scene.table.match.seq
        assert seqs(eve) == sorted(set(seqs(eve)))
        assert shown(scene, None).outcome is not None
        told = len(eve.updates)
        await scene.until(60_000)
        assert len(eve.updates) == told


@pytest.mark.parametrize("watch", ["on_live", "link_live"])
async def test_the_host_may_let_a_race_be_watched_live(tmp_path: Path, watch: Watch) -> None:
    async with scripted_table(tmp_path, 1, 1, watch=watch) as scene:
        await scene.until(10_000)
        eve = spectator(scene)
        scene.players[0].play(scene.players[0].lowest(), "move")
        await scene.settle()
        assert seqs(eve) == [scene.table.match.seq]
        assert scene.table.publisher.delay(None) == 0


async def test_games_of_turns_are_never_delayed(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await hall.create(new_row("fragile", options=b'{"steps":9}', status="open"))
        ada, ben, eve = Recorder("ada"), Recorder("ben"), Recorder("eve")
        arrive(table, eve, None)
        arrive(table, ada, Seat(0))
        arrive(table, ben, Seat(1))
        await ada.received(ada.updates)
        assert len(eve.updates) == 1


async def test_no_other_channel_is_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the table's card, nor the log, nor past views, nor another join."""
    for module in (publish, spectators):
        monkeypatch.setattr(module, "DELAY_SECONDS", 3600.0)
    async with hall_in_process(tmp_path) as (server, hall):
        table_id, (ada, _) = await two_at_a_table(server, "pounce", watch="on")
        table, eve = hall.tables[table_id], await guest_at(server)
        watcher = await Client.at(eve)
        assert (await eve.ask("GET", f"/api/tables/{table_id}"))["status"] == "open"
        catch_up(table)
        assert (await eve.ask("GET", f"/api/tables/{table_id}"))["status"] == "playing"
        known, awaited = table.match.seq, sorted(table.match.awaited)
        card = min(table.match.state.hands[0])
        ada.say("move", table=table_id, move=f"lay {card}", answers=known, ref="a")
        await ada.moved("a")
        sync = await joined(watcher, table_id)
        log = await eve.ask("GET", f"/api/tables/{table_id}/log?after=0")
        watcher.say("look", table=table_id, seq=table.match.seq, ref="l")
        refusal = await watcher.hear("refused", ref="l")
        assert (sync["seq"], sync["you"], sync["late"]) == (known, None, 3_600_000)
        assert sync["awaited"] == awaited != sorted(table.match.awaited)
        assert max(event["seq"] for event in (*sync["events"], *log)) == known
        assert refusal["code"] == "no_such_moment"
        catch_up(table)
        update = await watcher.hear("update", table=table_id)
        assert (update["after"], update["seq"]) == (known, known + 1)
        with pytest.raises(Refused):
            await hall.past_view(table, None, known + 99)
