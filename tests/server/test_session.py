"""Messages over the socket: who gets which, and when."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.kit.client import CONTINUATION, TEXT, Client, frame
from tests.kit.halls import guest_as, new_row, past_table
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall, all_ready, guest_at, joined, set_up, two_at_a_table
from ukumbi import __version__
from ukumbi.hall import publish
from ukumbi.hall.messages import Presence
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server.files import served_build
from ukumbi.server.session import MOST_TABLES

FIRST, SECOND = "a1-a4/b4", "i9-i6/h6"
EMPTY_SEAT = {
    "name": None,
    "bot": None,
    "stand_in": None,
    "ready": False,
    "here": False,
    "away_since": None,
    "longer_from": None,
    "lag": None,
    "allowance": None,
}


async def test_the_welcome_names_the_person(hall: LoggedHall) -> None:
    guest = await guest_at(hall)
    me = await guest.ask("GET", "/api/me")
    who = {"person": me["person"], "name": me["name"]}
    clients = [await Client.at(guest), await Client.at(guest)]
    for client in clients:
        hall_itself: dict[str, object] = {
            "version": __version__,
            "client": served_build(),
            "node": None,
            "nodes": [],
        }
        assert client.welcome == {"type": "welcome", **hall_itself, **who}


async def test_messages_have_the_halls_time(hall: LoggedHall) -> None:
    client = await Client.at(await guest_at(hall))
    before = time.time_ns() // 1_000_000
    client.say("ping", ref="time?")
    pong = (await client.hear("pong", ref="time?"))["now"]
    table, (white, _) = await two_at_a_table(hall)
    white.say("join", table=table, since=1)
    sync = (await white.hear("sync"))["now"]
    assert before <= pong <= sync <= time.time_ns() // 1_000_000


async def test_without_a_cookie_a_client_is_a_new_person(hall: LoggedHall) -> None:
    guest = await guest_at(hall)
    known, guest.cookie = await Client.at(guest), None
    stranger = await Client.at(guest)
    assert stranger.welcome["person"] != known.welcome["person"]


async def test_joining_sends_the_present_state(hall: LoggedHall) -> None:
    host = await guest_at(hall)
    table = await set_up(host, options={"white": "second"})
    client = await Client.at(host)
    client.say("join", table=table)
    sync = await client.hear("sync")
    assert (sync["table"], sync["game"], sync["status"]) == (table, "rukuni", "open")
    assert (sync["you"], sync["host"], sync["seq"], sync["view"]) == (0, True, 0, None)
    assert sync["options"] == {"white": "second"}
    assert [seat["here"] for seat in sync["seats"]] == [True, False]
    assert sync["seats"][1] == EMPTY_SEAT
    presence = await client.hear("presence")
    assert (presence["table"], presence["watching"]) == (table, 0)


async def test_the_game_begins_when_all_are_seated_present_and_ready(hall: LoggedHall) -> None:
    host, friend = await guest_at(hall), await guest_at(hall)
    table = await set_up(host)
    client = await Client.at(host)
    await joined(client, table)
    await friend.sit(table)
    await all_ready(table, [host, friend])
    presence = await client.hear("presence", table=table, status="open")
    while [seat["ready"] for seat in presence["seats"]] != [True, True]:
        presence = await client.hear("presence", table=table, status="open")
    assert (await client.fence()) == []  # the friend has not joined yet
    await joined(await Client.at(friend), table)
    update = await client.hear("update", table=table)
    assert update["seq"] == 1
    assert update["events"][0]["event"]["type"] == "began"
    await client.hear("presence", status="playing")


async def test_all_get_the_update_and_only_the_mover_the_acknowledgement(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    stranger = await Client.at(await guest_at(hall))
    white.say("move", table=table, move=FIRST, answers=1, ref="mine")
    await white.until(lambda: any(white.of_kind("accepted")))
    update, answer = white.heard
    assert (update["type"], update["seq"]) == ("update", 2)
    assert update["events"][0]["event"] == {"type": "turned", "turn": FIRST}
    assert answer == {"type": "accepted", "table": table, "ref": "mine"}
    assert await grey.hear("update") == update
    assert await grey.fence() == await stranger.fence() == []


async def test_only_the_mover_gets_a_refusal(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    white.say("move", table=table, move="a1-a4/e5", answers=1, ref="far")
    refusal = await white.hear("refused")
    facts = {"peg": "e5", "tower": "a4"}
    assert refusal == {
        "type": "refused",
        "code": "peg_not_beside_tower",
        "facts": facts,
        "table": table,
        "ref": "far",
    }
    assert await grey.fence() == []
    grey.say("move", table=table, move=FIRST, answers=1, ref="early")
    assert (await grey.hear("refused"))["code"] == "not_your_turn"
    assert await white.fence() == []


async def test_a_repeated_move_counts_once(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    for _ in range(3):
        white.say("move", table=table, move=FIRST, answers=1, ref="once")
    await white.until(lambda: len([*white.of_kind("accepted")]) == 3)
    assert [heard["type"] for heard in await white.fence()] == ["update", "accepted", "accepted", "accepted"]
    assert (await grey.hear("update"))["seq"] == 2
    assert await grey.fence() == []


async def test_refs_belong_to_their_seat(hall: LoggedHall) -> None:
    """The same ref of another seat is another move."""
    table, (white, grey) = await two_at_a_table(hall)
    white.say("move", table=table, move=FIRST, answers=1, ref="same")
    await grey.hear("update")
    grey.say("move", table=table, move=SECOND, answers=2, ref="same")
    assert (await grey.moved("same"))["seq"] == 3
    grey.say("join", table=table, since=3)
    assert (await grey.hear("sync"))["accepted"] == ["same"]


async def test_a_move_that_answers_a_future_event_is_stale(hall: LoggedHall) -> None:
    table, (white, _) = await two_at_a_table(hall)
    white.say("move", table=table, move=FIRST, answers=9, ref="seer")
    assert (await white.hear("refused", ref="seer"))["code"] == "stale"


async def test_rejoining_sends_missed_events(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    await grey.hear("update")
    grey.say("move", table=table, move=SECOND, answers=2, ref="2")
    await grey.moved("2")
    for since, missed in ((0, [1, 2, 3]), (1, [2, 3]), (3, []), (99, [])):
        white.say("join", table=table, since=since)
        sync = await white.hear("sync")
        assert [heard["seq"] for heard in sync["events"]] == missed
        assert (sync["seq"], sync["whole"], sync["view"]["turn_number"]) == (3, True, 2)


async def test_after_leaving_a_client_gets_nothing(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    grey.say("leave", table=table)
    grey.say("leave", table=table)
    await grey.fence()
    presence = await white.hear("presence")
    assert [seat["here"] for seat in presence["seats"]] == [True, False]
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    await white.moved("1")
    assert {heard["type"] for heard in await grey.fence()} == {"table_news"}, "only that it is Grey's turn"
    grey.say("move", table=table, move=SECOND, answers=2, ref="2")
    assert (await grey.hear("refused", ref="2"))["code"] == "not_joined"


async def test_a_lost_connection_is_announced(hall: LoggedHall) -> None:
    _, (white, grey) = await two_at_a_table(hall)
    grey.hang_up()
    presence = await white.hear("presence")
    assert [seat["here"] for seat in presence["seats"]] == [True, False]


async def test_a_move_can_be_planned_step_by_step(hall: LoggedHall) -> None:
    table, (white, grey) = await two_at_a_table(hall)
    asked = {"a": [], "b": ["a1"], "c": ["a1", "a4"], "d": ["a1", "a4", "b4"]}
    for ref, parts in asked.items():
        white.say("plan", table=table, parts=parts, ref=ref)
    told = {ref: await white.hear("planned", ref=ref) for ref in asked}
    assert "a1" in told["a"]["next"]
    assert "a4" in told["b"]["next"]
    assert "b4" in told["c"]["next"]
    assert (told["d"]["next"], told["d"]["move"]) == ([], FIRST)
    white.say("plan", table=table, parts=["e5"], ref="e")
    assert (await white.hear("refused", ref="e"))["code"] == "no_such_step"
    assert await grey.fence() == []


async def test_past_views_can_be_requested(hall: LoggedHall) -> None:
    table, (white, _) = await two_at_a_table(hall)
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    await white.hear("update")
    for seq, turns in ((1, 0), (2, 1)):
        white.say("look", table=table, seq=seq, ref=f"at {seq}")
        past = await white.hear("past", ref=f"at {seq}")
        assert (past["seq"], past["view"]["turn_number"]) == (seq, turns)
    for seq in (0, 3, 2**53 - 1):
        white.say("look", table=table, seq=seq, ref="nowhen")
        assert (await white.hear("refused"))["code"] == "no_such_moment"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("move", {"move": FIRST, "answers": 0}), ("look", {"seq": 1}), ("plan", {"parts": []})],
)
async def test_requests_at_a_table_need_a_join(hall: LoggedHall, kind: str, fields: dict[str, Any]) -> None:
    host = await guest_at(hall)
    table, client = await set_up(host), await Client.at(host)
    client.say(kind, table=table, ref="r", **fields)
    refusal = await client.hear("refused", ref="r", table=table)
    assert (refusal["code"], refusal["facts"]) == ("not_joined", {"table": table})


async def test_moves_before_the_game_are_refused(hall: LoggedHall) -> None:
    host = await guest_at(hall)
    table, client = await set_up(host), await Client.at(host)
    await joined(client, table)
    client.say("move", table=table, move=FIRST, answers=0, ref="m")
    assert (await client.hear("refused", ref="m"))["code"] == "not_playing"
    client.say("plan", table=table, parts=[], ref="p")
    assert (await client.hear("refused", ref="p"))["code"] == "not_playing"
    client.say("look", table=table, seq=1, ref="l")
    assert (await client.hear("refused", ref="l"))["code"] == "no_such_moment"


async def test_spectators_need_permission(hall: LoggedHall) -> None:
    host, stranger = await guest_at(hall), await guest_at(hall)
    client = await Client.at(stranger)
    for watch, key, allowed in (
        ("on", None, True),
        ("off", "right", False),
        ("link", None, False),
        ("link", "wrong", False),
        ("link", "right", True),
    ):
        table = await set_up(host, watch=watch)
        right = (await host.ask("GET", f"/api/tables/{table}"))["watch_key"]
        client.say("join", table=table, key=right if key == "right" else key)
        if allowed:
            assert (await client.hear("sync", table=table))["you"] is None
        else:
            assert (await client.hear("refused", table=table))["code"] == "watching_not_allowed"


async def test_a_spectator_cannot_move(hall: LoggedHall) -> None:
    table, (white, _) = await two_at_a_table(hall, watch="on")
    spectator = await Client.at(await guest_at(hall))
    await joined(spectator, table)
    await white.hear("presence", watching=1)
    spectator.say("move", table=table, move=FIRST, answers=1, ref="me too")
    assert (await spectator.hear("refused", ref="me too"))["code"] == "not_seated"
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    assert await spectator.hear("update") == await white.moved("1")


async def test_a_connection_can_follow_only_a_few_tables(hall: LoggedHall) -> None:
    """Also if all joins are sent at once and wait for their tables to open."""
    ledger = SqliteLedger(hall.folder / "hall.sqlite")
    tables = [(await past_table(ledger, new_row("rukuni"), 2))[0].id for _ in range(MOST_TABLES + 3)]
    await ledger.close()
    client = await Client.at(guest_as("ada", hall.folder, hall.port))
    for table in tables:
        client.say("join", table=table)
    await client.until(lambda: len([*client.of_kind("sync"), *client.of_kind("refused")]) == len(tables))
    assert len(list(client.of_kind("sync"))) == MOST_TABLES
    refused = list(client.of_kind("refused"))
    assert {(refusal["code"], refusal["facts"]["most"]) for refusal in refused} == {
        ("too_many_tables", MOST_TABLES)
    }
    client.say("leave", table=next(client.of_kind("sync"))["table"])
    client.heard.clear()
    client.say("join", table=refused[0]["table"])
    await client.hear("sync", table=refused[0]["table"])


async def test_a_message_may_come_in_fragments(hall: LoggedHall) -> None:
    client = await Client.at(await guest_at(hall))
    text = '{"type":"ping","ref":"zerlegt: ä"}'.encode()
    for cut in range(1, len(text)):
        client.put(frame(TEXT, text[:cut], fin=False) + frame(CONTINUATION, text[cut:]))
        await client.hear("pong", ref="zerlegt: ä")
    letters = [frame(CONTINUATION, text[at : at + 1], fin=False) for at in range(1, len(text))]
    between = frame(0x9, b"a ping between the pieces")
    client.put(frame(TEXT, text[:1], fin=False) + between.join(letters) + frame(CONTINUATION, b""))
    await client.hear("pong", ref="zerlegt: ä")
    assert len(client.pongs) == len(letters) - 1


async def test_a_fault_in_the_rules_stops_only_its_table(hall: LoggedHall) -> None:
    table, (first, second) = await two_at_a_table(hall, "fragile")
    other, (white, _) = await two_at_a_table(hall)
    first.say("move", table=table, move="crash", answers=1, ref="c")
    assert (await first.hear("refused", ref="c"))["code"] == "table_stopped"
    for client in (first, second):
        assert (await client.hear("stopped"))["code"] == "table_stopped"
    white.say("move", table=other, move=FIRST, answers=1, ref="1")
    await white.moved("1")


async def test_all_connections_of_a_person_get_updates(hall: LoggedHall) -> None:
    """Two windows of one player both get updates; only the one that moved gets the answer."""
    host, friend = await guest_at(hall), await guest_at(hall)
    table = await set_up(host, options={"white": "first"})
    await friend.sit(table)
    here, there = await asyncio.gather(Client.at(host), Client.at(host))
    for client in (here, there, await Client.at(friend)):
        await joined(client, table)
    await all_ready(table, [host, friend])
    await here.hear("update", seq=1)
    here.say("move", table=table, move=FIRST, answers=1, ref="r")
    assert await there.hear("update", seq=2) == await here.moved("r")
    assert not any(heard["type"] == "accepted" for heard in await there.fence())


async def test_presence_is_encoded_once_for_all_viewers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats: list[int | None] = []
    encode = publish.encode

    def counted(message: Any) -> bytes:
        if isinstance(message, Presence):
            seats.append(message.you)
        return encode(message)

    async with hall_in_process(tmp_path) as (server, _):
        table, players = await two_at_a_table(server, watch="on")
        crowd = [await Client.at(await guest_at(server)) for _ in range(6)]
        for client in crowd[:-1]:
            client.say("join", table=table)
            await client.hear("sync")
        all_clients = [*players, *crowd[:-1]]
        await _told_of(all_clients, len(crowd) - 1)
        monkeypatch.setattr(publish, "encode", counted)
        crowd[-1].say("join", table=table)
        await _told_of(all_clients, len(crowd))
        for client in (*players, *crowd):
            client.hang_up()
            await client.closed()
    assert sorted(seats, key=str) == [0, 1, None]


async def _told_of(clients: Sequence[Client], watching: int) -> None:
    """Wait until all clients have a presence with this many spectators."""
    for client in clients:
        await client.hear("presence", watching=watching)


async def test_a_ref_is_plain_text(hall: LoggedHall) -> None:
    client = await Client.at(await guest_at(hall))
    client.say("join", table="none", since=0)
    await client.hear("refused")
    client.say("move", table="none", move="step", answers=1, ref="a\0b")
    assert (await client.hear("refused"))["code"] == "unexpected"
