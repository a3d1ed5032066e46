"""Which build of the page a hall serves."""

import os
from pathlib import Path

from ukumbi.server.files import served_build

PAGE = '<head><meta name="viewport" content="width=device-width"><meta name="build" content="{}"></head>'


def test_the_build_stands_in_the_page(tmp_path: Path) -> None:
    assert served_build(tmp_path) is None
    page = tmp_path / "index.html"
    page.write_text(PAGE.format("0123abc"))
    assert served_build(tmp_path) == "0123abc"


def test_a_page_that_was_built_anew_counts_at_once(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    for number, build in enumerate(("one", "two")):
        page.write_text(PAGE.format(build))
        os.utime(page, ns=(number, number))
        assert served_build(tmp_path) == build


def test_a_page_without_a_build_has_none(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    assert served_build(tmp_path) is None
