"""Internals of picows and uvicorn that we use exist in the form that we know."""

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ukumbi.server.limits import Limiter, Limits
from ukumbi.server.socket import SocketProtocol

ROOT = Path(__file__).parents[2]


class Named(SocketProtocol):
    """A socket that is never opened, to list the options it would set."""

    limiter = Limiter(Limits())

    def __init__(self) -> None:
        pass


def wishes() -> dict[str, Any]:
    named: Any = Named.__new__(Named)
    return dict(named._wishes())


def test_picows_has_the_tested_version() -> None:
    required = re.search(r'"picows==([\d.]+)"', (ROOT / "pyproject.toml").read_text())
    locked = re.search(r"(?m)^picows==([\d.]+)$", (ROOT / "requirements.lock").read_text())
    assert required is not None
    assert locked is not None
    assert required[1] == locked[1] == version("picows")


async def test_picows_accepts_exactly_our_options() -> None:
    assert len(wishes()) == 15
    WSProtocol(**wishes())
    for name in wishes():
        fewer = {wish: value for wish, value in wishes().items() if wish != name}
        with pytest.raises(TypeError):
            WSProtocol(**fewer)
    with pytest.raises(TypeError):
        WSProtocol(**wishes(), one_more=None)


async def test_picows_has_the_attributes_we_use() -> None:
    protocol = WSProtocol(**wishes())
    assert protocol.transport is None
    assert {"connection_made", "connection_lost", "get_buffer", "buffer_updated"} <= set(dir(WSProtocol))


BUILT_ON = {
    "connection_made", "connection_lost", "data_received", "on_headers_complete", "on_message_complete",
    "handle_websocket_upgrade",
}  # fmt: skip


def test_uvicorn_has_the_attributes_we_use() -> None:
    assert set(vars(HttpToolsProtocol)) >= BUILT_ON
    assert {"response_started", "response_complete"} <= set(RequestResponseCycle.__init__.__code__.co_names)
