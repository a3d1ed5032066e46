"""Replays show everything of a finished game, and nothing before its end."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.players.guest import Guest
from tests.kit.actions import events_of, in_ledger
from tests.kit.client import Client
from tests.kit.halls import REGISTRY
from tests.kit.people import LoggedHall, all_ready, guest_at, joined, set_up
from tests.kit.pounce.state import Revealed
from ukumbi.core import Outcome, Record, Refused, Seat, codec, replay
from ukumbi.hall.replay import PAGE_MOMENTS

POUNCE = REGISTRY["pounce"].game
UNHURRIED = {"beat_ms": 600_000}


class Truth:
    """A table of Pounce, read from the database."""

    def __init__(self, folder: Path, table: str) -> None:
        join = "SELECT seq, at FROM events JOIN tables ON tables.number = table_number WHERE id = ?"
        at = dict(in_ledger(folder, join, table))
        self.records = [
            Record(seq, at[seq], actor, msgspec.Raw(text.encode()))
            for seq, actor, _, text in events_of(folder, table)
        ]
        self.states = [state for _, state in replay(POUNCE, self.records)]
        self.events = [codec(POUNCE).event(record.event) for record in self.records]

    @property
    def outcome(self) -> Outcome | None:
        return POUNCE.outcome(self.states[-1])

    def told(self, seat: Seat | None, after: int = 0) -> list[dict[str, Any]]:
        """The events that this seat may know during the game."""
        known = [plain(POUNCE.redact(event, seat)) for event in self.events]
        return self._heard(known)[after:]

    def whole(self) -> list[dict[str, Any]]:
        return self._heard([plain(event) for event in self.events])

    def _heard(self, events: Sequence[Any]) -> list[dict[str, Any]]:
        return [
            {"seq": record.seq, "at": record.at, "actor": record.actor, "event": event}
            for record, event in zip(self.records, events, strict=True)
        ]

    def view(self, seat: Seat | None, seq: int) -> Any:
        return plain(POUNCE.view(self.states[seq - 1], seat))

    def revealed(self, seat: Seat | None, seq: int) -> Any:
        return plain(POUNCE.reveal(self.states[seq - 1], seat))


def plain(value: Any) -> Any:
    return msgspec.json.decode(codec(POUNCE).encode(value))


class Company:
    """Two players of Pounce and a spectator."""

    def __init__(self, folder: Path, table: str, guests: list[Guest], clients: list[Client]) -> None:
        self.folder, self.table = folder, table
        self.guests, self.clients = guests, clients

    @classmethod
    async def at(cls, hall: LoggedHall, **options: Any) -> "Company":
        guests = [await guest_at(hall) for _ in range(3)]
        table = await set_up(guests[0], "pounce", watch="on_live", options={**UNHURRIED, **options})
        await guests[1].sit(table)
        clients = [await Client.at(guest) for guest in guests]
        for client in clients:
            await joined(client, table)
        await all_ready(table, guests[:2])
        for client in clients:
            await client.hear("update", table=table)
        return cls(hall.folder, table, guests, clients)

    @property
    def truth(self) -> Truth:
        return Truth(self.folder, self.table)

    @property
    def viewers(self) -> list[tuple[Guest, Client, Seat | None]]:
        return list(zip(self.guests, self.clients, (Seat(0), Seat(1), None), strict=True))

    async def lay(self) -> list[dict[str, Any]]:
        """Lay a card for the next seat; return each viewer's update."""
        truth = self.truth
        state, seq = truth.states[-1], len(truth.records)
        seat = min(POUNCE.may_act(state))
        move = f"lay {state.hands[seat][0]}"
        self.clients[seat].say("move", table=self.table, move=move, answers=seq, ref=f"r{seq}")
        return [await client.hear("update", table=self.table, after=seq) for client in self.clients]

    async def to_the_end(self) -> list[dict[str, Any]]:
        told = await self.lay()
        while told[0]["outcome"] is None:
            told = await self.lay()
        return told

    def path(self, deed: str) -> str:
        return f"/api/tables/{self.table}/{deed}"


async def past(client: Client, table: str, seq: int) -> Any:
    client.say("look", table=table, seq=seq, ref=f"look-{seq}")
    return (await client.hear("past", ref=f"look-{seq}"))["view"]


async def comes_back(guest: Guest, table: str, since: int) -> dict[str, Any]:
    client = await Client.at(guest)
    client.say("join", table=table, since=since)
    return await client.hear("sync", table=table)


async def pages(guest: Guest, path: str) -> list[dict[str, Any]]:
    """The whole replay, page by page."""
    found = [await guest.ask("GET", path)]
    while (seq := found[-1]["moments"][-1]["seq"]) < found[0]["last"]:
        found.append(await guest.ask("GET", f"{path}{'&' if '?' in path else '?'}after={seq}"))
    return found


async def test_before_the_end_nothing_hidden_is_shown(hall: LoggedHall) -> None:
    """At every moment: in the log, a rejoin, a past view; and there is no replay."""
    company = await Company.at(hall, rounds=3)
    while (truth := company.truth).outcome is None:
        seq = len(truth.records)
        for guest, client, seat in company.viewers:
            _, log = await guest._exchange("GET", company.path("log"), b"")
            assert log == msgspec.json.encode(truth.told(seat))
            assert (await comes_back(guest, company.table, 1))["events"] == truth.told(seat, 1)
            for back in range(1, seq + 1):
                assert await past(client, company.table, back) == truth.view(seat, back)
            with pytest.raises(Refused, match="still_playing"):
                await guest.ask("GET", company.path("replay"))
        await company.lay()


