"""What really happened at a table: its log, replayed by the library."""

from collections.abc import Sequence
from typing import Any

import msgspec

import ukumbi
from tests.browser.kit.window import Window
from ukumbi.core import Outcome, Record, replay
from ukumbi.games.rukuni.view import RukuniView

RUKUNI = ukumbi.game("rukuni")


class Story:
    """A game of Rukuni as the log tells it."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.states: dict[int, Any] = {record.seq: state for record, state in replay(RUKUNI, records)}

    @property
    def last(self) -> int:
        return self.records[-1].seq

    @property
    def turns(self) -> list[str]:
        events = (msgspec.json.decode(record.event) for record in self.records)
        return [event["turn"] for event in events if event["type"] == "turned"]

    @property
    def outcome(self) -> Outcome | None:
        return RUKUNI.outcome(self.states[self.last])

    def view(self, seq: int | None = None) -> RukuniView:
        view: RukuniView = RUKUNI.view(self.states[seq or self.last], None)
        return view

    def pieces(self, seq: int | None = None) -> dict[str, str]:
        return pieces(self.view(seq))


def pieces(view: RukuniView) -> dict[str, str]:
    """The hollows that are not empty, and what stands in them."""
    standing = dict.fromkeys(view.towers, "tower")
    for colour, side in (("white", view.white), ("grey", view.grey)):
        standing |= {peg: colour for group in side.groups for peg in group.pegs}
    return standing


def story(window: Window, table: str = "") -> Story:
    """The log of the table in this window, or of another one, as this person may know it."""
    if window.log is not None:
        return Story(window.log())
    answer = window.context.request.get(f"{window.address}/api/tables/{table or window.table}/log")
    assert answer.ok, answer.status_text
    return Story(msgspec.json.decode(answer.body(), type=list[Record]))


def shows_what_happened(window: Window, seq: int | None = None) -> None:
    """The board and the score in the window are those of the log, now or after `seq`."""
    told = story(window)
    view = told.view(seq)
    assert {hollow: piece for hollow, piece in window.pieces().items() if piece} == told.pieces(seq)
    assert len(window.pieces()) == 61
    assert window.score() == (view.white.points, view.grey.points)
