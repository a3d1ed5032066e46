"""The whole project once more, in a folder where it can be changed."""

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
"""Kokoto, a small game that has everything: its folders, as they lie in the project."""
PARTS: Final = ("src", "web", "benchmarks", "tests", "scripts", "docs", "pyproject.toml", "README.md")
MADE: Final = ("node_modules", "client", "__pycache__", ".hypothesis", ".pytest_cache")
"""What is made from the sources, or fetched."""


class Workshop:
    """A copy of the project; its programs run on their own sources, with the tools of this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*MADE))
            else:
                shutil.copy(ROOT / part, folder / part)
        (folder / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())

    @property
    def path(self) -> str:
        """Where Python looks for modules here."""
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
        """Every source with its fingerprint."""
        return {
            str(path.relative_to(self.folder)): sha256(path.read_bytes()).hexdigest()
            for path in self.folder.rglob("*")
            if path.is_file() and not set(path.relative_to(self.folder).parts).intersection(MADE)
        }

    def put_in(self, parts: Path) -> None:
        shutil.copytree(parts, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*MADE))

    def edit(self, file: str, *changes: tuple[str, str]) -> None:
        """Change what each pattern finds, once."""
        text = (self.folder / file).read_text(encoding="utf-8")
        for pattern, change in changes:
            text, found = re.subn(pattern, change, text, count=1)
            assert found, f"{file} has nothing like {pattern}"
        (self.folder / file).write_text(text, encoding="utf-8")

    @contextmanager
    def with_others(self, *texts: tuple[str, Callable[[str], str]]) -> Iterator[None]:
        """For a while these files have other texts."""
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
    """What it said, once it is done; it has to end well."""
    said, _ = process.communicate()
    assert process.returncode == 0, said
    return said
