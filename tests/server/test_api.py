"""The HTTP interface, and its refusals."""

import socket
from typing import Any

import httpx
import pytest

from tests.kit.client import Client
from tests.kit.halls import REGISTRY
from tests.kit.people import LoggedHall, all_ready, guest_at, joined, set_up, two_at_a_table

MOST = 16 * 1024


def refusal(answer: httpx.Response) -> tuple[int, str]:
    assert set(answer.json()) == {"code", "facts"}
    return answer.status_code, answer.json()["code"]


def test_games_are_listed(visitor: httpx.Client) -> None:
    games = {card["name"]: card for card in visitor.get("/api/games").json()}
    rukuni = games["rukuni"]
    assert (rukuni["seats"], rukuni["bots"]) == ([2, 2], list(REGISTRY["rukuni"].bots))
    values = ["drawn", "first", "second"]
    white: dict[str, Any] = {
        "name": "white",
        "values": values,
        "default": "drawn",
        "seats": None,
        "unless": {},
    }
    assert rukuni["options"] == [white]
    assert games["pounce"]["seats"] == [2, 4]
    assert [games[name]["simultaneous"] for name in ("rukuni", "ukuma")] == [False, True]


# names


def test_a_name_can_be_changed(visitor: httpx.Client) -> None:
    before = visitor.get("/api/me").json()
    assert before["name"]
    assert visitor.put("/api/me", json={"name": "  Ada   Lovelace "}).json()["name"] == "Ada Lovelace"
    assert before["invented"]
    assert visitor.get("/api/me").json() == {**before, "name": "Ada Lovelace", "invented": False}


@pytest.mark.parametrize("name", ["", "   ", "a" * 25, "a\x00b", "a\u202eb", "\u200b"])
def test_bad_names_are_refused(visitor: httpx.Client, name: str) -> None:
    before = visitor.get("/api/me").json()
    answer = visitor.put("/api/me", json={"name": name})
    assert refusal(answer) == (400, "bad_name")
    assert answer.json()["facts"] == {"longest": 24}
    assert visitor.get("/api/me").json() == before


async def test_a_new_name_is_seen_at_the_tables(hall: LoggedHall) -> None:
    host = await guest_at(hall)
    table, client = await set_up(host), await Client.at(host)
    await joined(client, table)
    await client.hear("presence")
    await host.ask("PUT", "/api/me", {"name": "Grace"})
    assert (await client.hear("presence"))["seats"][0]["name"] == "Grace"


# tables


GOOD: dict[str, Any] = {"game": "rukuni", "others": ["open"]}


def test_a_tables_card_depends_on_its_viewer(hall: LoggedHall, visitor: httpx.Client) -> None:
    card = visitor.post("/api/tables", json=GOOD).json()
    assert (card["game"], card["status"], card["you"], card["host"]) == ("rukuni", "open", 0, True)
    assert (card["watch"], card["seats"][1]["name"]) == ("link", None)
    assert visitor.get(f"/api/tables/{card['table']}").json() == card
    invited = f"{hall.url}/api/tables/{card['table']}?seat={card['seat_key']}"
    seen = httpx.get(invited).json()
    assert (seen["you"], seen["host"], seen["may_watch"], seen["may_sit"]) == (None, False, True, True)
    assert seen["watch_key"] == card["watch_key"], "whoever may sit down may watch instead"
    assert seen["seat_key"] is None
    assert (seen["seats"], seen["host_name"]) == (card["seats"], card["host_name"])
    full = visitor.post("/api/tables", json={**GOOD, "others": ["1"]}).json()
    seen = httpx.get(f"{hall.url}/api/tables/{full['table']}").json()
    assert (seen["may_watch"], seen["watch_key"]) == (False, None)
    closed = visitor.post("/api/tables", json={**GOOD, "watch": "off"}).json()
    seen = httpx.get(f"{hall.url}/api/tables/{closed['table']}").json()
    assert (seen["may_watch"], seen["watch_key"]) == (False, None)


