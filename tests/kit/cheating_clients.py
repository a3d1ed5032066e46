"""Clients that answer pings dishonestly, to look farther away than they are."""

import asyncio
from collections.abc import Callable

from picows import WSFrame, WSMsgType, WSTransport

from tests.kit.client import PONG, Client, frame

DELAY_SECONDS = 0.25


class CheatingClient(Client):
    """A client whose subclass decides how a ping is answered."""

    answers_pings = False

    def __init__(self) -> None:
        super().__init__()
        self.pings: list[bytes] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING and frame.get_payload_as_bytes() not in self.pings[-1:]:
            self.pings.append(frame.get_payload_as_bytes())
            self.answer(self.pings[-1])
        super().on_ws_frame(transport, frame)

    def answer(self, ping: bytes) -> None:
        raise NotImplementedError

    def pong(self, payload: bytes) -> None:
        self.put(frame(PONG, payload))

    def later(self, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(DELAY_SECONDS, act)


class LatePongs(CheatingClient):
    """Answers every ping late."""

    def answer(self, ping: bytes) -> None:
        self.later(lambda: self.pong(ping))
