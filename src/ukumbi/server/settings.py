"""The settings of a hall, each declared once.

The flag of `ukumbi serve`, its environment variable, its default and the docs' table come from here.
"""

import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Self, get_args, get_type_hints

import msgspec
import platformdirs

CORES: Final = os.cpu_count() or 2


NODE_NAME: Final = re.compile(r"[a-z0-9-]{1,32}")


def own_name() -> str:
    """The machine's, as far as a path can have it."""
    return re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().partition(".")[0].lower())[:32] or "node"


class Reach(msgspec.Struct, frozen=True):
    """An address and port to listen on."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        host, _, port = text.rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError(f"not an address and a port: {text}")
        return cls(host.strip("[]"), int(port))


class Setting(NamedTuple):
    """What the help and the docs say of a setting."""

    help: str
    default: str | None = None
    """How its default is shown, where it depends on the machine."""
    least: float | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a hall is run."""

    data: Annotated[Path, Setting("folder for games and the secret", "your data folder")] = msgspec.field(
        default_factory=lambda: Path(platformdirs.user_data_dir("ukumbi", appauthor=False))
    )
    database: Annotated[
        str | None,
        Setting("postgresql://… instead of the folder, for a hall of several machines; better as a variable"),
    ] = None
    node: Annotated[str, Setting("this machine's name in such a hall", "the machine's own")] = msgspec.field(
        default_factory=own_name
    )
    nodes: Annotated[int, Setting("processes on this machine in such a hall", least=1)] = 1
    host: Annotated[str, Setting("address to listen on; 0.0.0.0 for all who can reach the machine")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Setting("port; the next free one if it is taken, any with 0")] = 8000
    browser: Annotated[bool, Setting("open the page, where there is a screen and a terminal")] = True
    also: Annotated[tuple[str, ...], Setting("a module that lists more games; may be repeated")] = ()
    behind_proxy: Annotated[
        bool, Setting("a proxy stands in front: believe what it says of addresses and HTTPS")
    ] = False
    proxies: Annotated[str, Setting("addresses of that proxy, or networks, separated by commas")] = (
        "127.0.0.1,::1"
    )
    name: Annotated[
        tuple[str, ...], Setting("a host name of the hall; requests for others are refused; may be repeated")
    ] = ()
    limits: Annotated[bool, Setting("limit rates and connections; without only for load tests")] = True
    fair_order: Annotated[
        bool, Setting("even out lag where everyone moves at once; without only to compare")
    ] = True
    away_after: Annotated[
        float, Setting("seconds until a player who left counts as away for longer", least=0)
    ] = 30.0
    bot_pace: Annotated[
        float, Setting("how long bots take and the coach waits: 1 like people, 0 at once", least=0)
    ] = 1.0
    bot_timeout: Annotated[float, Setting("seconds before a bot's worker is replaced", least=0.1)] = 20.0
    bot_workers: Annotated[int, Setting("processes in which bots think", "one less than cores", least=1)] = (
        max(1, CORES - 1)
    )
    analysts: Annotated[
        int, Setting("positions that are analysed at once", "one for four cores", least=1)
    ] = max(1, CORES // 4)
    metrics: Annotated[
        str | None, Setting("HOST:PORT for metrics alone; the hall's own address then has none")
    ] = None
    metrics_token: Annotated[
        str | None, Setting("token that has to be sent to read metrics; better as a variable")
    ] = None

    def __post_init__(self) -> None:
        if self.metrics is not None:
            Reach.parse(self.metrics)
        if not NODE_NAME.fullmatch(self.node):
            raise ValueError(f"a node's name has up to 32 letters a-z, digits and '-': {self.node}")
        if self.nodes > 1 and self.database is None:
            raise ValueError("several nodes need --database: one file serves one process")

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name.lower().rstrip(".") for name in self.name)


class Option(NamedTuple):
    """A setting as the command line has it."""

    name: str
    kind: Any
    default: Any
    setting: Setting

    @property
    def flag(self) -> str:
        flag = self.name.replace("_", "-")
        return f"--{flag}/--no-{flag}" if self.kind is bool else f"--{flag}"

    @property
    def variable(self) -> str:
        return f"UKUMBI_{self.name.upper()}"


def options() -> Iterator[Option]:
    hints, defaults = get_type_hints(Settings, include_extras=True), Settings()
    for name in Settings.__struct_fields__:
        kind, setting = get_args(hints[name])
        yield Option(name, kind, getattr(defaults, name), setting)


def docs_table() -> str:
    """The table of docs/hosting.md."""
    lines = ["| option | variable | default | meaning |", "|---|---|---|---|"]
    for option in options():
        flag = option.flag.replace("/", "` / `")
        lines.append(f"| `{flag}` | `{option.variable}` | {_shown(option)} | {option.setting.help} |")
    return "\n".join(lines) + "\n"


def _shown(option: Option) -> str:
    if option.setting.default is not None:
        return option.setting.default
    if option.kind is bool:
        return "on" if option.default else "off"
    return f"`{option.default}`" if option.default else ""