@pytest.mark.parametrize("key", ["", "?seat=", "?seat=guess", "?key=guess", "?seat={watch_key}"])
@pytest.mark.parametrize("watch", ["off", "link"])
def test_strangers_do_not_see_who_sits_there(
    hall: LoggedHall, visitor: httpx.Client, watch: str, key: str
) -> None:
    """Neither before the game nor later, and they cannot sit down."""
    card = visitor.post("/api/tables", json={**GOOD, "watch": watch}).json()
    begun = visitor.post("/api/tables", json={**GOOD, "others": ["1"], "watch": watch}).json()
    name = visitor.get("/api/me").json()["name"]
    for table in (card, begun):
        seen = httpx.get(f"{hall.url}/api/tables/{table['table']}{key.format(**table)}")
        assert name not in seen.text
        told = seen.json()
        assert (told["seats"], told["host_name"], told["may_watch"], told["may_sit"]) == (
            [],
            "",
            False,
            False,
        )
        assert (told["watch_key"], told["seat_key"]) == (None, None)
    refused = httpx.post(f"{hall.url}/api/tables/{card['table']}/sit{key.format(**card)}")
    assert (refused.status_code, refused.json()["code"]) == (403, "invitation_needed")


def test_the_link_to_watch_does_not_let_sit(hall: LoggedHall, visitor: httpx.Client) -> None:
    card = visitor.post("/api/tables", json={**GOOD, "watch": "on"}).json()
    at = f"{hall.url}/api/tables/{card['table']}"
    seen = httpx.get(at).json()
    assert (seen["may_watch"], seen["may_sit"], seen["seats"]) == (True, False, card["seats"])
    assert httpx.post(f"{at}/sit").json()["code"] == "invitation_needed"
    assert httpx.post(f"{at}/sit?seat={card['seat_key']}").json()["you"] == 1
    assert visitor.post(f"{at}/sit").json()["you"] == 0, "who sits there already does so without"


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({**GOOD, "game": "chess"}, 404, "no_such_game"),
        ({**GOOD, "others": []}, 400, "wrong_number_of_seats"),
        ({**GOOD, "others": ["open", "open"]}, 400, "wrong_number_of_seats"),
        ({**GOOD, "others": ["genius"]}, 400, "no_such_bot"),
        ({**GOOD, "others": [""]}, 400, "no_such_bot"),
        ({**GOOD, "options": {"white": "third"}}, 400, "bad_options"),
        ({**GOOD, "options": {"black": "first"}}, 400, "no_such_option"),
        ({**GOOD, "options": None}, 400, "bad_options"),
        ({**GOOD, "options": [1]}, 400, "bad_options"),
        ({**GOOD, "watch": "everyone"}, 400, "unexpected"),
        ({**GOOD, "secret": 1}, 400, "unexpected"),
        ({**GOOD, "others": "open"}, 400, "unexpected"),
        ({**GOOD, "others": ["open"] * 8}, 400, "unexpected"),
        ({"game": "rukuni"}, 400, "unexpected"),
        ([], 400, "unexpected"),
    ],
)
def test_invalid_tables_are_refused(visitor: httpx.Client, form: Any, status: int, code: str) -> None:
    assert refusal(visitor.post("/api/tables", json=form)) == (status, code)
    assert visitor.get("/api/me/tables").json() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "unexpected"),
        (b"game=rukuni", "unexpected"),
        (b"\xff\xfe", "unexpected"),
        (b"[" * MOST, "unexpected"),
        (b'{"game":' * 2000, "unexpected"),
        (b'{"game":"rukuni","others":["open"],"options":' + b'{"a":' * 3000, "unexpected"),
        (b'{"game":"rukuni","others":["open"],"options":{"white":"\xff"}}', "bad_options"),
        (b'{"game":"rukuni","others":["open"],"options":{"\xff":1}}', "bad_options"),
        (b" " * (MOST + 1), "too_long"),
    ],
    ids=lambda part: part[:30].decode(errors="replace") if isinstance(part, bytes) else part,
)
def test_invalid_bodies_are_refused(visitor: httpx.Client, body: bytes, code: str) -> None:
    status = 413 if code == "too_long" else 400
    assert refusal(visitor.post("/api/tables", content=body)) == (status, code)


def test_a_body_without_a_length_is_limited_too(visitor: httpx.Client) -> None:
    answer = visitor.post("/api/tables", content=(b" " * 1024 for _ in range(17)))
    assert refusal(answer) == (413, "too_long")


