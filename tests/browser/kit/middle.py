"""A middleman between a page and the hall: it records, holds back and changes messages."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from playwright.sync_api import WebSocketRoute

from tests.browser.kit.window import Window

Message = dict[str, Any]
Change = Callable[[Message], Message | None]
"""What becomes of a message; None keeps it back."""


class Middle:
    """Stands on every line that a page opens from now on; and the page's time is in the hands of the test."""

    def __init__(self, window: Window) -> None:
        self.sent: list[Message] = []
        """What the page has said."""
        self.told: list[str] = []
        """The types of the messages that the page received."""
        self.lines = 0
        self.shut = False
        """Whether a line is closed as soon as something is said on it."""
        self.on_sent: Change = lambda message: message
        self.on_told: Change = lambda message: message
        self._page: WebSocketRoute | None = None
        self._window = window
        window.page.clock.install()
        window.page.route_web_socket("**/ws", self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self.lines += 1
        if self.shut:
            page.on_message(lambda _: page.close())
            return
        self._page, hall = page, page.connect_to_server()
        page.on_message(lambda text: self._passes(text, self._heard, hall.send))
        hall.on_message(lambda text: self._passes(text, self._answered, page.send))

    def _heard(self, message: Message) -> Message | None:
        self.sent.append(message)
        return self.on_sent(message)

    def _answered(self, message: Message) -> Message | None:
        self.told.append(message["type"])
        return self.on_told(message)

    def _passes(self, text: str | bytes, change: Change, send: Callable[[str], None]) -> None:
        for said in msgspec.json.Decoder().decode_lines(text):
            message = change(said)
            if message is not None:
                send(msgspec.json.encode(message).decode())

    def tell(self, message: Message) -> None:
        """Say something to the page as if it were the hall."""
        assert self._page is not None
        self._page.send(msgspec.json.encode(message).decode())

    def refuse(self, code: str, said: Message | None = None) -> None:
        """Refuse a request, or none in particular."""
        about = said or {}
        names = {name: about.get(name) for name in ("table", "ref")}
        self.tell({"type": "refused", "code": code, "facts": {}, **names})

    def keep_back(self, kind: str, *, first: int = 10**9) -> Self:
        """The first messages of this kind do not reach the hall."""
        kept: list[Message] = []

        def change(message: Message) -> Message | None:
            if message["type"] != kind or len(kept) == first:
                return message
            kept.append(message)
            return None

        self.on_sent = change
        return self

    def let_pass(self, milliseconds: int) -> None:
        """Time goes by on the page, slowly enough for the hall to answer its pings."""
        for _ in range(0, milliseconds, 500):
            self._window.page.clock.run_for(500)
            self._window.until(lambda: self.shut or len(self.said("ping")) <= self.told.count("pong"))

    def said(self, kind: str) -> list[Message]:
        return [message for message in self.sent if message["type"] == kind]
