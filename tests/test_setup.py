"""What README, CONTRIBUTING and the set-up promise."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from ukumbi.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
COUNTING_BUILD = """
const { appendFileSync, mkdirSync } = require("node:fs");
mkdirSync("../src/ukumbi/server/client", { recursive: true });
appendFileSync("../src/ukumbi/server/client/index.html", "built\\n");
"""


class TinyClient:
    """A folder with a tiny web client and our build script."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.page = folder / "src" / "ukumbi" / "server" / "client" / "index.html"
        (folder / "scripts").mkdir()
        (folder / "web").mkdir()
        shutil.copy(ROOT / "scripts" / "webclient.py", folder / "scripts")
        package = {"private": True, "scripts": {"build": "node build.cjs"}}
        self.write("package.json", json.dumps(package))
        self.write("build.cjs", COUNTING_BUILD)

    def write(self, name: str, text: str) -> None:
        (self.folder / "web" / name).write_text(text)

    def build(self) -> int:
        """Build; return the number of builds so far."""
        script = self.folder / "scripts" / "webclient.py"
        subprocess.run([sys.executable, script, "build"], check=True, capture_output=True)
        return self.page.read_text().count("built")


@pytest.fixture
def client(tmp_path: Path) -> TinyClient:
    return TinyClient(tmp_path)


def test_the_client_is_built_only_when_its_sources_changed(client: TinyClient) -> None:
    assert client.build() == 1
    assert client.build() == 1
    client.write("main.ts", "// a new source")
    assert client.build() == 2
    assert client.build() == 2
    shutil.rmtree(client.page.parent)
    assert client.build() == 1, "a client that was lost is built again"


def test_a_failed_build_is_tried_again(client: TinyClient) -> None:
    client.write("build.cjs", "process.exit(3)")
    with pytest.raises(subprocess.CalledProcessError):
        client.build()
    with pytest.raises(subprocess.CalledProcessError):
        client.build()
    client.write("build.cjs", COUNTING_BUILD)
    assert client.build() == 1


def test_continuous_integration_runs_make_test_and_nothing_else() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text().splitlines() if "make" in line]
    assert commands == ["exec make test"]


@pytest.mark.parametrize("lock", ["requirements.lock", "web/package-lock.json"])
def test_lock_files_name_no_package_index(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "resolved" not in text
    assert not re.search(r"(?m)@ |^-|file:", text)


def test_the_readme_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(example, {})
    assert "places=" in capsys.readouterr().out


def test_every_host_option_in_the_readme_exists() -> None:
    told = re.findall(r"(?m)^\| `(--[a-z-]+)` \|", README)
    command: Any = typer.main.get_command(app)
    parameters = command.commands["serve"].params
    known = [option for each in parameters for option in (*each.opts, *each.secondary_opts)]
    assert told
    assert [option for option in told if option not in known] == []
