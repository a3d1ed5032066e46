"""TypeScript declarations, written from msgspec structs."""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import pairwise
from types import ModuleType, UnionType
from typing import Any, Literal, Union, get_origin

import msgspec
from msgspec import inspect as kinds

HEADER = "// Written by `make generate` from the structs in {origin}: change them there.\n"
LINE = 100
"""Where the web client's formatter breaks a line."""

_PLAIN: Mapping[type[kinds.Type], str] = {
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
    kinds.NoneType: "null",
    kinds.AnyType: "unknown",
    kinds.RawType: "unknown",
}
_ROWS = (kinds.ListType, kinds.VarTupleType, kinds.SetType, kinds.FrozenSetType, kinds.CollectionType)


class Page:
    """One TypeScript file in the making: every type that it names is declared once.

    Types that the `shared` page declares are imported from it.
    """

    def __init__(self, origin: str, shared: "Page | None" = None, address: str = "./types") -> None:
        self._origin = origin
        self._shared = shared
        self._address = address
        self._imported: set[str] = set()
        self._aliases: list[tuple[str, kinds.Type]] = []
        self._meant: dict[str, object] = {}
        self._declared: dict[str, str] = {}

    def know(self, module: ModuleType) -> None:
        """Call literals and unions by the names that this module gives them."""
        for name, value in vars(module).items():
            if not name.startswith("_") and get_origin(value) in (Literal, Union, UnionType):
                self._aliases.append((name, kinds.type_info(value)))

    def declare(self, name: str, kind: object, *, asked: bool = False) -> None:
        """Declare this type under this name; what is `asked` of the client may leave defaults out."""
        found = kinds.type_info(kind)
        if isinstance(found, kinds.StructType) and found.cls.__name__ == name:
            self._struct(found, asked)
        else:
            self._alias(name, found, asked)

    def text(self) -> str:
        parts = [HEADER.format(origin=self._origin)]
        if self._imported:
            parts.append(f'import type {{ {", ".join(sorted(self._imported))} }} from "{self._address}";\n')
        return "\n".join([*parts, *self._declared.values()])

    def means(self, name: str, meaning: object) -> bool:
        return self._meant.get(name) == meaning

    def _is_new(self, name: str, meaning: object) -> bool:
        if self._shared is not None and self._shared.means(name, meaning):
            self._imported.add(name)
            return False
        if name not in self._meant:
            self._meant[name] = meaning
            return True
        if self._meant[name] != meaning:
            raise TypeError(f"{self._origin} means two different things by {name}")
        return False

    def _write(self, kind: kinds.Type, asked: bool) -> str:
        """This type as it is written inside another one."""
        for name, meant in self._aliases:
            if meant == kind:
                return self._alias(name, kind, asked)
        return " | ".join(self._members(kind, asked))

    def _alias(self, name: str, kind: kinds.Type, asked: bool) -> str:
        if self._is_new(name, kind):
            self._declared[name] = _broken(name, self._members(kind, asked))
        return name

    def _members(self, kind: kinds.Type, asked: bool) -> list[str]:
        """This type as the alternatives that it allows; mostly there is one."""
        match kind:
            case kinds.Metadata(inner):
                return self._members(inner, asked)
            case kinds.UnionType(types):
                written = list(dict.fromkeys(self._write(member, asked) for member in types))
                return ["unknown"] if "unknown" in written else written
            case kinds.LiteralType(values):
                return [json.dumps(value) for value in values]
        return [self._single(kind, asked)]

    def _single(self, kind: kinds.Type, asked: bool) -> str:
        match kind:
            case kinds.StructType():
                return self._struct(kind, asked)
            case kinds.EnumType(cls):
                return self._enum(cls)
            case kinds.DictType(key, value):
                return _record(self._write(key, asked), self._write(value, asked))
            case kinds.TupleType(items):
                return f"readonly [{', '.join(self._write(item, asked) for item in items)}]"
        if isinstance(kind, _ROWS):
            item = self._write(kind.item_type, asked)
            # What stands between angle brackets is held together by them.
            return f"readonly ({item})[]" if " " in re.sub("<.*>", "", item) else f"readonly {item}[]"
        if type(kind) in _PLAIN:
            return _PLAIN[type(kind)]
        raise TypeError(f"no TypeScript for {kind}")

    def _struct(self, kind: kinds.StructType, asked: bool) -> str:
        name = kind.cls.__name__
        sparing = asked or kind.cls.__struct_config__.omit_defaults
        optional = frozenset(field.name for field in kind.fields if sparing and not field.required)
        if self._is_new(name, (kind.cls, optional)):
            body = self._row(kind, asked) if kind.array_like else self._shape(kind, asked, optional)
            self._declared[name] = _comment(kind.cls.__dict__.get("__doc__")) + body
        return name

    def _shape(self, kind: kinds.StructType, asked: bool, optional: frozenset[str]) -> str:
        lines = [] if kind.tag_field is None else [f"  {kind.tag_field}: {json.dumps(kind.tag)};\n"]
        words = field_words(kind.cls)
        for field in kind.fields:
            mark = "?" if field.name in optional else ""
            lines.append(_comment(words.get(field.name), "  "))
            lines.append(f"  {field.encode_name}{mark}: {self._write(field.type, asked)};\n")
        if not lines:
            return f"export type {kind.cls.__name__} = Record<string, never>;\n"
        return f"export interface {kind.cls.__name__} {{\n{''.join(lines)}}}\n"

    def _row(self, kind: kinds.StructType, asked: bool) -> str:
        tag = [] if kind.tag_field is None else [f"{kind.tag_field}: {json.dumps(kind.tag)}"]
        items = [f"{field.encode_name}: {self._write(field.type, asked)}" for field in kind.fields]
        return f"export type {kind.cls.__name__} = readonly [{', '.join(tag + items)}];\n"

    def _enum(self, cls: type[Enum]) -> str:
        if self._is_new(cls.__name__, cls):
            members = [json.dumps(member.value) for member in cls]
            self._declared[cls.__name__] = _broken(cls.__name__, members)
        return cls.__name__


def _record(key: str, value: str) -> str:
    whole = f"Record<{key}, {value}>"
    return whole if key in ("string", "number") else f"Partial<{whole}>"


def _broken(name: str, members: list[str]) -> str:
    """An alias, one member a line if one line is too short."""
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= LINE + 1:
        return line
    return f"export type {name} =\n" + "".join(f"  | {member}\n" for member in members)[:-1] + ";\n"


def _comment(words: str | None, indent: str = "") -> str:
    if not words:
        return ""
    lines = inspect.cleandoc(words).replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    middle = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{middle}{indent} */\n"


def field_words(cls: type[msgspec.Struct]) -> dict[str, str]:
    """What stands in quotes under the fields of a struct; Python itself does not keep it."""
    return {name: words for base in reversed(cls.__mro__) for name, words in _words_in(base)}


def _words_in(cls: type[Any]) -> Iterator[tuple[str, str]]:
    try:
        source = inspect.getsource(cls)
    except (OSError, TypeError):
        return
    (tree,) = ast.parse(textwrap.dedent(source)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for field, words in pairwise(body):
        match field, words:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                yield name, text
