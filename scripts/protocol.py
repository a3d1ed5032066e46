"""Writes the reference in docs/protocol.md: every message, body and code, from structs and the page's words.

    python scripts/protocol.py

A test fails when the file is not what this would write.
"""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
from declarations import field_words
from msgspec import inspect as kinds

from ukumbi.bots.analyst import Analysis, Hint
from ukumbi.hall import messages
from ukumbi.ledger import PersonalBest
from ukumbi.server import bodies

ROOT: Final = Path(__file__).parents[1]
PAPER: Final = ROOT / "docs" / "protocol.md"
ENGLISH: Final = ROOT / "web" / "src" / "i18n" / "words" / "en.json"
ROOMS: Final = ("core", "ledger", "hall", "server")
MARK: Final = "<!-- `make generate` writes what follows: change the structs. -->\n"
NEVER_SENT: Final = frozenset(
    {"no_deadline", "log_not_kept", "not_a_log", "damaged_log"}
    | {"no_such_picture", "no_such_folder", "needs_matplotlib"}
)
"""Codes that only a command in a terminal or the library says."""
SAYERS: Final = {
    "Refused": 0,
    "Illegal": 0,
    "Unreadable": 0,
    "NoRoom": 0,
    "NotWritten": 0,
    "__init__": 0,
    "refuse": 1,
    "Stopped": 1,
}
"""Who says a code, and as which argument."""
PLAIN: Final[dict[type[kinds.Type], str]] = {
    kinds.BoolType: "boolean",
    kinds.FloatType: "number",
    kinds.NoneType: "null",
    kinds.AnyType: "any JSON",
    kinds.RawType: "any JSON",
}

Struct = type[msgspec.Struct]


def said() -> tuple[Struct, ...]:
    """What a client says over the socket."""
    return get_args(messages.ClientIn)


def heard() -> tuple[Struct, ...]:
    """What a client hears over the socket."""
    return get_args(messages.ClientOut)


def body_structs() -> list[Struct]:
    """The bodies of requests and answers, and what goes out as others have made it."""
    own = [kind for kind in vars(bodies).values() if _is_own(kind)]
    return [*own, PersonalBest, Analysis, Hint]


def _is_own(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == bodies.__name__


def parts(known: Iterable[Struct]) -> list[Struct]:
    """Every struct that others hold."""
    found = list(known)
    for kind in found:
        found += [part for part in _structs_in(kind) if part not in found]
    return found[len(list(known)) :]


def _structs_in(kind: Struct) -> list[Struct]:
    """The structs in its fields, once each."""
    inside: list[Struct] = []

    def look(held: kinds.Type) -> None:
        match held:
            case kinds.StructType(cls):
                if cls not in inside:
                    inside.append(cls)
            case kinds.Metadata(inner):
                look(inner)
            case kinds.UnionType(types):
                for each in types:
                    look(each)
            case kinds.DictType(_, value):
                look(value)
            case kinds.ListType(item) | kinds.VarTupleType(item):
                look(item)

    for field in _fields(kind):
        look(field.type)
    return inside


def _fields(kind: Struct) -> tuple[kinds.Field, ...]:
    found = kinds.type_info(kind)
    assert isinstance(found, kinds.StructType)
    return found.fields


def title(kind: Struct) -> str:
    """The name of a message, as in its `type`, or of a struct."""
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) else kind.__name__


def reference() -> str:
    messages = [*said(), *heard(), *body_structs()]
    return "\n".join(
        [
            MARK,
            *_chapter("What a client says", said()),
            *_chapter("What a client hears", heard()),
            *_chapter("Bodies of requests and answers", body_structs()),
            *_chapter("Parts of these", parts(messages)),
            "## Codes\n",
            "A refusal has a stable code and facts. A game's own codes stand in its `RULES.md`.\n",
            "| code | what the page says |\n|---|---|",
            *(f"| `{code}` | {words} |" for code, words in sorted(codes().items())),
            "",
        ]
    )