async def test_people_sit_down_with_the_invitation(hall: LoggedHall) -> None:
    host, friend, third = [await guest_at(hall) for _ in range(3)]
    table = await set_up(host)
    for _ in range(2):
        assert (await host.sit(table))["you"] == 0
    for _ in range(2):
        card = await friend.sit(table)
        assert card["you"] == 1
        assert card["watch_key"]
    with pytest.raises(Exception, match="table_is_full"):
        await third.sit(table)


@pytest.mark.parametrize("deed", ["", "/sit", "/rematch", "/log"])
def test_an_unknown_table_is_not_found(visitor: httpx.Client, deed: str) -> None:
    method = "POST" if deed in ("/sit", "/rematch") else "GET"
    for table in ("nothing", "%00", "%ff%fe", "a" * 3000, "'; DROP TABLE tables"):
        assert refusal(visitor.request(method, f"/api/tables/{table}{deed}")) == (404, "no_such_table")


async def test_a_rematch_exchanges_seats(hall: LoggedHall) -> None:
    """After the game both players meet at one new table, with exchanged seats."""
    table, clients = await two_at_a_table(hall, "fragile", options={"steps": 2})
    host, friend = [await guest_at(hall) for _ in range(2)]
    with pytest.raises(Exception, match="not_seated"):
        await host.ask("POST", f"/api/tables/{table}/rematch")
    table = await set_up(host, "fragile", options={"steps": 2})
    await friend.sit(table)
    with pytest.raises(Exception, match="still_playing"):
        await host.ask("POST", f"/api/tables/{table}/rematch")
    clients = [await Client.at(host), await Client.at(friend)]
    for client in clients:
        await joined(client, table)
    await all_ready(table, [host, friend])
    await clients[0].hear("update", seq=1)
    for seat, client in enumerate(clients):
        client.say("move", table=table, move="step", answers=1 + seat, ref=f"{seat}")
        await client.moved(f"{seat}")
    fresh = await friend.ask("POST", f"/api/tables/{table}/rematch")
    assert (fresh["you"], fresh["host"]) == (0, True)
    assert (await clients[0].hear("presence", rematch=fresh["table"]))["status"] == "over"
    assert (await host.ask("POST", f"/api/tables/{table}/rematch"))["table"] == fresh["table"]
    mine = await host.ask("GET", "/api/me/tables")
    assert [card["table"] for card in mine] == [fresh["table"], table]
    assert (mine[1]["status"], mine[1]["outcome"]["places"], mine[1]["you"]) == ("over", [1, 1], 0)


async def test_a_table_can_be_hidden_and_shown(hall: LoggedHall) -> None:
    me = await guest_at(hall)
    table = await set_up(me, others=["1"], options={"white": "first"})
    client = await Client.at(me)
    await joined(client, table)
    client.say("leave", table=table)
    assert await me.ask("DELETE", f"/api/me/tables/{table}") is None
    assert (await client.hear("table_news", brief=None))["table"] == table
    assert await me.ask("GET", "/api/me/tables") == []
    brief = await me.ask("PUT", f"/api/me/tables/{table}")
    assert await me.ask("GET", "/api/me/tables") == [brief]
    await me.ask("DELETE", f"/api/me/tables/{table}")
    await joined(client, table)
    while not await me.ask("GET", "/api/me/tables"):
        await client.fence()
    with pytest.raises(Exception, match="not_seated"):
        await (await guest_at(hall)).ask("DELETE", f"/api/me/tables/{table}")


async def test_the_start_page_gets_every_turn(hall: LoggedHall) -> None:
    me = await guest_at(hall)
    start_page, client = await Client.at(me), await Client.at(me)
    table = await set_up(me, others=["1"], options={"white": "first"})
    sync = await joined(client, table)
    await client.fence()
    client.say("move", table=table, move="a1-a4/b4", answers=sync["seq"], ref="1")
    await client.hear("update", seq=3)
    briefs = [news["brief"] for news in await start_page.fence() if news["type"] == "table_news"]
    assert [brief["awaited"] for brief in briefs[-3:]] == [[0], [1], [0]]
    assert briefs[-1] == (await me.ask("GET", "/api/me/tables"))[0]
    assert [seat["bot"] for seat in briefs[-1]["seats"]] == [None, "1"]
    own = {news["type"] for news in await client.fence()}
    assert "table_news" not in own, "who looks at the table needs no news of it"


