"""A node dies, freezes or goes; its player goes on at another, through nginx as the docs configure it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

import pytest

from benchmarks import nginx, postgres
from benchmarks.cluster.nodes import Node
from benchmarks.nginx import Nginx, free_ports
from benchmarks.postgres import Postgres
from tests.browser.conftest import ComeIn
from tests.browser.kit.window import LINE_IS_DOWN, Window
from tests.browser.kit.words import word

pytestmark = pytest.mark.skipif(
    not (nginx.is_installed() and postgres.is_installed()), reason="there is no nginx or no PostgreSQL"
)
OWNER = "SELECT n.name FROM tables t JOIN nodes n ON n.number = t.owner ORDER BY t.number DESC LIMIT 1"


class Hall(NamedTuple):
    """Two nodes behind nginx."""

    nodes: dict[str, Node]
    address: str
    ask: Callable[[str], list[list[str]]]

    def owner(self) -> Node:
        """The node of the newest table."""
        ((name,),) = self.ask(OWNER)
        return self.nodes[name]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("nodes")
    with ExitStack() as opened:
        database = opened.enter_context(Postgres("fsync=off"))
        name = database.new_database()
        url, options = database.url(name), ("--behind-proxy", "--bot-pace", "0")
        nodes = {node: opened.enter_context(Node(folder, node, url, *options)) for node in ("a", "b")}
        ports = [*(node.port for node in nodes.values()), *free_ports(1)]
        proxy = opened.enter_context(Nginx(folder, ports))
        address = f"https://127.0.0.1:{proxy.port}"
        yield Hall(nodes, address, lambda statement: database.ask(statement, name))


@pytest.fixture
def me(come_in: ComeIn, hall: Hall) -> Window:
    window = come_in(address=hall.address, ignore_https_errors=True).excuse(*LINE_IS_DOWN)
    window.play_the_bot()
    window.any_turn(Random(1))
    window.shows(3)
    window.page.evaluate("window.stayed = true")
    return window


def test_the_page_outlives_a_node(me: Window, hall: Hall) -> None:
    node = hall.owner()
    node.kill()
    me.has_lost_the_line()
    me.has_the_line()
    me.any_turn(Random(2))
    me.shows(5)
    assert hall.owner() is not node
    node.start()
    assert me.page.evaluate("window.stayed")


def test_a_move_into_a_frozen_node_counts_once_at_another(me: Window, hall: Hall) -> None:
    node = hall.owner()
    node.freeze()
    me.any_turn(Random(3))
    me.shows(5)
    assert hall.owner() is not node
    node.thaw()
    assert node.wait() == 75
    node.start()
    assert len({move["ref"] for move in me.moves_sent()}) == 2


def test_a_player_does_not_notice_that_a_node_goes(me: Window, hall: Hall) -> None:
    node = hall.owner()
    assert node.stop() == 0
    me.any_turn(Random(4))
    me.shows(5)
    assert hall.owner() is not node
    node.start()
    assert word("connection.lost") not in me.page.evaluate("window.spoken")
    assert me.page.evaluate("window.stayed")
