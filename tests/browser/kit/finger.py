"""A finger on the glass, used as Playwright's mouse is; over the page it is not felt."""

from playwright.sync_api import Page


class Finger:
    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)
        self._touches = False

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        from_x, from_y = self._at
        for step in range(1, steps + 1):
            self._at = from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps
            if self._touches:
                self._send("touchMove", self._at)

    def down(self) -> None:
        self._touches = True
        self._send("touchStart", self._at)

    def up(self) -> None:
        self._touches = False
        self._send("touchEnd")

    def swipe(self, start: tuple[float, float], end: tuple[float, float], *, steps: int = 3) -> None:
        self.move(*start)
        self.down()
        self.move(*end, steps=steps)
        self.up()

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
