"""A player at a table of Ubongo, with a mouse, a finger or the keyboard."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.conftest import ComeIn
from tests.browser.kit.finger import Finger
from tests.browser.kit.match import begin, set_up
from tests.browser.kit.window import FLAT_BOARD, Window
from ukumbi.games.ubongo.boards import read_filling, read_outline, tasks
from ukumbi.games.ubongo.grid import name_cube, name_cubes
from ukumbi.games.ubongo.pieces import SHAPES, Cube, Shape, moved_to_corner

QUARTERS: Final[dict[str, Callable[[Cube], Cube]]] = {
    "right": lambda cube: (cube[2], cube[1], -cube[0]),
    "left": lambda cube: (-cube[2], cube[1], cube[0]),
    "away": lambda cube: (cube[0], cube[2], -cube[1]),
    "near": lambda cube: (cube[0], -cube[2], cube[1]),
    "clockwise": lambda cube: (cube[1], -cube[0], cube[2]),
    "counterclockwise": lambda cube: (-cube[1], cube[0], cube[2]),
}
KEYS: Final = {
    "right": "Shift+ArrowRight",
    "left": "Shift+ArrowLeft",
    "away": "Shift+ArrowUp",
    "near": "Shift+ArrowDown",
    "clockwise": "r",
    "counterclockwise": "Shift+R",
}
LIFTED: Final = 56
"""A finger carries a piece so many pixels above itself."""
HONOURS: Final = {"rolling": "roller", "turning": "turner"}
LIMIT: Final = 5_000

Lay = Callable[[str, Shape], None]
"""A way to lay a piece; whether it lies then is another question."""


def quarters(start: Shape, wanted: Shape) -> list[str]:
    """The fewest quarter turns from one way to lie to another."""
    ways: dict[Shape, list[str]] = {start: []}
    for shape in (waiting := [start]):
        for way, turn in QUARTERS.items():
            turned = moved_to_corner(map(turn, shape))
            if turned not in ways:
                ways[turned] = [*ways[shape], way]
                waiting.append(turned)
    return ways[wanted]


def middle(cubes: Shape) -> tuple[float, float]:
    """Of the box around them, in cells."""
    xs, ys = [x for x, _, _ in cubes], [y for _, y, _ in cubes]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


class BlockTable:
    """What one person sees of a game, and does in it."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page
        self.page.add_init_script(FLAT_BOARD)
        self.turned: dict[tuple[int, str], Shape] = {}
        """How pieces were turned in a round: they stay so when they are lifted."""

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def view(self) -> dict[str, Any]:
        """The latest view that the hall sent."""
        views: list[dict[str, Any]] = [message["view"] for message in self.window.told if message.get("view")]
        return views[-1]

    @property
    def side(self) -> dict[str, Any]:
        side: dict[str, Any] = self.view["sides"][self.view["you"]]
        return side

    def button(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def piece(self, letter: str) -> Locator:
        return self.page.locator(f'[data-piece="{letter}"]')

    def other(self, seat: int) -> Locator:
        return self.page.locator(f'[data-other="{seat}"]')

    def aims(self) -> list[str]:
        """Where the piece in the hand would lie."""
        names: list[str] = self.page.locator("[data-aim]").evaluate_all(
            "squares => squares.map(({ dataset }) => dataset.aim)"
        )
        return sorted(names)

    def solution(self) -> list[tuple[str, Shape]]:
        """How the task can be solved: what stands up first, and the upper level last."""
        board, die = self.side["board"], self.view["die"]
        task = tasks(board["level"])[board["numbers"][die - 1]]
        filling = read_filling(read_outline(board["outline"]), task.fillings[0])
        return sorted(filling.items(), key=lambda each: (min(z for *_, z in each[1]), -len(each[1])))

    # waiting

    def is_in(self, phase: str) -> None:
        expect(self.board).to_have_attribute("data-phase", phase)

    def shown(self) -> dict[str, list[str]]:
        """Which cubes of which piece are to be seen, on a flat board."""
        found: dict[str, list[str]] = {}
        squares: list[list[str]] = self.page.locator("[data-on]").evaluate_all(
            "squares => squares.map(({ dataset }) => [dataset.pieceAt, dataset.on])"
        )
        for piece, name in sorted(squares):
            found.setdefault(piece, []).append(name)
        return found

    def lies(self, cubes: Shape) -> None:
        for name in name_cubes(cubes):
            expect(self.page.locator(f'[data-on="{name}"]')).to_be_attached()

    # playing

    def choose(self, level: int) -> None:
        self.page.locator(f'[data-choose="{level}"]').click()

    def quarters(self, piece: str, cubes: Shape) -> list[str]:
        """The turns that a piece still needs."""
        place, wanted = (self.view["round"], piece), moved_to_corner(cubes)
        start = self.turned.get(place, moved_to_corner(SHAPES[piece]))
        self.turned[place] = wanted
        return quarters(start, wanted)

    def lay_by_mouse(self, piece: str, cubes: Shape) -> None:
        """Turned with the buttons, dragged from the tray to its place."""
        for number, way in enumerate(self.quarters(piece, cubes)):
            if number == 0:
                self.piece(piece).click()
            self.page.locator(f'[data-tumble="{way}"]').click()
        mouse = self.page.mouse
        mouse.move(*centre(self.piece(piece)))
        mouse.down()
        mouse.move(*self.on_screen(cubes), steps=4)
        assert self.aims() == sorted(name_cubes(cubes))
        mouse.up()

    def lay_by_keys(self, piece: str, cubes: Shape) -> None:
        """Taken, turned, carried and laid."""
        keys = self.page.keyboard
        keys.press(piece.lower())
        for way in self.quarters(piece, cubes):
            keys.press(KEYS[way])
        for key in self._way_to(cubes):
            keys.press(key)
        assert self.aims() == sorted(name_cubes(cubes))
        keys.press("Enter")

    def lay_by_finger(self, piece: str, cubes: Shape) -> None:
        for number, way in enumerate(self.quarters(piece, cubes)):
            if number == 0:
                self.piece(piece).tap()
            self.page.locator(f'[data-tumble="{way}"]').tap()
        finger, (to_x, to_y) = Finger(self.page), self.on_screen(cubes)
        finger.move(*centre(self.piece(piece)))
        finger.down()
        finger.move(to_x, to_y + LIFTED, steps=5)
        expect(self.button("carried")).to_be_visible()
        finger.up()

    def on_screen(self, cubes: Shape) -> tuple[float, float]:
        """The middle of these cubes' box on the lower level."""
        one = min(cubes)
        box = self.page.locator(f'[data-cube="{name_cube((one[0], one[1], 0))}"]').bounding_box()
        assert box is not None
        size = box["width"] / 0.96
        x, y = middle(cubes)
        centre_x, centre_y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return centre_x + (x - one[0]) * size, centre_y - (y - one[1]) * size

    def _way_to(self, cubes: Shape) -> Iterator[str]:
        """Arrows towards the goal, as the hints show the way."""
        wanted = sorted(name_cubes(cubes))
        goal_x, goal_y = middle(cubes)
        for _ in range(12):
            aims = self.aims()
            if aims == wanted:
                return
            columns, rows = [ord(name[0]) - ord("c") for name in aims], [int(name[1]) - 3 for name in aims]
            right = goal_x - (min(columns) + max(columns)) / 2
            away = goal_y - (min(rows) + max(rows)) / 2
            if abs(right) >= abs(away):
                yield "ArrowRight" if right > 0 else "ArrowLeft"
            else:
                yield "ArrowUp" if away > 0 else "ArrowDown"

    def put(self, lay: Lay, piece: str, cubes: Shape) -> None:
        """Laid in this way, and seen to lie."""
        lay(piece, cubes)
        self.lies(cubes)

    def solve(self, lay: Lay) -> None:
        """All pieces in one way; with the last one the next thing happens before one sees it lie."""
        unsolved = self.page.locator(f'[data-round="{self.view["round"]}"]:not([data-solved])')
        self.begin(lay)
        lay(*self.solution()[-1])
        expect(unsolved).to_have_count(0)

    def play_round(self) -> None:
        """On to the next break, or to the end."""
        while self.phase not in ("between", "over"):
            match self.phase:
                case "rolling" | "turning" as phase:
                    if (honour := self.button("honour")).count():
                        honour.press("Enter")
                    expect(self.board).not_to_have_attribute("data-phase", phase)
                case "building" if not self.view["solved"].count(self.view["you"]):
                    self.solve(self.lay_by_keys)

    def play_to_the_end(self) -> None:
        """Through a playoff, if there is one."""
        while self.window.main.get_attribute("data-status") != "over":
            self.play_round()
            if self.phase == "between":
                self.button("ready").click()
                expect(self.board).not_to_have_attribute("data-phase", "between")

    @property
    def phase(self) -> str | None:
        return self.board.get_attribute("data-phase")

    def begin(self, lay: Lay) -> None:
        """All pieces but the last."""
        for piece, cubes in self.solution()[:-1]:
            self.put(lay, piece, cubes)


def centre(goal: Locator) -> tuple[float, float]:
    box = goal.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def honours(host: BlockTable, friend: BlockTable) -> None:
    """The player with the honour rolls the die and turns the hourglass; after five seconds the clock does."""
    expect(host.board).not_to_have_attribute("data-phase", "choosing")
    for phase, whose in HONOURS.items():
        honoured = host if host.view[whose] == host.view["you"] else friend
        with suppress(Late):
            honoured.page.locator(f'[data-phase="{phase}"]').get_by_test_id("honour").click(timeout=LIMIT)
        expect(host.board).not_to_have_attribute("data-phase", phase)
    for table in (host, friend):
        table.is_in("building")


def alone(me: Window, **options: Any) -> BlockTable:
    sitting = BlockTable(me)
    table = set_up(me, "ubongo", [], {"level": 1, **options})["table"]
    me.visit(f"/t/{table}")
    return sitting


def sit_down(come_in: ComeIn, **options: Any) -> tuple[BlockTable, BlockTable]:
    """Two players who still have to choose their level."""
    host, friend = come_in(), come_in()
    sitting = BlockTable(host), BlockTable(friend)
    table = set_up(host, "ubongo", ["open"], {"level": 1, "rounds": 1, "hourglass": 300, **options})["table"]
    begin(host, friend, table)
    return sitting
