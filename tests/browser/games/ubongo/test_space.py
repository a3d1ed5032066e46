"""Ubongo's board in space: carried from the tray, tumbled by swipes, drawn only when something moves."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import QUARTERS
from tests.browser.kit.screens import PHONE
from tests.browser.kit.spacetable import SMALL, SpaceTable, alone_in_space
from tests.browser.kit.words import of_game
from ukumbi.games.ubongo.pieces import SHAPES, Shape, moved_to_corner

LONG = "DEFH"
"""Pieces that are three cubes long."""
TOO_HIGH = 2
"""The number of a third level."""
LOSE = "canvas => canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"


@pytest.mark.deep
@pytest.mark.parametrize("by_finger", [False, True], ids=["mouse", "finger"])
def test_a_task_is_solved_in_space(come_in: ComeIn, drawing: Browser, by_finger: bool) -> None:
    """Every piece is turned by hand and dragged from the tray to its place: it lands there, not elsewhere."""
    screen: dict[str, Any] = PHONE if by_finger else {"viewport": SMALL}
    me = come_in(through=drawing, **screen).excuse("GL Driver Message")
    table = alone_in_space(me, by_finger=by_finger, solo="tasks", limit=5)
    table.choose(1)
    expect(table.space).to_be_visible()
    solution = table.solution()
    assert len(solution) == 3
    for number, (piece, cubes) in enumerate(solution, start=1):
        table.turn_by_hand(piece, cubes)
        table.lay_in_space(piece, cubes)
        if number < len(solution):
            expect(table.piece(piece)).to_have_attribute("data-state", "lies")
    expect(table.button("solo-done")).to_have_attribute("data-done", "1")
    ubongo = of_game("ubongo", "told.solved.you", time="").rstrip(".")
    assert any(ubongo in sentence for sentence in me.spoken())


def test_a_task_is_begun_in_space(come_in: ComeIn, drawing: Browser) -> None:
    me = come_in(through=drawing, viewport=SMALL).excuse(
        "GL Driver Message", "THREE.WebGLRenderer: Context Lost"
    )
    table = alone_in_space(me, solo="tasks")
    table.choose(1)
    expect(table.space).to_be_visible()
    _stands_still(table)

    _says_why_a_piece_cannot_lie_there(table)
    (first, cubes), *_ = table.solution()
    _lands_where_its_shadow_was(table, first, cubes)
    _the_view_turns_and_comes_back(table)
    _stands_still(table)

    table.space.locator("canvas").evaluate(LOSE)
    expect(table.button("flat")).to_be_visible()
    expect(table.page.locator("[data-on]").first).to_be_visible()


def _says_why_a_piece_cannot_lie_there(table: SpaceTable) -> None:
    """Every task of three pieces has a long one: standing up it stays in the hand."""
    piece = next(letter for letter in table.side["task"] if letter in LONG)
    turned = [moved_to_corner(map(turn, SHAPES[piece])) for turn in QUARTERS.values()]
    upright = next(cubes for cubes in turned if max(z for *_, z in cubes) == TOO_HIGH)
    for number, way in enumerate(table.quarters(piece, upright)):
        if number == 0:
            table.piece(piece).click()
        table.page.locator(f'[data-tumble="{way}"]').click()
    table.page.mouse.click(*table.spot(0.5, 0.5))
    name = of_game("ubongo", f"piece.{piece}")
    expect(table.window.status).to_have_text(of_game("ubongo", "error.too_high", piece=name))
    expect(table.piece(piece)).to_have_attribute("data-state", "held")
    assert not any("put" in sent["move"] for sent in table.window.moves_sent())
    table.page.keyboard.press("Delete")
    expect(table.piece(piece)).to_have_attribute("data-state", "piece")


def _lands_where_its_shadow_was(table: SpaceTable, piece: str, cubes: Shape) -> None:
    """Turned so that there is a place for it, and carried about until one is near."""
    mouse = table.page.mouse
    table.turn_by_hand(piece, cubes)
    table.piece(piece).hover()
    mouse.down()
    points = product((0.5, 0.6, 0.4), (0.5, 0.6, 0.4, 0.7, 0.3))
    while not (target := table.space.get_attribute("data-target")):
        down, across = next(points)
        mouse.move(*table.spot(across, down), steps=2)
    mouse.up()
    expect(table.piece(piece)).to_have_attribute("data-state", "lies")
    put, _, which, *laid = table.window.moves_sent()[-1]["move"].split()
    assert (put, which, sorted(laid)) == ("put", piece, target.split())


def _the_view_turns_and_comes_back(table: SpaceTable) -> None:
    """A drag beside the pieces turns the board itself."""
    x, y = table.spot(0.3, 0.95)
    expect(table.usual).to_have_count(0)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 90, y, steps=2)
    table.page.mouse.up()
    table.usual.click()
    expect(table.usual).to_have_count(0)


def _stands_still(table: SpaceTable) -> None:
    """Nothing is drawn while nothing moves."""
    space = table.space
    while True:
        before = space.get_attribute("data-frames")
        table.rests()
        if space.get_attribute("data-frames") == before:
            break
    assert before is not None
    assert int(before) < 100