async def test_the_last_update_has_the_normal_view(hall: LoggedHall) -> None:
    company = await Company.at(hall, rounds=2)
    told = await company.to_the_end()
    truth = company.truth
    for update, (_, _, seat) in zip(told, company.viewers, strict=True):
        assert update["outcome"] is not None
        assert update["events"] == truth.told(seat, update["after"])
        assert update["view"] == truth.view(seat, update["seq"])
        assert update["events"] != truth.whole()[update["after"] :]


def without_times(moment: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in moment.items() if name not in ("arrival", "allowance")}


async def test_after_the_end_everything_is_shown(hall: LoggedHall) -> None:
    company = await Company.at(hall, rounds=3)
    await company.to_the_end()
    truth = company.truth
    for guest, client, seat in company.viewers:
        assert await guest.ask("GET", company.path("log")) == truth.whole()
        sync = await comes_back(guest, company.table, 1)
        assert sync["events"] == truth.whole()[1:]
        assert sync["view"] == truth.view(seat, sync["seq"])
        for seq in range(1, sync["seq"] + 1):
            assert await past(client, company.table, seq) == truth.revealed(seat, seq)
        (replayed,) = await pages(guest, company.path("replay"))
        views = [truth.revealed(seat, heard["seq"]) for heard in truth.whole()]
        assert [without_times(moment) for moment in replayed["moments"]] == [
            {**heard, "view": view} for heard, view in zip(truth.whole(), views, strict=True)
        ]
        came = [moment.get("arrival", 0) for moment in replayed["moments"] if moment["actor"] is not None]
        assert all(came), "when a move came in stands beside when it counts from"
        assert (replayed["last"], replayed["simultaneous"]) == (len(views), True)
    hands = [moment["view"]["hands"] for moment in replayed["moments"]]
    assert hands == [plain(state.hands) for state in truth.states]


async def test_remarks_name_their_event(hall: LoggedHall) -> None:
    """All lay their lowest card, so that some player keeps a better one."""
    company = await Company.at(hall, rounds=8)
    await company.to_the_end()
    truth = company.truth
    moments = [(record.at, state) for record, state in zip(truth.records, truth.states, strict=True)]
    due: list[dict[str, Any]] = [
        {"seq": remark.moment + 1, "seat": remark.seat, "code": remark.code, "facts": remark.facts}
        for remark in POUNCE.review(moments)
    ]
    assert due
    first = await company.guests[2].ask("GET", company.path("replay"))
    assert first["remarks"] == due
    assert all(isinstance(truth.events[remark["seq"] - 1], Revealed) for remark in due)
    assert (await company.guests[2].ask("GET", company.path("replay?after=3")))["remarks"] == []


async def test_a_long_game_comes_in_pages(hall: LoggedHall) -> None:
    """Across snapshots, each page continues the last one."""
    company = await Company.at(hall, rounds=60)
    await company.to_the_end()
    truth = company.truth
    assert len(truth.records) > 3 * PAGE_MOMENTS
    found = await pages(company.guests[0], company.path("replay"))
    assert [len(page["moments"]) for page in found[:-1]] == [PAGE_MOMENTS] * (len(found) - 1)
    moments = [moment for page in found for moment in page["moments"]]
    assert [moment["seq"] for moment in moments] == [record.seq for record in truth.records]
    assert [moment["view"] for moment in moments] == [
        truth.revealed(Seat(0), record.seq) for record in truth.records
    ]
    assert (await company.guests[0].ask("GET", company.path("replay?after=999999999999999")))["moments"] == []
    for after in ("-1", "x", "9" * 16):
        with pytest.raises(Refused, match="no_such_moment"):
            await company.guests[0].ask("GET", company.path(f"replay?after={after}"))


async def test_a_replay_needs_the_tables_permissions(hall: LoggedHall) -> None:
    host, stranger = await guest_at(hall), await guest_at(hall)
    for watch in ("off", "link"):
        table = await set_up(host, "pounce", ["highest"], watch=watch, options={**UNHURRIED, "rounds": 1})
        client = await Client.at(host)
        sync = await joined(client, table)
        client.say("move", table=table, move=f"lay {sync['view']['hand'][0]}", answers=sync["seq"], ref="r")
        assert (await client.moved("r"))["seq"]
        key = (await host.ask("GET", f"/api/tables/{table}"))["watch_key"]
        while (await host.ask("GET", f"/api/tables/{table}"))["status"] != "over":
            pass
        for deed in ("replay", "log"):
            for wrong in ("", "?key=kez", f"?key={key}" if watch == "off" else "?key="):
                with pytest.raises(Refused, match="watching_not_allowed"):
                    await stranger.ask("GET", f"/api/tables/{table}/{deed}{wrong}")
        if watch == "link":
            (page,) = await pages(stranger, f"/api/tables/{table}/replay?key={key}")
            assert page["moments"][0]["event"]["pile"]


async def test_nothing_of_the_rematch_is_shown(hall: LoggedHall) -> None:
    company = await Company.at(hall, rounds=2)
    await company.to_the_end()
    before = await pages(company.guests[2], company.path("replay"))
    fresh = (await company.guests[0].ask("POST", company.path("rematch")))["table"]
    following = Company(hall.folder, fresh, company.guests, company.clients)
    for client in following.clients:
        await joined(client, fresh)
    await all_ready(fresh, following.guests[:2])
    for client in following.clients:
        await client.hear("update", table=fresh)
    truth, seats = following.truth, (Seat(1), Seat(0), None)
    assert truth.outcome is None
    for guest, seat in zip(following.guests, seats, strict=True):
        assert await guest.ask("GET", following.path("log")) == truth.told(seat)
        assert (await comes_back(guest, fresh, 0))["events"] == truth.told(seat)
        with pytest.raises(Refused, match="still_playing"):
            await guest.ask("GET", following.path("replay"))
    assert await pages(company.guests[2], company.path("replay")) == before
