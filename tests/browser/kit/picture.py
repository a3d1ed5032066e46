"""Makes the picture in the README anew: `python -m tests.browser.kit.picture`."""

import struct
import tempfile
import zlib
from base64 import b64decode, b64encode
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import CALM, chromium
from tests.browser.kit.match import new_table
from tests.browser.kit.records import Story, story
from tests.browser.kit.window import Window
from ukumbi.core import Seat
from ukumbi.games.rukuni.bot import ThinkingBot
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.rules import Rukuni

PICTURE: Final = Path(__file__).parents[3] / "docs" / "pictures" / "rukuni.png"
TURNS: Final = 10
"""Of each side: enough for groups that are worth something, with room left on the board."""


LOOK: Final[dict[str, Any]] = {
    "viewport": {"width": 1280, "height": 800},
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "locale": "en-GB",
}
PIXELS: Final = """
async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const brush = new OffscreenCanvas(image.width, image.height).getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data: pixels } = brush.getImageData(0, 0, image.width, image.height);
  return new Uint8Array(pixels.filter((_, at) => at % 4 < 3)).toBase64();
}
"""
COARSE: Final = (0xFE, 0xFE, 0xFC)
"""The grain of the wood makes a large file; the last bits of red, green and blue are not missed."""


def take() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        HallProcess(Path(folder), "--bot-pace", "0") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=CALM)
        context = browser.new_context(
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
            color_scheme="light",
            reduced_motion="reduce",
        )
        window = Window(context, server.url)
        _play(window)
        _photograph(window.page)
        browser.close()


def _play(window: Window) -> None:
    """A good game, with a tower just taken in hand."""
    context = window.context
    context.request.put(f"{window.address}/api/me", data={"name": "Amina"})
    window.visit(f"/t/{new_table(window, '6')['table']}")
    for number in range(TURNS):
        window.awaits_me()
        window.turn(_good_turn(story(window)))
        window.shows(3 + 2 * number)
    window.awaits_me()
    view = story(window).view()
    window.touch(max(view.reach, key=lambda tower: len(view.reach[tower])))


def _good_turn(told: Story) -> str:
    return format_move(ThinkingBot(depth=3).choose(Rukuni(), told.view(), Seat(0), Random(1)))


def _photograph(page: Page) -> None:
    page.mouse.move(640, 5)
    picture = b64encode(page.screenshot()).decode()
    page.goto("about:blank")
    pixels = b64decode(page.evaluate(PIXELS, picture))
    size = LOOK["viewport"]
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_bytes(_png(size["width"], size["height"], pixels))


def _png(width: int, height: int, pixels: bytes) -> bytes:
    coarse = bytes(value & kept for value, kept in zip(pixels, cycle(COARSE), strict=False))
    rows = (b"\0" + coarse[row * width * 3 : (row + 1) * width * 3] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


if __name__ == "__main__":
    take()