def _chapter(heading: str, structs: Iterable[Struct]) -> Iterator[str]:
    yield f"## {heading}\n"
    for kind in structs:
        yield f"### `{title(kind)}`\n"
        words = kind.__dict__.get("__doc__")
        if words:
            yield f"{' '.join(inspect.cleandoc(words).split())}\n"
        fields = _fields(kind)
        if fields:
            docstrings = field_words(kind)
            config = kind.__struct_config__
            sparing = config.forbid_unknown_fields or config.omit_defaults
            rows = (_row(field, docstrings.get(field.name, ""), sparing) for field in fields)
            yield "\n".join(["| field | type | |", "|---|---|---|", *rows]) + "\n"


def _row(field: kinds.Field, words: str, sparing: bool) -> str:
    left_out = f", {_default(field)} if left out" if sparing and not field.required else ""
    cells = (f"`{field.encode_name}`", f"{_type(field.type)}{left_out}", " ".join(words.split()))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |".replace("|  |", "| |")


def _default(field: kinds.Field) -> str:
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{bytes(default).decode() if isinstance(default, msgspec.Raw) else json.dumps(default)}`"


def _type(kind: kinds.Type) -> str:
    match kind:
        case kinds.Metadata(inner):
            return _type(inner)
        case kinds.UnionType(types):
            return " or ".join(dict.fromkeys(_type(member) for member in types))
        case kinds.LiteralType(values):
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case kinds.StructType(cls):
            return f"[`{title(cls)}`](#{title(cls).lower()})"
        case kinds.DictType(_, value):
            return f"object of {_type(value)}"
        case kinds.TupleType(items):
            return f"[{', '.join(map(_type, items))}]"
        case kinds.StrType():
            return "string" + _bounds(kind.min_length, kind.max_length, " of ", " characters")
        case kinds.IntType():
            return "integer" + _bounds(kind.ge, None if (kind.le or 0) > 1 << 50 else kind.le, ", ", "")
        case kinds.ListType() | kinds.VarTupleType():
            item = _type(kind.item_type)
            return f"list of {item}s" if item in ("string", "integer") else f"list of {item}"
    return PLAIN[type(kind)]


def _bounds(least: int | None, most: int | None, before: str, after: str) -> str:
    if most is not None:
        return f"{before}{f'{least} to ' if least else 'at most '}{most}{after}"
    return f"{before}at least {least}{after}" if least else ""


def codes() -> dict[str, str]:
    """Every code of the house, with the page's English sentence."""
    words = json.loads(ENGLISH.read_text(encoding="utf-8"))
    folders = (ROOT / "src" / "ukumbi" / room for room in ROOMS)
    return {code: words.get(f"error.{code}", "") for code in codes_under(*folders)}


def codes_under(*folders: Path) -> set[str]:
    """The codes that the sources in these folders refuse with."""
    paths = (path for folder in folders for path in folder.rglob("*.py"))
    return {code for path in paths for code in codes_in(ast.parse(path.read_text()))} - NEVER_SENT


def codes_in(tree: ast.AST) -> Iterator[str]:
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        place = SAYERS.get(_name(call.func), len(call.args))
        code = call.args[place] if place < len(call.args) else None
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            yield code.value


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def written(text: str) -> str:
    """The paper with the reference as it should be."""
    story, mark, _ = text.partition(MARK)
    assert mark, f"{PAPER.name} has lost its mark: {MARK}"
    return story + reference()


def write(paper: Path = PAPER) -> list[Path]:
    """Bring the paper up to date; what changed."""
    text = paper.read_text(encoding="utf-8")
    new = written(text)
    if new == text:
        return []
    paper.write_text(new, encoding="utf-8")
    return [paper]


if __name__ == "__main__":
    for path in write():
        print(path.relative_to(ROOT))
