"""Debian's nginx with the configuration in the docs."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from picows import ws_connect

from benchmarks.nginx import NAME, Nginx, is_installed
from tests.kit.client import Client
from tests.kit.in_process import hall_in_process
from ukumbi.hall.hall import Hall
from ukumbi.server.identify import SECURE_COOKIE

pytestmark = pytest.mark.skipif(
    not is_installed(), reason="there is no nginx: apt-get install nginx-light openssl"
)
FORGED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http", "X-Round-Trip": "250000"}


@asynccontextmanager
async def behind_nginx(folder: Path) -> AsyncIterator[tuple[Hall, Nginx, httpx.AsyncClient]]:
    """A visitor from 127.0.0.5."""
    async with hall_in_process(folder / "hall", behind_proxy=True, name=(NAME,)) as (server, hall):
        with Nginx(folder, server.port) as nginx:
            trust = ssl.create_default_context(cafile=str(nginx.certificate))
            transport = httpx.AsyncHTTPTransport(verify=trust, local_address="127.0.0.5")
            url = f"https://127.0.0.1:{nginx.port}"
            host = {"Host": NAME}
            async with httpx.AsyncClient(transport=transport, base_url=url, headers=host) as visitor:
                yield hall, nginx, visitor


async def ask(visitor: httpx.AsyncClient, path: str, **headers: str) -> httpx.Response:
    return await visitor.get(path, headers=headers, extensions={"sni_hostname": NAME})


async def socket_of(nginx: Nginx, cookie: str, **headers: str) -> Client:
    client = Client()
    await ws_connect(
        lambda: client,
        f"wss://127.0.0.1:{nginx.port}/ws",
        ssl_context=ssl.create_default_context(cafile=str(nginx.certificate)),
        server_hostname=NAME,
        extra_headers={"Host": NAME, "Origin": f"https://{NAME}", "Cookie": cookie, **headers},
        local_addr=("127.0.0.5", 0),
    )
    client.welcome = await client.hear("welcome")
    return client


async def test_requests_and_sockets_belong_to_the_same_person(tmp_path: Path) -> None:
    async with behind_nginx(tmp_path) as (hall, nginx, visitor):
        me = await ask(visitor, "/api/me")
        cookie = me.headers["Set-Cookie"].partition(";")[0]
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        assert "<!doctype html>" in (await ask(visitor, "/")).text
        client = await socket_of(nginx, cookie, **FORGED)
        assert client.welcome["person"] == me.json()["person"]
        assert await client.fence() == []
        assert hall.addresses[client.welcome["person"]] == "127.0.0.5", (
            "what a client says of its way is gone"
        )
        (line,) = hall.connected[client.welcome["person"]]
        assert line.latency.shortest < 0.2
        client.hang_up()
        await client.closed()


async def test_over_the_rate_nginx_refuses_with_our_code(tmp_path: Path) -> None:
    request = f"GET /healthz HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode()
    async with behind_nginx(tmp_path) as (_, nginx, _):
        trust = ssl.create_default_context(cafile=str(nginx.certificate))

        async def ask_alone() -> bytes:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", nginx.port, ssl=trust, server_hostname=NAME
            )
            writer.write(request)
            answer = await reader.read()
            writer.close()
            return answer

        asking = [asyncio.create_task(ask_alone()) for _ in range(300)]
        for answered in asyncio.as_completed(asking):
            if b" 429 " in (answer := await answered):
                break
        assert b'{"code":"slow_down","facts":{}}' in answer
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def test_plain_http_redirects_to_https(tmp_path: Path) -> None:
    async with behind_nginx(tmp_path) as (_, nginx, _), httpx.AsyncClient() as visitor:
        answer = await visitor.get(f"http://127.0.0.1:{nginx.plain_port}/t/abc")
        assert (answer.status_code, answer.headers["Location"]) == (301, f"https://{NAME}/t/abc")
