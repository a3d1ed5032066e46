"""Sets up tables over HTTP, as two people's pages do, before the load begins."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any, Final

import msgspec

from benchmarks.hall.scripts import Script

PAIRS_AT_ONCE: Final = 8
"""Pairs that set up their tables at the same time, so that they share commits."""


class Seated(msgspec.Struct, frozen=True):
    """Two people, and the tables where they sit and are ready."""

    cookies: tuple[str, str]
    tables: tuple[str, ...]


class _Person:
    def __init__(self, port: int) -> None:
        self._http = HTTPConnection("127.0.0.1", port)
        self.cookie = ""

    def ask(self, method: str, path: str, form: object = None) -> Any:
        body = b"" if form is None else msgspec.json.encode(form)
        self._http.request(method, path, body, {"Cookie": self.cookie} if self.cookie else {})
        answer = self._http.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {content!r}")
        if cookie := answer.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
        return msgspec.json.decode(content)

    def close(self) -> None:
        self._http.close()


def seat_all(port: int, game: str, scripts: Sequence[Sequence[Script]]) -> list[Seated]:
    """Tables for each pair, one for each script."""
    with ThreadPoolExecutor(PAIRS_AT_ONCE) as pool:
        return list(pool.map(lambda pair: _seat(port, game, pair), scripts))


def _seat(port: int, game: str, scripts: Sequence[Script]) -> Seated:
    host, friend = _Person(port), _Person(port)
    friend.ask("GET", "/api/me")
    tables = []
    for script in scripts:
        form = {"game": game, "others": ["open"], "options": script.options}
        card = host.ask("POST", "/api/tables", form)
        table = card["table"]
        friend.ask("POST", f"/api/tables/{table}/sit?seat={card['seat_key']}")
        for person in (host, friend):
            person.ask("POST", f"/api/tables/{table}/ready")
        tables.append(table)
    for person in (host, friend):
        person.close()
    return Seated((host.cookie, friend.cookie), tuple(tables))


def named(scripts: Sequence[Sequence[Script]]) -> list[Seated]:
    """Tables of a bare line, which exist from the first join; their names say who is White."""
    return [
        Seated(
            ("", ""), tuple(f"{pair}.{n}.{script.options.get('white', '')}" for n, script in enumerate(of))
        )
        for pair, of in enumerate(scripts)
    ]
