"""The line between a page and the hall, which a test holds while it looks at a page whose game runs on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from playwright.sync_api import WebSocketRoute

from tests.browser.kit.window import Window

_decode_lines: Final = msgspec.json.Decoder().decode_lines


class HeldLine:
    """While it is held the page learns nothing but that the line is open; everything comes later."""

    def __init__(self, window: Window) -> None:
        self._held = False
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        window.page.route_web_socket("**/ws", self._opened)

    @contextmanager
    def held(self) -> Iterator[None]:
        self._held = True
        yield
        self._held = False
        for page, text in self._waiting:
            page.send(text)
        self._waiting.clear()

    def _opened(self, page: WebSocketRoute) -> None:
        hall = page.connect_to_server()

        def tell(text: str | bytes) -> None:
            if self._held and any(said["type"] != "pong" for said in _decode_lines(text)):
                self._waiting.append((page, text))
            else:
                page.send(text)

        page.on_message(hall.send)
        hall.on_message(tell)
