"""The client's files: encoding, caching, ranges."""

import gzip
import os
import re
from pathlib import Path
from typing import Final

import httpx
import pytest

from ukumbi.server.files import CLIENT, accepts, served_build

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
BROWSERS: Final = "gzip, deflate, br, zstd"


@pytest.fixture
def script(visitor: httpx.Client) -> str:
    found = re.search(r'src="(/assets/[^"]+\.js)"', visitor.get("/").text)
    assert found
    return found[1]


def raw(
    visitor: httpx.Client, path: str, method: str = "GET", **headers: str
) -> tuple[httpx.Response, bytes]:
    """The response and its raw body."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with visitor.stream(method, path, headers=named) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("wish", "form"),
    [
        (BROWSERS, "br"),
        ("br", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("identity", None),
        ("", None),
        ("deflate", None),
        ("br;q=nonsense, gzip", "gzip"),
    ],
)
def test_a_file_has_the_accepted_encoding(
    visitor: httpx.Client, script: str, wish: str, form: str | None
) -> None:
    answer, body = raw(visitor, script, accept_encoding=wish)
    file = CLIENT / script.removeprefix("/")
    assert answer.headers.get("Content-Encoding") == form
    assert body == file.with_name(file.name + ENCODINGS.get(form or "", "")).read_bytes()
    assert answer.headers["Content-Length"] == str(len(body))
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/", "/t/abcdefghjkmn", "/p/rukuni"])
def test_a_page_is_compressed_and_revalidated(visitor: httpx.Client, path: str) -> None:
    answer, body = raw(visitor, path, accept_encoding="gzip")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(body).decode() == visitor.get(path, headers={"Accept-Encoding": "identity"}).text


def test_each_kind_of_path_preloads_its_files(visitor: httpx.Client) -> None:
    pages = {path: visitor.get(path).text for path in ("/", "/t/abcdefghjkmn", "/p/rukuni")}
    assert {path for path, page in pages.items() if "/assets/Lobby-" in page} == {"/"}
    assert {path for path, page in pages.items() if "/assets/table-" in page} == pages.keys() - {"/"}
    assert {path for path, page in pages.items() if "/assets/PositionPage-" in page} == {"/p/rukuni"}


@pytest.mark.parametrize("form", ["br", "gzip", "identity"])
@pytest.mark.parametrize("path", ["/", "/favicon.svg", None])
def test_a_cached_file_is_answered_with_304(
    visitor: httpx.Client, script: str, path: str | None, form: str
) -> None:
    path = path or script
    first, _ = raw(visitor, path, accept_encoding=form)
    tag = first.headers["ETag"]
    again, body = raw(visitor, path, accept_encoding=form, if_none_match=f'"other", W/{tag}')
    assert (again.status_code, body) == (304, b"")
    for name in ("ETag", "Vary", "Cache-Control", "Content-Security-Policy"):
        assert again.headers[name] == first.headers[name]
    changed, _ = raw(visitor, path, accept_encoding=form, if_none_match='"other"')
    assert changed.status_code == 200


def test_each_encoding_has_its_own_etag(visitor: httpx.Client, script: str) -> None:
    tags = {
        raw(visitor, script, accept_encoding=form)[0].headers["ETag"] for form in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


@pytest.mark.parametrize("form", ["br", "identity"])
def test_head_has_the_headers_of_get(visitor: httpx.Client, script: str, form: str) -> None:
    for path in ("/", script, "/robots.txt"):
        whole, _ = raw(visitor, path, accept_encoding=form)
        head, body = raw(visitor, path, "HEAD", accept_encoding=form)
        assert (head.status_code, body) == (200, b"")
        varying = {"date", "set-cookie"}
        told = [{k: v for k, v in answer.headers.items() if k not in varying} for answer in (head, whole)]
        assert told[0] == told[1]


@pytest.mark.parametrize("form", ["br", "identity"])
def test_ranges_are_of_the_accepted_encoding(visitor: httpx.Client, script: str, form: str) -> None:
    whole, body = raw(visitor, script, accept_encoding=form)
    part, middle = raw(visitor, script, accept_encoding=form, range="bytes=10-19")
    assert (part.status_code, middle) == (206, body[10:20])
    assert part.headers["Content-Range"] == f"bytes 10-19/{len(body)}"
    assert part.headers["ETag"] == whole.headers["ETag"]
    # A range of another encoding would not fit the part already received.
    other, everything = raw(visitor, script, accept_encoding=form, range="bytes=10-19", if_range='"other"')
    assert (other.status_code, everything) == (200, body)
    beyond, _ = raw(visitor, script, accept_encoding=form, range="bytes=999999-")
    assert beyond.status_code == 416


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/favicon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/robots.txt", "text/plain; charset=utf-8"),
    ],
)
def test_files_have_their_content_type(visitor: httpx.Client, path: str, kind: str) -> None:
    assert visitor.get(path).headers["Content-Type"] == kind


def test_encoded_files_have_no_path_of_their_own(visitor: httpx.Client, script: str) -> None:
    for path in (f"{script}.br", f"{script}.gz", "/assets/%2e%2e/.built-from", "/assets/nothing"):
        assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/.built-from",
        "/.vite/manifest.json",
        "/index.html.br",
        "/table.html",
        "/%2e%2e/app.py",
        "/nothing%00.txt",
        f"/{'x' * 5000}.txt",
    ],
)
def test_private_files_are_not_served(visitor: httpx.Client, path: str) -> None:
    assert visitor.get(path).text == visitor.get("/no/such/page").text


def test_every_text_file_is_compressed() -> None:
    texts = [file for file in CLIENT.rglob("*") if file.suffix in (".js", ".css", ".html")]
    assert texts
    for file in texts:
        if file.stat().st_size > 500:
            assert file.with_name(f"{file.name}.br").stat().st_size < file.stat().st_size
            assert file.with_name(f"{file.name}.gz").stat().st_size < file.stat().st_size


def test_accept_encoding_is_parsed() -> None:
    assert accepts(" GZIP ; Q=0.5 ,br", "gzip")
    assert not accepts("gzip;q=0.000", "gzip")
    assert not accepts("*, gzip;q=0", "gzip")
    assert not accepts("", "br")


# answers of the API


def test_a_long_answer_is_compressed_and_a_short_one_is_not(visitor: httpx.Client) -> None:
    form = {"game": "rukuni", "others": ["open"], "options": {}, "watch": "link"}
    for _ in range(30):
        visitor.post("/api/tables", json=form)
    plain, whole = raw(visitor, "/api/me/tables", accept_encoding="identity")
    assert "Content-Encoding" not in plain.headers
    small, body = raw(visitor, "/api/me/tables", accept_encoding="gzip")
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == whole
    assert len(body) < len(whole) / 3
    assert small.headers["Content-Length"] == str(len(body))
    assert plain.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in raw(visitor, "/api/me", accept_encoding="gzip")[0].headers


PAGE = '<head><meta name="viewport" content="width=device-width"><meta name="build" content="{}"></head>'


def test_the_page_names_its_build(tmp_path: Path) -> None:
    assert served_build(tmp_path) is None
    page = tmp_path / "index.html"
    page.write_text(PAGE.format("0123abc"))
    assert served_build(tmp_path) == "0123abc"


def test_a_rebuilt_page_is_served_at_once(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    for number, build in enumerate(("one", "two")):
        page.write_text(PAGE.format(build))
        os.utime(page, ns=(number, number))
        assert served_build(tmp_path) == build


def test_a_page_without_a_build_names_none(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    assert served_build(tmp_path) is None
