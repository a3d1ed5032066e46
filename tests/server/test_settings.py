"""Settings are declared once; options, variables, defaults and docs follow."""

from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tests.kit.people import LoggedHall
from ukumbi.cli import app
from ukumbi.server.settings import Reach, Settings, docs_table, options

HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()


def test_the_docs_have_every_setting() -> None:
    """If this fails, write `ukumbi.server.settings.docs_table()` into docs/hosting.md."""
    assert docs_table() in HOSTING


def test_the_command_line_has_every_setting() -> None:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    for option in options():
        assert option.flag.partition("/")[0] in shown
        assert option.variable in shown


def test_a_variable_sets_what_its_option_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UKUMBI_NAME", "hall.example salle.example")
    with LoggedHall(tmp_path) as hall:
        for host, status in (("salle.example", 200), ("elsewhere.example", 421)):
            assert httpx.get(f"{hall.url}/api/me", headers={"Host": host}).status_code == status


def test_variables_count_without_a_command_too(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    variables = {"UKUMBI_DATA": str(tmp_path / "file"), "UKUMBI_PORT": "0", "UKUMBI_BROWSER": "0"}
    result = CliRunner().invoke(app, [], env=variables)
    assert (result.exit_code, "cannot open" in result.output) == (1, True)


def test_the_metrics_address_has_a_port() -> None:
    assert Reach.parse("[::1]:9100") == Reach("::1", 9100)
    assert CliRunner().invoke(app, ["serve", "--metrics", "9100"]).exit_code == 2
    with pytest.raises(ValueError, match="not an address"):
        Settings(metrics="here")
