"""A copy of the project that a test can change."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SIXTH: Final = Path(__file__).parent / "sixth"
"""Kokoto, a small but complete game, in the folder structure of the project."""
PARTS: Final = ("src", "web", "benchmarks", "tests", "scripts", "docs", "pyproject.toml", "README.md")
GENERATED: Final = ("node_modules", "client", "__pycache__", ".hypothesis", ".pytest_cache")
"""Generated or downloaded folders."""


class ProjectCopy:
    """Its programs run on the copied sources, with this project's tools."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*GENERATED))
            else:
                shutil.copy(ROOT / part, folder / part)
        (folder / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())

    @property
    def path(self) -> str:
        """The PYTHONPATH of the copy."""
        return os.pathsep.join([str(self.folder / "src"), str(self.folder)])

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**inherited, "PYTHONPATH": self.path, "HYPOTHESIS_PROFILE": "brief"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        return finish(self.start(*arguments))

    def files(self) -> dict[str, str]:
        """Every source file with its hash."""
        return {
            str(path.relative_to(self.folder)): sha256(path.read_bytes()).hexdigest()
            for path in self.folder.rglob("*")
            if path.is_file() and not set(path.relative_to(self.folder).parts).intersection(GENERATED)
        }

    def put_in(self, parts: Path) -> None:
        shutil.copytree(parts, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*GENERATED))

    def edit(self, file: str, *changes: tuple[str, str]) -> None:
        """Replace the first match of each pattern."""
        text = (self.folder / file).read_text(encoding="utf-8")
        for pattern, change in changes:
            text, found = re.subn(pattern, change, text, count=1)
            assert found, f"{file} has nothing like {pattern}"
        (self.folder / file).write_text(text, encoding="utf-8")

    @contextmanager
    def with_changes(self, *texts: tuple[str, Callable[[str], str]]) -> Iterator[None]:
        """Change these files, and restore them afterwards."""
        before = {file: (self.folder / file).read_text(encoding="utf-8") for file, _ in texts}
        try:
            for file, change in texts:
                after = change(before[file])
                assert after != before[file], f"nothing to change in {file}"
                (self.folder / file).write_text(after, encoding="utf-8")
            yield
        finally:
            for file, text in before.items():
                (self.folder / file).write_text(text, encoding="utf-8")


def finish(process: "subprocess.Popen[str]") -> str:
    """Wait for the process, which must succeed; return its output."""
    said, _ = process.communicate()
    assert process.returncode == 0, said
    return said
