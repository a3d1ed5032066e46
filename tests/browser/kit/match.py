"""Two people at one table, each in a browser of their own."""

from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import expect

from benchmarks.players.guest import Guest
from tests.browser.conftest import ComeIn
from tests.browser.kit.records import story
from tests.browser.kit.stand_in import ALL, play_turns
from tests.browser.kit.window import Window
from tests.browser.kit.words import word


def new_table(window: Window, *others: str, white: str = "first", watch: str = "link") -> dict[str, Any]:
    """A table for Rukuni."""
    return set_up(window, "rukuni", others, {"white": white}, watch)


def set_up(
    window: Window,
    game: str,
    others: Sequence[str],
    options: dict[str, Any],
    watch: str = "link",
    *,
    coach: bool = False,
) -> dict[str, Any]:
    """Set a table up as the start page does, with choices that a test needs; mostly without a coach."""
    form = {"game": game, "others": others, "options": options, "watch": watch}
    answer = window.context.request.post(f"{window.address}/api/tables", data=form)
    assert answer.ok, answer.status_text
    card: dict[str, Any] = answer.json()
    Guest.invitations[card["table"]] = card["seat_key"] or ""
    if "open" not in others:
        window.coached(card["table"], on=coach)
    return card


def link_to(table: str) -> str:
    """The link that the host of a table passes on."""
    return f"/t/{table}?seat={Guest.invitations[table]}"


def before(window: Window, turns: int) -> Window:
    """In front of Rukuni against a bot, in which so many turns were played before the page was opened."""
    table = new_table(window, "1")["table"]
    play_turns(window, turns=turns, table=table)
    return window.visit(f"/t/{table}")


def before_the_end(window: Window) -> Window:
    """In front of a game of Rukuni that is over."""
    before(window, ALL).ending.wait_for()
    return window


def post(window: Window, path: str) -> dict[str, Any]:
    """Do something at a table without looking at it."""
    if path.endswith("/sit"):
        path += f"?seat={Guest.invitations.get(path.split('/')[1], '')}"
    answer = window.context.request.post(f"{window.address}/api/{path}")
    assert answer.ok, answer.text()
    card: dict[str, Any] = answer.json()
    return card


def rename(window: Window, name: str) -> Window:
    """Give the person in this window a name."""
    window.context.request.put(f"{window.address}/api/me", data={"name": name})
    return window


def invitation(window: Window) -> str:
    """The link for a friend, as it stands on the page."""
    return window.page.get_by_label(word("invite.link")).input_value()


class Match:
    """A game between two people; the hall decides who is White."""

    def __init__(self, host: Window, friend: Window, seed: int = 1) -> None:
        self.host, self.friend = host, friend
        self.rng = Random(seed)
        host.plays()
        friend.plays()
        white = story(host).view().white.seat
        self.white, self.grey = (host, friend) if host.you == white else (friend, host)
        self.seq = 1

    @property
    def mover(self) -> Window:
        return self.white if self.seq % 2 else self.grey

    @property
    def waiting(self) -> Window:
        return self.grey if self.seq % 2 else self.white

    def hurry(self, turns: int) -> None:
        """So many turns are played for both, and both see them."""
        play_turns(self.host, self.friend, turns=self.seq - 1 + turns)
        self.seq += turns
        self.host.shows(self.seq)
        self.friend.shows(self.seq)

    def turn(self) -> str:
        """The player to move makes a turn, and sees it on the board."""
        mover = self.mover
        turn = mover.any_turn(self.rng)
        self.seq += 1
        mover.shows(self.seq)
        return turn

    def turns(self, number: int) -> None:
        for _ in range(number):
            self.turn()
            self.mover.shows(self.seq)

    def to_the_end(self) -> None:
        while story(self.host).outcome is None:
            self.turns(1)
        for window in (self.host, self.friend):
            expect(window.main).to_have_attribute("data-status", "over")


def sit_down(
    come_in: ComeIn,
    *,
    address: str | None = None,
    windows: tuple[Window, Window] | None = None,
    names: tuple[str, str] | None = None,
    **wishes: Any,
) -> Match:
    """The host is White; the friend comes by the link, over a line of their own if need be."""
    host, friend = windows or (
        come_in(**wishes),
        come_in(**({"address": address} if address else {}), **wishes),
    )
    for window, name in zip((host, friend), names or (), strict=False):
        rename(window, name)
    table = new_table(host, "open")["table"]
    begin(host, friend, table)
    return Match(host, friend)


def begin(host: Window, friend: Window, table: str) -> None:
    """The friend sits down at the host's table, both are ready, and then they come to it."""
    post(friend, f"tables/{table}/sit")
    for window in (host, friend):
        post(window, f"tables/{table}/ready")
        window.visit(f"/t/{table}")


def begin_unseen(host: Window, friend: Window, table: str) -> None:
    """The same, but the game has begun before any page is opened."""
    post(friend, f"tables/{table}/sit")
    for window in (host, friend):
        post(window, f"tables/{table}/ready")
    play_turns(host, friend, turns=0, table=table)
