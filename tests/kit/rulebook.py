"""The numbered_rules rules of a game's RULES.md, and the tests that name them.

A test names the rules it checks in its docstring: `R7`, or several.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ukumbi.core.shared_rules import COMMON

_RAISED: Final = re.compile(r'(?:Illegal|Unreadable)\(\s*"(\w+)"')
_CALLED: Final = re.compile(r"\b(\w+)\(")
_GUARD_CODES: Final = {
    "check_tick": "no_clock_here",
    "say_ready": "already_ready",
    "with_ready": "already_ready",
}
_NUMBERED: Final = re.compile(r"^- \*\*(R\d+)\*\* ", re.MULTILINE)
_NAMED: Final = re.compile(r"\bR\d+\b")


def raised(source: Path) -> set[str]:
    """The refusal codes that this module raises: its own, and those that games share."""
    text = source.read_text(encoding="utf-8")
    called = set(_CALLED.findall(text))
    shared = {code for code in COMMON if code in called}
    return {
        *_RAISED.findall(text),
        *shared,
        *(code for guard, code in _GUARD_CODES.items() if guard in called),
    }


def numbered_rules(rules: Path) -> list[str]:
    """The numbers of all rules, in order."""
    return _NUMBERED.findall(rules.read_text(encoding="utf-8"))


def rules_named_by(tests: Path) -> set[str]:
    """The rule numbers in docstrings of test functions in this folder."""
    return {number for path in tests.rglob("test_*.py") for number in _named_in(path)}


def _named_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from _NAMED.findall(ast.get_docstring(node) or "")
