"""Cookies: renewed when used, revoked on other devices, and bound to this host under HTTPS."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.players.guest import Guest
from tests.kit.actions import until
from tests.kit.client import Client
from tests.kit.halls import open_hall
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, set_up
from ukumbi.core import Refused
from ukumbi.hall.tokens import TOKEN_LIFE_SECONDS, TOKEN_RENEWAL_SECONDS
from ukumbi.server.identify import COOKIE, SECURE_COOKIE

HTTPS = {"X-Forwarded-Proto": "https"}


async def person_of(guest: Guest) -> str:
    return str((await guest.ask("GET", "/api/me"))["person"])


def aged(guest: Guest, hall: Any, seconds: int) -> str:
    """Make this guest's cookie this much older."""
    assert guest.cookie is not None
    signer, name_and_token = hall.people.tokens._signer, guest.cookie.partition("=")
    person, stamp, issued = signer.loads(name_and_token[2])
    return f"{COOKIE}={signer.dumps([person, stamp, issued - seconds])}"


# renewing


async def test_a_used_cookie_is_renewed(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path) as (server, hall):
        guest = await guest_at(server)
        person, fresh = await person_of(guest), guest.cookie
        assert guest.cookie == fresh, "not at once"
        for age in (TOKEN_RENEWAL_SECONDS + 10, TOKEN_LIFE_SECONDS - 10):
            guest.cookie = old = aged(guest, hall, age)
            assert await person_of(guest) == person
            assert guest.cookie != old
        guest.cookie = aged(guest, hall, TOKEN_LIFE_SECONDS + 10)
        assert await person_of(guest) != person


# revoking


async def test_other_devices_are_signed_out(tmp_path: Path) -> None:
    """Their connections are closed; this device stays signed in and reconnects."""
    async with hall_in_process(tmp_path) as (server, _):
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
        assert [await line.closed() for line in lines] == [1012, 1012, 1012]
        for other in (laptop, copied):
            assert await person_of(other) != person
            assert (await Client.at(other)).welcome["person"] != person
        with pytest.raises(Refused, match="no_such_pass"):
            await Guest(server.port).ask("POST", "/api/me/device", {"code": code})
        assert (await Client.at(phone)).welcome["person"] == person
        assert [brief["table"] for brief in await phone.ask("GET", "/api/me/tables")] == [table]


async def test_a_cookie_issued_ahead_is_revoked_too(tmp_path: Path) -> None:
    """A thief of a cookie cannot keep a renewed one for later."""
    async with hall_in_process(tmp_path) as (server, _):
        owner = await guest_at(server)
        person = await person_of(owner)
        thief = Guest(server.port)
        thief.cookie = owner.cookie
        await thief.ask("POST", "/api/me/signout")
        await owner.ask("POST", "/api/me/signout")
        assert await person_of(owner) == person
        assert await person_of(thief) != person


async def test_sign_outs_survive_a_restart(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path) as (server, _):
        guest = await guest_at(server)
        person, old = await person_of(guest), guest.cookie
        await guest.ask("POST", "/api/me/signout")
        unused = guest.cookie
    async with hall_in_process(tmp_path) as (server, hall):
        guest = Guest(server.port)
        guest.cookie = old
        assert await person_of(guest) == person, "the new one may have been lost"
        guest.cookie = unused
        assert await person_of(guest) == person
        await until(lambda: not hall._background)
    async with hall_in_process(tmp_path) as (server, _):
        for cookie, same in ((old, False), (unused, True)):
            guest = Guest(server.port)
            guest.cookie = cookie
            assert (await person_of(guest) == person) is same


async def test_a_forged_stamp_signs_no_device_out(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tokens = hall.people.tokens
        good = tokens.issue("ada")
        for forged in ("ada", [1, "", 2], ["ada"], ["ada", "x", 5], ["ada", "", "5"], None, 7, {"ada": 1}):
            assert tokens.recognise(str(tokens._signer.dumps(forged))) is None
        assert tokens.recognise(good) == ("ada", False)


# HTTPS


def test_under_https_the_cookie_is_bound_to_this_host(visitor: httpx.Client) -> None:
    first = visitor.get("/api/me", headers=HTTPS)
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"{SECURE_COOKIE}=")
    assert {"Path=/", "Secure", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "domain" not in cookie.lower()
    kept = {**HTTPS, "Cookie": cookie.split(";")[0]}
    again = httpx.get(f"{visitor.base_url}/api/me", headers=kept)
    assert "set-cookie" not in again.headers
    assert again.json() == first.json()


def test_a_cookie_planted_by_another_host_does_not_count(visitor: httpx.Client) -> None:
    """A neighbour under the same domain can set only the plain cookie."""
    own = visitor.get("/api/me", headers=HTTPS)
    planted = httpx.get(f"{visitor.base_url}/api/me").headers["set-cookie"].split(";")[0]
    both = f"{planted}; {own.headers.get_list('set-cookie')[0].split(';')[0]}"
    assert httpx.get(f"{visitor.base_url}/api/me", headers={**HTTPS, "Cookie": both}).json() == own.json()
