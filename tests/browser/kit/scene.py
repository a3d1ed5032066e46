"""The scene page: the built client, at tables that no hall has.

The browser loads the client's files from the disk. Its requests are answered and its connection ends in the
test, which plays the real rules. Nothing of this is in what players load.
"""

from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlsplit

import msgspec
from playwright.sync_api import Route, WebSocketRoute

from tests.browser.kit.languages import choose
from tests.browser.kit.scene_table import ME, NAMES, Player, SceneTable
from tests.browser.kit.screens import DESK
from tests.browser.kit.window import FLAT_BOARD, Window
from tests.kit.halls import REGISTRY
from tests.kit.scripted_clock import START
from ukumbi.core import Entry, Refused
from ukumbi.core.lessons import play_task
from ukumbi.games import GAMES
from ukumbi.hall import messages
from ukumbi.hall.messages import ClientIn, ClientOut
from ukumbi.hall.publish import encode
from ukumbi.server.bodies import Addresses, DevicePass, LessonTries, Me
from ukumbi.server.cards import game_card
from ukumbi.server.files import CLIENT, NOWHERE, PAGES, TYPES
from ukumbi.server.lesson_cards import figures_card, lesson_card, lesson_reply

ADDRESS: Final = "http://scenes.localhost"
REACHED: Final = "http://192.168.1.20:8000"
"""Where other devices would find the hall."""
PASS_MILLISECONDS: Final = 600_000
_tries: Final = msgspec.json.Decoder(LessonTries).decode
_hear: Final = msgspec.json.Decoder(ClientIn).decode


