"""Cookies: renewed while they are used, revoked on other devices, and under HTTPS of this host alone."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from picows import WSInvalidStatusError

from benchmarks.players.guest import Guest
from tests.hall.scene import until
from tests.kit.client import Client, refusal
from tests.kit.halls import open_hall
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, guest_at, set_up
from ukumbi.core import Refused
from ukumbi.hall.tokens import LIFE, RENEWED_AFTER
from ukumbi.server.security import COOKIE, HOST_COOKIE, is_called

HTTPS = {"X-Forwarded-Proto": "https"}


async def person_of(guest: Guest) -> str:
    return str((await guest.ask("GET", "/api/me"))["person"])


def aged(guest: Guest, hall: Any, seconds: int) -> str:
    """This guest's cookie as it would be if it were so much older."""
    assert guest.cookie is not None
    signer, name_and_token = hall.people.tokens._signer, guest.cookie.partition("=")
    person, stamp, issued = signer.loads(name_and_token[2])
    return f"{COOKIE}={signer.dumps([person, stamp, issued - seconds])}"


# renewing


@in_a_loop
async def test_a_cookie_is_renewed_while_it_is_used(tmp_path: Path) -> None:
    async with hall_inside(tmp_path) as (server, hall):
        guest = await guest_at(server)
        person, fresh = await person_of(guest), guest.cookie
        assert guest.cookie == fresh, "not at once"
        for age in (RENEWED_AFTER + 10, LIFE - 10):
            guest.cookie = old = aged(guest, hall, age)
            assert await person_of(guest) == person
            assert guest.cookie != old
        guest.cookie = aged(guest, hall, LIFE + 10)
        assert await person_of(guest) != person


# revoking


@in_a_loop
async def test_other_devices_are_signed_out(tmp_path: Path) -> None:
    """With their lines; this device stays who it is, and comes back."""
    async with hall_inside(tmp_path) as (server, _):
        phone = await guest_at(server)
        person, table = await person_of(phone), await set_up(phone)
        laptop = Guest(server.port)
        given = await phone.ask("POST", "/api/me/pass")
        await laptop.ask("POST", "/api/me/device", {"code": given["code"]})
        assert await person_of(laptop) == person
        copied = Guest(server.port)
        copied.cookie = phone.cookie
        lines = [await Client.at(guest) for guest in (phone, laptop, copied)]
        code = (await laptop.ask("POST", "/api/me/pass"))["code"]

        await phone.ask("POST", "/api/me/signout")
        assert await person_of(laptop) == person, "not before the new cookie is used: it might be lost"
        assert await person_of(phone) == person
        assert [await line.farewell() for line in lines] == [1012, 1012, 1012]
        for other in (laptop, copied):
            assert await person_of(other) != person
            assert (await Client.at(other)).welcome["person"] != person
        with pytest.raises(Refused, match="no_such_pass"):
            await Guest(server.port).ask("POST", "/api/me/device", {"code": code})
        assert (await Client.at(phone)).welcome["person"] == person
        assert [brief["table"] for brief in await phone.ask("GET", "/api/me/tables")] == [table]


@in_a_loop
async def test_a_cookie_that_was_asked_for_ahead_is_void_too(tmp_path: Path) -> None:
    """Whoever has copied a cookie cannot put one by for after the sign-out."""
    async with hall_inside(tmp_path) as (server, _):
        owner = await guest_at(server)
        person = await person_of(owner)
        thief = Guest(server.port)
        thief.cookie = owner.cookie
        await thief.ask("POST", "/api/me/signout")
        await owner.ask("POST", "/api/me/signout")
        assert await person_of(owner) == person
        assert await person_of(thief) != person


