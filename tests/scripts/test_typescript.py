"""The TypeScript types of the web client match the structs."""

import enum
from pathlib import Path
from typing import Literal

import msgspec
import pytest
import typescript
from declarations import Page

from ukumbi.games import GAMES

SOURCES = typescript.SOURCES


class Suit(enum.Enum):
    SUN = "sun"
    MOON = "moon"


class Card(msgspec.Struct, array_like=True):
    suit: Suit
    rank: int


class Tree(msgspec.Struct):
    """A trunk
    and its branches."""

    branches: list["Tree"]


class Call(msgspec.Struct, tag="call"):
    """Say something."""

    word: str
    loud: bool = False
    """In capitals."""


class Quiet(msgspec.Struct, tag="quiet", omit_defaults=True):
    left_out: int | None = None


def written(kind: object, *, asked: bool = False) -> str:
    """The declarations without the header."""
    page = Page("here")
    page.declare("Spoken", kind, asked=asked)
    return page.text().split("\n", 2)[2]


def test_the_web_clients_types_match_the_structs() -> None:
    stale = [str(place) for place in typescript.stale(SOURCES)]
    assert not stale, f"run `make generate`: {', '.join(stale)}"


def test_every_game_has_a_folder_in_the_web_client() -> None:
    missing = [box.game.name for box in GAMES if not (SOURCES / "games" / box.game.name).is_dir()]
    assert not missing, f"no folder under web/src/games for {', '.join(missing)}"


@pytest.fixture
def written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the generated modules, which these tests need repeatedly."""
    pages = typescript.pages()
    monkeypatch.setattr(typescript, "pages", lambda *_: pages)


def test_drift_is_found_and_corrected(tmp_path: Path, written_once: None) -> None:
    for place in typescript.pages():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    assert set(typescript.write(tmp_path)) == set(typescript.pages())
    assert typescript.stale(tmp_path) == {}

    drifted = tmp_path / "startup" / "types.ts"
    drifted.write_text(drifted.read_text().replace("answers: number", "answers: string"))
    assert list(typescript.stale(tmp_path)) == [Path("startup/types.ts")]
    assert typescript.write(tmp_path) == [Path("startup/types.ts")]
    assert typescript.stale(tmp_path) == {}


def test_a_game_without_a_folder_is_reported_as_stale(tmp_path: Path, written_once: None) -> None:
    (tmp_path / "startup").mkdir()
    typescript.write(tmp_path)
    assert set(typescript.stale(tmp_path)) == {Path("games", box.game.name, "types.ts") for box in GAMES}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int | None, "number | null"),
        (msgspec.Raw | None, "unknown"),
        (Literal["b", "a"], '"a" | "b"'),
        (tuple[int, str], "readonly [number, string]"),
        (tuple[int, ...], "readonly number[]"),
        (list[int | str], "readonly (number | string)[]"),
        (tuple[tuple[int, ...], ...], "readonly (readonly number[])[]"),
        (dict[str, list[bool]], "Record<string, readonly boolean[]>"),
        (dict[Literal["a"], float], 'Partial<Record<"a", number>>'),
    ],
)
def test_plain_types_are_translated(kind: object, text: str) -> None:
    assert written(kind) == f"export type Spoken = {text};\n"


def test_requests_may_leave_out_fields_with_a_default() -> None:
    assert "  loud?: boolean;\n" in written(Call, asked=True)
    assert "  loud: boolean;\n" in written(Call)


def test_messages_may_leave_out_omitted_defaults() -> None:
    assert "  left_out?: number | null;\n" in written(Quiet)


def test_a_message_has_its_tag_and_docstrings() -> None:
    assert written(Call | Quiet).startswith(
        "/** Say something. */\n"
        "export interface Call {\n"
        '  type: "call";\n'
        "  word: string;\n"
        "  /** In capitals. */\n"
        "  loud: boolean;\n"
        "}\n"
    )


def test_array_like_structs_are_tuples_and_enums_are_unions() -> None:
    text = written(tuple[Card, ...])
    assert 'export type Suit = "sun" | "moon";\n' in text
    assert "export type Card = readonly [suit: Suit, rank: number];\n" in text


def test_a_struct_may_be_recursive() -> None:
    text = written(Tree | None)
    assert "/**\n * A trunk\n * and its branches.\n */\n" in text
    assert "  branches: readonly Tree[];\n" in text


def test_shared_types_are_imported() -> None:
    shared = Page("there")
    shared.declare("Call", Call)
    page = Page("here", shared=shared, address="./there")
    page.declare("Spoken", list[Call])
    assert 'import type { Call } from "./there";\n' in page.text()
    assert "interface Call" not in page.text()


def test_one_name_has_one_meaning() -> None:
    page = Page("here")
    page.declare("Call", Call)
    with pytest.raises(TypeError, match="two different things by Call"):
        page.declare("Spoken", Call | None, asked=True)