class Scene:
    """A window whose page shows one table after the other."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self._tables: dict[str, SceneTable] = {}
        window.log = lambda: self.table.match.log.records
        self.table: SceneTable
        """That the page shows."""
        self._line: WebSocketRoute | None = None
        self._is_open = self._down = False
        self._player = Player(ME, self._send)
        self._now = START
        """What the page is told of the time; it counts on from there by itself."""

    def visit(self, path: str = "/") -> Window:
        """Load a page."""
        if not self._is_open:
            self._is_open = True
            self.window.page.add_init_script(FLAT_BOARD)
            self.window.context.route(f"{ADDRESS}/**", self._answer)
            self.window.page.route_web_socket("**/ws", self._opened)
        return self.window.visit(path)

    def clear(self) -> None:
        """No table, as before the first one."""
        self._down = False
        if self._is_open:
            self.go("/nowhere")
            self.window.page.set_viewport_size(DESK)
            choose(self.window, "en")
            self.window.is_nowhere("nowhere.title")
            self.window.page.evaluate(f"localStorage.clear(); window.spoken = []; {FLAT_BOARD}")
        self._tables.clear()
        for noted in (self.window.told, self.window.sent, self.window.complaints):
            noted.clear()
        self.window.excused = ()

    def show(self, table: SceneTable, *, invited: bool = True) -> Window:
        """The page goes to this table, for a guest by the host's link."""
        self.at(table)
        self.table = table
        key = table.table.row.seat_key if invited else "none"
        return self.go(f"/t/{table.id}" + (f"?seat={key}" if table.me is None else ""))

    def at(self, *tables: SceneTable) -> Self:
        """These are tables that the page may ask for."""
        self._tables |= {table.id: table for table in tables}
        return self

    def go(self, path: str) -> Window:
        """By a link: what is loaded stays."""
        if not self._is_open:
            self.visit().page.get_by_test_id("my-name").wait_for()
        return self.window.go(path)

    # requests

    def _answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        if asked.path.startswith("/api/"):
            try:
                path, query = asked.path.split("/")[2:], dict(parse_qsl(asked.query))
                answer, status = self._asked(path, query, route.request.post_data_buffer or b""), 200
            except Refused as refusal:
                answer, status = {"code": refusal.code, "facts": refusal.facts}, 404
            route.fulfill(status=status, body=encode(answer), content_type="application/json")
            return
        file = CLIENT / asked.path.removeprefix("/")
        if not file.is_file():
            file = CLIENT / PAGES.get(asked.path.split("/")[1], NOWHERE)
        route.fulfill(path=file, content_type=TYPES.get(file.suffix))

    def _asked(self, path: list[str], query: dict[str, str], body: bytes) -> Any:
        match path:
            case ["games", game, "lesson" | "figures" as what, *task]:
                return _taught(REGISTRY[game], what, task, body)
            case ["games"]:
                return [game_card(entry) for entry in GAMES]
            case ["games", game, "position"]:
                rules = REGISTRY[game].game
                return rules.view(rules.from_position(query["at"]), None)
            case ["addresses"]:
                return Addresses(open=True, addresses=(REACHED,), command="")
            case ["me"]:
                return Me(ME, NAMES[0], invented=False)
            case ["me", "tables"]:
                return [table.brief() for table in self._tables.values() if table.me is not None]
            case ["me", "tables", _]:
                return None
            case ["me", "bests", game]:
                played = [table.best() for table in self._tables.values() if table.table.row.game == game]
                return [best for best in played if best is not None]
            case ["me", "device"]:
                raise Refused("no_such_pass")
            case ["me", "pass"]:
                return DevicePass("abcd-efgh", self._now + PASS_MILLISECONDS)
            case ["tables", table]:
                return self._tables[table].card(query.get("seat"))
            case ["tables", table, "replay"]:
                return self._tables[table].replay()
            case ["tables", table, "hint"]:
                return self._tables[table].hint()
        raise AssertionError(f"the scene page does not answer {path}")

    # the connection

    def hang_up(self) -> None:
        """The connection is lost, and does not come back."""
        assert self._line is not None
        self._down = True
        self._line.close()

    def call(self, table: SceneTable) -> None:
        """Somebody waits at another table."""
        self.at(table)
        self._tell(messages.Called(table.id, table.table.row.game, NAMES[1]))

    def _opened(self, line: WebSocketRoute) -> None:
        if self._down:
            line.on_message(lambda _: line.close())
            return
        self._line = line
        line.on_message(self._hear)
        self._tell(messages.Welcome(ME, NAMES[0], "scene"))

    def _tell(self, message: ClientOut) -> None:
        self._send(encode(message))

    def _send(self, message: bytes) -> None:
        assert self._line is not None
        self.window.told.append(msgspec.json.decode(message))
        self._line.send(message.decode())

    def _hear(self, text: str | bytes) -> None:
        self.window.sent.append(msgspec.json.decode(text))
        said = _hear(text)
        if isinstance(said, messages.Ping):
            self._tell(messages.Pong(said.ref, self._now))
            return
        scene = self._tables.get(said.table)
        if scene is None:
            return
        try:
            self._answers(scene, said)
        except Refused as refusal:
            ref = getattr(said, "ref", None)
            self._tell(messages.Refused(refusal.code, dict(refusal.facts), said.table, ref))

    def _answers(self, scene: SceneTable, said: ClientIn) -> None:
        match said:
            case messages.Join():
                self._join(scene)
            case messages.Leave():
                scene.table.publisher.leave(self._player)
            case messages.Move():
                assert scene.me is not None
                scene.play(scene.me, said.move, said.ref)
                self._tell(messages.Accepted(said.table, said.ref))
                if not scene.match.game.simultaneous:
                    scene.bots_play()
            case messages.Plan():
                steps = scene.match.game.steps(scene.view(), said.parts)
                self._tell(messages.Planned(said.table, said.ref, steps.next, steps.move, steps.notes))
            case messages.Look():
                self._tell(messages.Past(said.table, said.ref, said.seq, scene.past(said.seq)))

    def _join(self, scene: SceneTable) -> None:
        self._now = max(self._now, scene.match.now)
        scene.table.publisher.join(self._player, scene.me)
        scene.table.publisher.send_sync(scene.table, self._player, list(scene.match.history))


def _taught(entry: Entry, what: str, name: list[str], body: bytes) -> Any:
    """A lesson, what comes of a try in it, or the figures of the rules."""
    if what == "figures":
        return figures_card(entry)
    if not name:
        return lesson_card(entry, ())
    task = entry.task(name[0])
    return lesson_reply(task, play_task(task, _tries(body).tries))
