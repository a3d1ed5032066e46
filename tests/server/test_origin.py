"""Origins, cookies, paths, and headers of every answer."""

import re
import sqlite3
from base64 import b64encode
from contextlib import closing
from hashlib import sha256

import httpx
import pytest
from picows import WSInvalidStatusError, ws_connect

from benchmarks.players.guest import Guest
from tests.kit.client import Client, refusal
from tests.kit.people import LoggedHall, guest_at
from ukumbi.server.http import HEADERS

POLICY = HEADERS["Content-Security-Policy"]


FOREIGN = ["http://elsewhere.example", "null", "", "127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1"]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_socket_from_another_origin_is_refused(hall: LoggedHall, origin: str) -> None:
    with pytest.raises(WSInvalidStatusError) as refused:
        await Client.at(Guest(hall.port), Origin=origin)
    assert refusal(refused.value) == (403, "from_elsewhere")


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_request_from_another_origin_is_refused(visitor: httpx.Client, method: str, origin: str) -> None:
    answer = visitor.request(method, "/api/me", headers={"Origin": origin}, json={"name": "Eve"})
    assert (answer.status_code, answer.json()["code"]) == (403, "from_elsewhere")


async def test_our_own_page_may_open_a_socket(hall: LoggedHall) -> None:
    await Client.at(Guest(hall.port), Origin=hall.url)


def test_our_own_page_may_send_requests(hall: LoggedHall, visitor: httpx.Client) -> None:
    answer = visitor.put("/api/me", headers={"Origin": hall.url}, json={"name": "Ada"})
    assert answer.json()["name"] == "Ada"


@pytest.mark.parametrize("path", ["/", "/wss", "/ws/", "/api/me", "/ws%20", "//ws"])
async def test_sockets_have_only_one_path(hall: LoggedHall, path: str) -> None:
    with pytest.raises(WSInvalidStatusError) as refused:
        await ws_connect(Client, f"ws://127.0.0.1:{hall.port}{path}")
    assert refusal(refused.value) == (404, "not_found")


async def test_the_sockets_path_may_have_a_query(hall: LoggedHall) -> None:
    client = Client()
    await ws_connect(lambda: client, f"ws://127.0.0.1:{hall.port}/ws?from=page")
    await client.hear("welcome")


# cookies


def test_a_new_person_gets_a_cookie_once(visitor: httpx.Client) -> None:
    first = visitor.get("/api/me")
    name, *flags = first.headers["Set-Cookie"].split("; ")
    assert name.startswith("ukumbi=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax"} <= set(flags)
    assert "Secure" not in flags
    again = visitor.get("/api/me")
    assert "Set-Cookie" not in again.headers
    assert again.json() == first.json()


def test_behind_https_the_cookie_is_secure(visitor: httpx.Client) -> None:
    answer = visitor.get("/api/me", headers={"X-Forwarded-Proto": "https"})
    assert "; Secure" in answer.headers["Set-Cookie"]


TAMPERED = ["ukumbi=", "ukumbi=x", 'ukumbi="IkV2ZSI.signature"', "ukumbi=\xe4\xff", "other=1; ukumbi=.", "="]


@pytest.mark.parametrize("forged", TAMPERED)
async def test_a_forged_cookie_makes_a_new_person(hall: LoggedHall, forged: str) -> None:
    guest = Guest(hall.port)
    guest.cookie = forged
    me = await guest.ask("GET", "/api/me")
    assert guest.cookie != forged
    guest.cookie = forged
    assert (await Client.at(guest)).welcome["person"] != me["person"]


async def test_cookies_cannot_be_tampered_with(hall: LoggedHall) -> None:
    """A cookie has the person and a signature; neither can be changed."""
    guest = await guest_at(hall)
    me, cookie = await guest.ask("GET", "/api/me"), guest.cookie
    assert cookie is not None
    other = await guest_at(hall)
    assert other.cookie is not None
    person, signature = cookie.rsplit(".", 1)
    for forged in (
        other.cookie.rsplit(".", 1)[0] + "." + signature,
        person + "." + other.cookie.rsplit(".", 1)[1],
        cookie[:-2],
        cookie.replace("ukumbi=", "ukumbi=a"),
    ):
        guest.cookie = forged
        assert (await guest.ask("GET", "/api/me"))["person"] != me["person"]