async def test_the_log_comes_in_pages(hall: LoggedHall) -> None:
    table, (white, _) = await two_at_a_table(hall, watch="on")
    white.say("move", table=table, move="a1-a4/b4", answers=1, ref="1")
    await white.moved("1")
    stranger = await guest_at(hall)
    whole = await stranger.ask("GET", f"/api/tables/{table}/log")
    assert [(heard["seq"], heard["actor"]) for heard in whole] == [(1, None), (2, 0)]
    assert await stranger.ask("GET", f"/api/tables/{table}/log?after=1") == whole[1:]
    assert await stranger.ask("GET", f"/api/tables/{table}/log?after=999999999999999") == []
    for after in ("-1", "x", "", "1.5", "1e3", "9" * 16, "%00"):
        with pytest.raises(Exception, match="no_such_moment"):
            await stranger.ask("GET", f"/api/tables/{table}/log?after={after}")


async def test_the_log_needs_the_tables_permissions(hall: LoggedHall) -> None:
    host, stranger = await guest_at(hall), await guest_at(hall)
    hidden = await set_up(host, "pounce", watch="off")
    with pytest.raises(Exception, match="watching_not_allowed"):
        await stranger.ask("GET", f"/api/tables/{hidden}/log")
    table = await set_up(host, "pounce", others=["random"], options={"beat_ms": 600_000}, watch="link_live")
    key = (await host.ask("GET", f"/api/tables/{table}"))["watch_key"]
    client = await Client.at(host)
    await joined(client, table)
    dealt = (await stranger.ask("GET", f"/api/tables/{table}/log?key={key}"))[0]["event"]
    assert (dealt["hands"], dealt["pile"]) == ([None, None], None)
    own = (await host.ask("GET", f"/api/tables/{table}/log"))[0]["event"]
    assert len(own["hands"][0]) == 3
    assert (own["hands"][1], own["pile"]) == (None, None)


# paths


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/"),
        ("GET", "/api/nothing"),
        ("GET", "/api/me/"),
        ("POST", "/api/me"),
        ("DELETE", "/api/me"),
        ("PATCH", "/api/tables"),
        ("GET", "/api/tables"),
        ("POST", "/api/tables/x"),
        ("GET", "/api/tables/x/sit"),
        ("POST", "/"),
    ],
)
def test_unknown_paths_are_not_found(visitor: httpx.Client, method: str, path: str) -> None:
    assert refusal(visitor.request(method, path)) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/t/abc", "/learn/rukuni", "/t/abc?key=1", "/" + "long" * 500, "/%00"])
def test_every_client_path_serves_the_page(visitor: httpx.Client, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    assert '<script type="module"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/../../cli.py",
        "/..%2f..%2fcli.py",
        "/%2e%2e/%2e%2e/cli.py",
        "/..%5c..%5ccli.py",
        "/assets/../../../cli.py",
        "/assets/..%2f..%2f..%2fcli.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/assets//etc/passwd",
        "//etc/passwd",
        "/assets/%00",
        "/assets",
        "/assets/",
    ],
)
def test_no_file_outside_the_client_is_served(hall: LoggedHall, path: str) -> None:
    """As raw bytes, because HTTP clients normalise such paths."""
    answer = ask_for(hall.port, path)
    status = int(answer.split(b" ", 2)[1])
    assert (status, b"<html" in answer) in ((200, True), (307, False), (404, False))
    assert b"def " not in answer
    assert b"root:" not in answer


def ask_for(port: int, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65536), b""))


async def test_metrics_count_what_happened(hall: LoggedHall) -> None:
    await two_at_a_table(hall)
    figures = ask_for(hall.port, "/metrics").decode()
    names = ("ukumbi_moves_total", "ukumbi_tables", "ukumbi_viewers", "process_resident_memory_bytes")
    for name in names:
        (value,) = [line.split()[1] for line in figures.splitlines() if line.startswith(f"{name} ")]
        assert float(value) >= 1
