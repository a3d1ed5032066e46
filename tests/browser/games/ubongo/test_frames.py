"""What a frame costs while a piece is carried over Ubongo's board in space.

That is the page's own work in the processor's time: what others do on the machine does not count, nor does
the drawing itself, which is the drawing card's where there is one.
"""

import json
from math import cos, sin
from statistics import median, quantiles
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import BlockTable, centre
from tests.browser.kit.spacetable import FRAME, SMALL, SpaceTable, alone_in_space, in_company

CATEGORIES: Final = ["devtools.timeline"]
WORK: Final = frozenset(
    {"EventDispatch", "FireAnimationFrame", "RunMicrotasks", "TimerFire", "FunctionCall", "EvaluateScript"}
)
"""What a trace calls it when a script runs."""
STEPS: Final = 150
EVERY: Final = 25
"""Steps between two pieces that the other one lays."""
MEDIAN: Final = 4.0
"""Milliseconds, of the 16.7 that a frame has."""
SLOW: Final = 8.0
"""For nineteen of twenty."""


@pytest.mark.deep
@pytest.mark.parametrize("company", [False, True], ids=["alone", "in company"])
def test_a_frame_leaves_room(come_in: ComeIn, drawing: Browser, company: bool) -> None:
    if company:
        table, friend = in_company(come_in, drawing)
    else:
        me = come_in(through=drawing, viewport=SMALL).excuse("GL Driver Message")
        table, friend = alone_in_space(me, solo="tasks"), None
        table.choose(1)
        table.is_in("building")
    frames = costs(_trace_of_a_drag(table, friend))
    assert len(frames) > STEPS / 2
    middle, slow = median(frames), quantiles(frames, n=20)[-1]
    told = f"{len(frames)} frames, {middle:.2f} ms of script in the middle, 95 % under {slow:.2f} ms"
    assert middle < MEDIAN, told
    assert slow < SLOW, told


def _trace_of_a_drag(table: SpaceTable, friend: BlockTable | None) -> list[dict[str, Any]]:
    """A piece is carried in circles, while the other one builds."""
    (piece, cubes), *_ = table.solution()
    table.turn_by_hand(piece, cubes)
    mouse, browser = table.page.mouse, table.window.browser
    mouse.move(*centre(table.piece(piece)))
    mouse.down()
    mouse.move(*table.spot(0.5, 0.5), steps=4)
    browser.start_tracing(page=table.page, categories=CATEGORIES)
    others = friend.solution()[:-1] if friend else []
    for step in range(STEPS):
        mouse.move(*table.spot(0.5 + 0.12 * cos(step / 6), 0.5 + 0.12 * sin(step / 6)))
        table.page.evaluate(FRAME)
        if friend and others and step % EVERY == 0:
            friend.put(friend.lay_by_keys, *others.pop())
    traced: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    mouse.up()
    return traced


def costs(traced: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of script for every frame that carries the piece further, since the one before."""
    [thread] = {(event["pid"], event["tid"]) for event in traced if _is_move(event)}
    mine = [event for event in traced if (event["pid"], event["tid"]) == thread and event["name"] in WORK]
    found, cost, end, moved = list[float](), 0.0, 0.0, False
    for event in sorted(mine, key=lambda event: event["ts"]):
        if event["ts"] < end:  # inside of another one
            continue
        end = event["ts"] + event["dur"]
        if moved and event["name"] == "EventDispatch":
            found.append(cost)
            cost, moved = 0.0, False
        cost += event["tdur"] / 1000
        moved = moved or _is_move(event)
    return found


def _is_move(event: dict[str, Any]) -> bool:
    told = event.get("args", {}).get("data", {}).get("type")
    return bool(event["name"] == "EventDispatch" and told == "pointermove")
