"""The HTTP requests of a player's page."""

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

import msgspec

from benchmarks.nginx import NAME
from ukumbi.core import Refused

Headers = Callable[[], dict[str, str]]


class Guest:
    """One person, identified by the cookie of the first answer."""

    invitations: ClassVar[dict[str, str]] = {}
    """Seat keys by table, as shared by friends outside the hall."""

    def __init__(
        self,
        port: int,
        address: str | None = None,
        headers: Headers = dict,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.port = port
        self.trust = trust
        """The TLS context for a proxy; None for plain HTTP."""
        self.address = address
        """The local address to connect from; None for any."""
        self.headers = headers
        """The headers of every request."""
        self.cookie: str | None = None
        self.location = ""
        """Where the latest answer leads, if it is a redirect."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, path: str, form: object = None) -> Any:
        """The answer's content. Raises `Refused`."""
        body = b"" if form is None else msgspec.json.encode(form)
        status, content = await self._exchange(method, path, body)
        answer = msgspec.json.decode(content)
        if status >= 400:
            raise Refused(answer["code"], **answer["facts"])
        if isinstance(answer, dict) and answer.get("seat_key"):
            self.invitations[answer["table"]] = answer["seat_key"]
        return answer

    async def sit(self, table: str) -> Any:
        """Sit down with the seat key."""
        return await self.ask("POST", f"/api/tables/{table}/sit?seat={self.invitations.get(table, '')}")

    def get_ready(self, table: str) -> None:
        """Say ready. A lost request is repeated after the next join."""
        self._ask_soon("POST", f"/api/tables/{table}/ready")

    def _ask_soon(self, method: str, path: str) -> None:
        async def say() -> None:
            with suppress(OSError, Refused, IndexError, ValueError):  # killed during the answer
                await self.ask(method, path)

        task = asyncio.create_task(say())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _exchange(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        own = None if self.address is None else (self.address, 0)
        reader, writer = await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            local_addr=own,
            ssl=self.trust,
            server_hostname=None if self.trust is None else NAME,
        )
        try:
            lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
            lines.append(f"Content-Length: {len(body)}")
            lines += (f"{name}: {value}" for name, value in self.headers().items())
            if self.cookie is not None:
                lines.append(f"Cookie: {self.cookie}")
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            head, _, content = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        status, *headers = head.decode().split("\r\n")
        for header in headers:
            name, _, value = header.partition(": ")
            if name.lower() == "location":
                self.location = value
            cookie = value.split(";")[0]
            if name.lower() == "set-cookie" and not cookie.endswith(
                "="
            ):  # under TLS another cookie is deleted
                self.cookie = cookie
        return int(status.split()[1]), content