async def test_long_foreign_cookies_do_no_harm(hall: LoggedHall) -> None:
    """Programs on one machine share cookies across ports."""
    guest = await guest_at(hall)
    person = (await guest.ask("GET", "/api/me"))["person"]
    guest.cookie = f"session={'x' * 8000}; {guest.cookie}"
    assert (await Client.at(guest)).welcome["person"] == person


# headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/favicon.svg", 200),
        ("GET", "/api/me", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/nothing", 404),
        ("DELETE", "/api/me", 404),
        ("POST", "/api/tables", 400),
        ("GET", "/assets/nothing.js", 404),
        ("GET", "/metrics", 200),
    ],
)
def test_every_answer_has_the_headers(visitor: httpx.Client, method: str, path: str, status: int) -> None:
    answer = visitor.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/t/abcdefghjkmn", "/p/rukuni", "/nowhere"])
def test_a_page_has_the_headers_and_may_use_its_own_style(visitor: httpx.Client, path: str) -> None:
    """The inline style of its first frame is allowed by its hash, and no other."""
    answer = visitor.get(path)
    (style,) = re.findall(r"(?s)<style[^>]*>(.*?)</style>", answer.text)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert {name: answer.headers.get(name) for name in HEADERS} == {
        **HEADERS,
        "Content-Security-Policy": POLICY.replace("style-src 'self'", f"style-src 'self' 'sha256-{digest}'"),
    }


def test_publicly_cached_files_set_no_cookie(visitor: httpx.Client) -> None:
    asset = re.findall(r'src="(/assets/[^"]+)"', visitor.get("/").text)[0]
    visitor.cookies.clear()
    assert "Set-Cookie" not in visitor.get(asset).headers
    assert "Set-Cookie" in visitor.get("/").headers


def test_missing_files_are_not_cached(visitor: httpx.Client) -> None:
    assert visitor.get("/assets/nothing.js").headers["Cache-Control"] == "no-cache"


def test_the_policy_forbids_inline_code_and_other_origins() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in POLICY
    assert "*" not in POLICY


def test_assets_are_cached_and_pages_are_revalidated(visitor: httpx.Client) -> None:
    index = visitor.get("/")
    assert index.headers["Cache-Control"] == "no-cache"
    assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', index.text)
    assert assets
    for asset in assets:
        answer = visitor.get(asset)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Security-Policy"] == POLICY


def test_the_halls_secret_is_in_no_answer(hall: LoggedHall, visitor: httpx.Client) -> None:
    secret = (hall.folder / "secret.key").read_text()
    assert len(secret) > 30
    assert (hall.folder / "secret.key").stat().st_mode & 0o077 == 0
    answers = [visitor.get(path) for path in ("/", "/api/me", "/metrics", "/api/games", "/api/nothing")]
    told = [hall.log(), *(f"{answer.headers} {answer.text}" for answer in answers)]
    assert not [text for text in told if secret in text]


def test_an_internal_fault_is_answered_with_a_code(hall: LoggedHall, visitor: httpx.Client) -> None:
    """After a fault of the ledger the details are in the log, not in the answer."""
    with closing(sqlite3.connect(hall.folder / "hall.sqlite")) as ledger:
        ledger.execute("ALTER TABLE tables RENAME TO lost")
        try:
            answer = visitor.get("/api/tables/any")
        finally:
            ledger.execute("ALTER TABLE lost RENAME TO tables")
    assert (answer.status_code, answer.json()) == (500, {"code": "unknown", "facts": {}})
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "no such table" in hall.log()
    assert visitor.get("/api/tables/any").status_code == 404
