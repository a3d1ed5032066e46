"""The built client's files: each in the smallest encoding that the browser takes."""

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from ukumbi.server.http import policy

CLIENT: Final = Path(__file__).parent / "client"
_BUILD: Final = re.compile(r'<meta name="build" content="([^"]+)"')
ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""Content encodings and the endings of their files, the smallest first."""
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
"""Not left to the machine: its own table may be missing or wrong."""
PAGES: Final = {
    "": "index.html",
    "t": "table.html",
    "p": "position.html",
    "a": "analysis.html",
    "d": "device.html",
    "learn": "learn.html",
}
"""The page by how its address begins: each names the files to load at once."""
NOWHERE: Final = "nowhere.html"
"""The page for all other addresses."""
MAX_NAME_LENGTH: Final = 100
MAX_CACHED_BYTES: Final = 256 * 1024
"""Bytes of the longest file that is kept in memory."""
STYLE: Final = re.compile(rb"<style[^>]*>(.*?)</style>", re.DOTALL)
QUALITY: Final = re.compile(r"\s*;\s*q\s*=\s*", re.IGNORECASE)


class ClientFiles(StaticFiles):
    """Files of one folder. Encodings are chosen by header, not by name."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        return ("", None) if path.endswith(tuple(ENCODINGS.values())) else super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Without a thread for looking and another for reading, where that is a matter of microseconds."""
        try:
            full_path, found = self.lookup_path(path)
        except (OSError, ValueError):
            found = None
        if found is not None and S_ISREG(found.st_mode) and scope["method"] in ("GET", "HEAD"):
            return self.file_response(full_path, found, scope)
        return await super().get_response(path, scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        asked = Headers(scope=scope)
        headers, path, kind = {}, Path(full_path), TYPES.get(Path(full_path).suffix)
        encodings = {coding: path.with_name(path.name + ending) for coding, ending in ENCODINGS.items()}
        present = {coding: encoded for coding, encoded in encodings.items() if encoded.is_file()}
        if present:
            headers["Vary"] = "Accept-Encoding"
        for coding, encoded in present.items():
            if accepts(asked.get("accept-encoding", ""), coding):
                headers["Content-Encoding"] = coding
                path, stat_result = encoded, encoded.stat()
                break
        response = FileResponse(path, status_code, headers, kind, stat_result=stat_result)
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        if stat_result.st_size > MAX_CACHED_BYTES or "range" in asked:
            return response
        whole = Response(_content(path, stat_result.st_mtime_ns), status_code)
        whole.raw_headers = response.raw_headers
        return whole


@lru_cache(maxsize=512)
def _content(path: Path, _: int) -> bytes:
    """What stood in a file at this time."""
    return path.read_bytes()


def accepts(header: str, coding: str) -> bool:
    """Whether a coding is welcome: named, or covered by a star, and not at quality nought."""
    wishes = _wishes(header)
    return wishes.get(coding, wishes.get("*", 0.0)) > 0


@lru_cache
def _wishes(header: str) -> Mapping[str, float]:
    wishes = {}
    for wish in header.split(","):
        name, *quality = QUALITY.split(wish.strip())
        try:
            wishes[name.strip().lower()] = float(quality[0]) if quality else 1.0
        except ValueError:
            continue
    return wishes


class Pages:
    """The client's own files by name, and its page for every other path."""

    def __init__(self, client: Path = CLIENT) -> None:
        self._client = client
        self._files = ClientFiles(directory=client, check_dir=False)

    async def answer(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        if self._is_own(path):
            return await self._files.get_response(path, request.scope)
        page = self._client / PAGES.get(path.partition("/")[0], NOWHERE)
        if not page.is_file():
            return Response("The web client is not built: make client", 503, media_type="text/plain")
        request.state.policy = page_policy(page, page.stat().st_mtime_ns)
        return await self._files.get_response(page.name, request.scope)

    def _is_own(self, path: str) -> bool:
        """Whether a public file of this name lies beside the page."""
        kind = Path(path).suffix
        if "/" in path or kind not in TYPES or kind == ".html":
            return False
        return len(path) < MAX_NAME_LENGTH and "\0" not in path and (self._client / path).is_file()


@lru_cache
def page_policy(page: Path, _: int) -> str:
    """The policy for a page as it was at this time: its own style is allowed, by its hash."""
    return policy(
        f"'sha256-{b64encode(sha256(style).digest()).decode()}'" for style in STYLE.findall(page.read_bytes())
    )


def served_build(client: Path = CLIENT) -> str | None:
    """The build that the page says it is of; one that was built under a running hall counts at once."""
    page = client / "index.html"
    try:
        return _build_in(page, page.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=4)
def _build_in(page: Path, _written: int) -> str | None:
    found = _BUILD.search(page.read_text(encoding="utf-8"))
    return found[1] if found else None