@in_a_loop
async def test_the_next_hall_knows_who_was_signed_out(tmp_path: Path) -> None:
    async with hall_inside(tmp_path) as (server, _):
        guest = await guest_at(server)
        person, old = await person_of(guest), guest.cookie
        await guest.ask("POST", "/api/me/signout")
        unused = guest.cookie
    async with hall_inside(tmp_path) as (server, hall):
        guest = Guest(server.port)
        guest.cookie = old
        assert await person_of(guest) == person, "the new one may have been lost"
        guest.cookie = unused
        assert await person_of(guest) == person
        await until(lambda: not hall._background)
    async with hall_inside(tmp_path) as (server, _):
        for cookie, same in ((old, False), (unused, True)):
            guest = Guest(server.port)
            guest.cookie = cookie
            assert (await person_of(guest) == person) is same


@in_a_loop
async def test_nobody_is_signed_out_by_a_forged_stamp(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tokens = hall.people.tokens
        good = tokens.issue("ada")
        for forged in ("ada", [1, "", 2], ["ada"], ["ada", "x", 5], ["ada", "", "5"], None, 7, {"ada": 1}):
            assert tokens.recognise(str(tokens._signer.dumps(forged))) is None
        assert tokens.recognise(good) == ("ada", False)


# HTTPS


def test_under_https_the_cookie_is_of_this_host_alone(visitor: httpx.Client) -> None:
    former = visitor.get("/api/me")
    again = visitor.get("/api/me", headers=HTTPS)
    new, gone = again.headers.get_list("set-cookie")
    assert new.startswith(f"{HOST_COOKIE}=")
    assert {"Path=/", "Secure", "HttpOnly", "SameSite=Lax"} <= set(new.split("; "))
    assert "domain" not in new.lower()
    assert gone.startswith(f"{COOKIE}=;")
    assert "Max-Age=0" in gone
    assert again.json() == former.json(), "the one of former times is still read"
    kept = {**HTTPS, "Cookie": new.split(";")[0]}
    settled = httpx.get(f"{visitor.base_url}/api/me", headers=kept)
    assert "set-cookie" not in settled.headers
    assert settled.json() == former.json()


def test_what_another_host_has_planted_does_not_count(visitor: httpx.Client) -> None:
    """A neighbour under the same domain can set the plain cookie, but not the other."""
    own = visitor.get("/api/me", headers=HTTPS)
    planted = httpx.get(f"{visitor.base_url}/api/me").headers["set-cookie"].split(";")[0]
    both = f"{planted}; {own.headers.get_list('set-cookie')[0].split(';')[0]}"
    assert httpx.get(f"{visitor.base_url}/api/me", headers={**HTTPS, "Cookie": both}).json() == own.json()


# names


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("hall.example", True), ("hall.example:8000", True), ("HALL.example.", True), ("localhost", True),
        ("127.0.0.1:8000", True), ("[::1]:8000", True), ("elsewhere.example", False), ("", False),
        ("hall.example.elsewhere.example", False), ("192.168.1.20", False), ("[fd00::1]:80", False),
    ],
)  # fmt: skip
def test_names_by_which_the_hall_is_called(host: str, known: bool) -> None:
    assert is_called(host, {"hall.example"}) is known
    assert is_called(host, ()), "who configures none is called by any"


@in_a_loop
async def test_another_name_is_refused(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, names=frozenset({"hall.example"})) as (server, _):
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            for path in ("/", "/api/me", "/metrics"):
                answer = await visitor.get(path, headers={"Host": "elsewhere.example"})
                assert (answer.status_code, answer.json()["code"]) == (421, "not_our_name")
            assert (await visitor.get("/healthz", headers={"Host": "10.0.0.7"})).status_code == 200
            assert (await visitor.get("/api/me", headers={"Host": "hall.example"})).status_code == 200
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port), Host="elsewhere.example")
        assert refusal(refused.value) == (421, "not_our_name")


def test_names_are_given_on_the_command_line(hall: LoudHall, tmp_path: Path) -> None:
    with LoudHall(tmp_path, "--name", "hall.example", "--name", "Salle.example") as named:
        for host, status in (("salle.example", 200), ("elsewhere.example", 421)):
            assert httpx.get(f"{named.url}/api/me", headers={"Host": host}).status_code == status
    assert httpx.get(f"{hall.url}/api/me", headers={"Host": "elsewhere.example"}).status_code == 200
