"""docs/protocol.md matches the structs."""

from pathlib import Path

import msgspec
import protocol
import pytest

from ukumbi.hall import messages

PAPER = protocol.PAPER.read_text(encoding="utf-8")
CONVERSATION = [line for line in PAPER.splitlines() if line.startswith(("→ ", "← "))]


def test_the_reference_is_up_to_date() -> None:
    assert protocol.written(PAPER) == PAPER, "run `make generate`"


def test_drift_is_corrected(tmp_path: Path) -> None:
    paper = tmp_path / "protocol.md"
    paper.write_text(PAPER.replace("| `answers` | integer |", "| `answers` | string |"), encoding="utf-8")
    assert protocol.write(paper) == [paper]
    assert paper.read_text(encoding="utf-8") == PAPER
    assert protocol.write(paper) == []


@pytest.mark.parametrize("line", CONVERSATION)
def test_the_example_conversation_is_valid(line: str) -> None:
    said = msgspec.json.decode(line[2:])
    kinds = protocol.said() if line[0] == "→" else protocol.heard()
    kind = next(kind for kind in kinds if protocol.title(kind) == said["type"])
    if kind is messages.Sync:
        said["view"] = None  # raw JSON or null: such a field can be encoded, but not decoded
    msgspec.json.decode(msgspec.json.encode(said), type=kind)
    assert set(said) - {"type"} <= set(kind.__struct_fields__)


def test_a_struct_is_documented_with_its_docstrings_and_parts() -> None:
    class Peg(msgspec.Struct):
        """A peg in a hollow."""

        hollow: str

    class Grove(msgspec.Struct, forbid_unknown_fields=True):
        pegs: list[Peg]
        name: str | None = None
        """What people call it."""

    assert protocol.parts([Grove]) == [Peg]
    told = "".join(protocol._chapter("Groves", [Grove]))
    assert "| `pegs` | list of [`Peg`](#peg) | |" in told
    assert "| `name` | string or null, `null` if left out | What people call it. |" in told
