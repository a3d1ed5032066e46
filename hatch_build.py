"""Puts the built web client into the wheel."""

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Builds the web client before the package is put together.

    UKUMBI_CLIENT=skip leaves it as it is: for those who build it themselves, in sight.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("UKUMBI_CLIENT") != "skip":
            runpy.run_path(str(Path(self.root) / "scripts" / "webclient.py"))["build"]()
        build_data["artifacts"].append("/src/ukumbi/server/client/**")
