"""The rules on paper: which sentences a game's RULES.md numbers, and which of them its tests name.

A test names the sentences it checks in its docstring: `R7`, or several of them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_NUMBERED: Final = re.compile(r"^- \*\*(R\d+)\*\* ", re.MULTILINE)
_NAMED: Final = re.compile(r"\bR\d+\b")


def numbered(rules: Path) -> list[str]:
    """The numbers of all sentences, in order."""
    return _NUMBERED.findall(rules.read_text(encoding="utf-8"))


def named(tests: Path) -> set[str]:
    """The numbers that docstrings of test functions in this folder name."""
    return {number for path in tests.glob("test_*.py") for number in _named_in(path)}


def _named_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from _NAMED.findall(ast.get_docstring(node) or "")
