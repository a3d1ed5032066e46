"""A player at a table of Ubongo in 3-D, who swipes and carries pieces by mouse or finger."""

from math import dist
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Mouse, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import BlockTable, centre, honours, middle
from tests.browser.kit.finger import Finger
from tests.browser.kit.match import begin, set_up
from tests.browser.kit.window import Window
from tests.browser.kit.words import word
from ukumbi.games.ubongo.grid import name_cubes
from ukumbi.games.ubongo.pieces import Shape

IN_SPACE: Final = "localStorage.setItem('ukumbi.ubongo.look', 'space')"
SWIPES: Final = {"right": (60, 0), "left": (-60, 0), "away": (0, -60), "near": (0, 60)}
"""Pixels that the hand goes to tip a piece over; about its upright axis the buttons turn it."""
PROBE: Final = 24
"""Pixels of a step that shows how far one gets with it on the board."""
BESIDE: Final = (0.9, 0.5)
"""Beside the board, so that a swipe in each way begins and ends in the picture."""
TRIES: Final = 20
FRAME: Final = "new Promise(requestAnimationFrame)"
FRAMES: Final = (
    "new Promise(done => { let n = 20; const on = () => (n-- ? requestAnimationFrame(on) : done()); on(); })"
)
NEAR: Final = 0.1
"""Of a cell: a piece this near to the middle of its place is near enough."""

SMALL: Final[Any] = {"width": 960, "height": 600}
"""Few points to draw: here the processor does it."""

Spot = tuple[float, float]


class SpaceTable(BlockTable):
    """What one person does to a board in space."""

    def __init__(self, window: Window, *, by_finger: bool = False) -> None:
        super().__init__(window)
        self.page.add_init_script(IN_SPACE)
        self.hand: Mouse | Finger = Finger(self.page) if by_finger else self.page.mouse

    @property
    def space(self) -> Locator:
        return self.button("space-bench")

    @property
    def usual(self) -> Locator:
        """The way back to the view that one begins with."""
        return self.space.get_by_role("button", name=word("board.usual"))

    def spot(self, across: float, down: float) -> Spot:
        """A point of the picture."""
        box = self.space.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    def rests(self) -> None:
        """Let so many frames go by that whatever moved has come to rest, or been drawn once more."""
        self.page.evaluate(FRAMES)

    def turn_by_hand(self, piece: str, cubes: Shape) -> None:
        """As it is to lie: tipped over by swipes, turned about its upright axis with the buttons."""
        for number, way in enumerate(self.quarters(piece, cubes)):
            if number == 0:
                self.piece(piece).click()
            if way in SWIPES:
                self.swipe(piece, way)
            else:
                self.page.locator(f'[data-tumble="{way}"]').click()

    def swipe(self, piece: str, way: str) -> None:
        """Once more if it was not quick enough: a slow one turns the view at most, which is put back."""
        x, y = self.spot(*BESIDE)
        right, down = SWIPES[way]
        hand, before = self.hand, self.piece(piece).inner_html()
        for _ in range(TRIES):
            hand.move(x - right / 2, y - down / 2)
            hand.down()
            hand.move(x + right / 2, y + down / 2)
            hand.up()
            self.page.evaluate(FRAME)
            if self.piece(piece).inner_html() != before:
                return
            if self.usual.count():
                self.usual.click()
                expect(self.usual).to_have_count(0)
        raise AssertionError(f"no swipe tips {piece} over")

    def lay_in_space(self, piece: str, cubes: Shape) -> None:
        """Dragged from the tray until its middle is over the middle of its place: there it lands."""
        self.carry(piece, middle(cubes))
        assert self.space.get_attribute("data-target") == " ".join(sorted(name_cubes(cubes)))
        self.hand.up()

    def carry(self, piece: str, goal: Spot) -> None:
        """From the tray over the board, nearer and nearer to a point of it."""
        self.hand.move(*centre(self.piece(piece)))
        self.hand.down()
        x, y = self.spot(0.5, 0.5)
        across, along = self._over(x + PROBE, y), self._over(x, y + PROBE)
        at = self._over(x, y)
        (a, c), (b, d) = ((there[0] - at[0], there[1] - at[1]) for there in (across, along))
        while (left := dist(at, goal)) > NEAR:
            right, away = goal[0] - at[0], goal[1] - at[1]
            x += PROBE * (right * d - away * b) / (a * d - b * c)
            y += PROBE * (away * a - right * c) / (a * d - b * c)
            at = self._over(x, y)
            assert dist(at, goal) < left, f"it is at {at}, and comes no nearer to {goal}"

    def _over(self, x: float, y: float) -> Spot:
        """Which point of the board the middle of the piece is over, in cells, when the hand is there."""
        self.hand.move(x, y, steps=2)
        self.page.evaluate(FRAME)  # a finger's moves are told frame by frame
        across, along = (self.space.get_attribute("data-at") or "").split()
        return float(across), float(along)


def alone_in_space(me: Window, *, by_finger: bool = False, **options: Any) -> SpaceTable:
    sitting = SpaceTable(me, by_finger=by_finger)
    me.visit(f"/t/{set_up(me, 'ubongo', [], options)['table']}")
    return sitting


def in_company(come_in: ComeIn, drawing: Browser, **wishes: Any) -> tuple[SpaceTable, BlockTable]:
    """Two players who build: the host in 3-D, the friend flat."""
    host = come_in(through=drawing, viewport=SMALL, **wishes).excuse("GL Driver Message")
    sitting = SpaceTable(host), BlockTable(friend := come_in())
    options = {"level": 1, "rounds": 1, "hourglass": 300}
    begin(host, friend, set_up(host, "ubongo", ["open"], options)["table"])
    for table in sitting:
        table.choose(1)
    honours(*sitting)
    return sitting
