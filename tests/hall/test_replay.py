"""A finished game is folded once for each page and reviewed once."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.kit.actions import tamper
from tests.kit.fragile.rules import Fragile
from tests.kit.halls import REGISTRY, new_row, open_hall, past_table
from ukumbi.core import Refused, Remark, Seat
from ukumbi.hall import replay
from ukumbi.hall.hall import Hall
from ukumbi.hall.replay import Replays
from ukumbi.hall.table import Table

STEPS = 70
ALL = list(range(1, STEPS + 2))


async def finished(hall: Hall) -> Table:
    row = new_row("fragile", options=b'{"steps":%d}' % STEPS, status="over")
    await past_table(hall.ledger, row, STEPS + 1)
    return await hall.table(row.id)


class Reviewer:
    """Replaces Fragile's own review, which is empty."""

    def __init__(self, *, fails: bool = False) -> None:
        self.asked = 0
        self._fails = fails

    def __call__(self, moments: Sequence[tuple[Any, Any]]) -> list[Remark]:
        self.asked += 1
        assert [state.taken for _, state in moments] == list(range(STEPS + 1))
        if self._fails:
            raise RuntimeError("a mistake in the review")
        return [Remark(STEPS, Seat(1), "last_step", {})]


@pytest.fixture
def fragile() -> Fragile:
    game = REGISTRY["fragile"].game
    assert isinstance(game, Fragile)
    return game


async def test_a_page_has_a_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty views and events of Fragile have more than a thousand bytes; one has fewer."""
    monkeypatch.setattr(replay, "PAGE_BYTES", 1000)
    async with open_hall(tmp_path) as hall:
        table, replays, seen = await finished(hall), Replays(hall), list[int]()
        while seen != ALL:
            page = await replays.page(table, None, len(seen))
            assert 1 < len(page) < 30
            assert sum(len(moment.view) + len(moment.event) for moment in page[:-1]) <= 1000
            seen += [moment.seq for moment in page]


async def test_many_requests_share_one_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fragile: Fragile
) -> None:
    monkeypatch.setattr(fragile, "review", reviewer := Reviewer(), raising=False)
    async with open_hall(tmp_path) as hall:
        table, replays = await finished(hall), Replays(hall)
        told = await asyncio.gather(*(replays.remarks(table) for _ in range(5)))
        told.append(await replays.remarks(table))
    assert [[(remark.seq, remark.seat) for remark in each] for each in told] == [[(STEPS + 1, 1)]] * 6
    assert reviewer.asked == 1


async def test_a_failing_review_leaves_the_replay(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fragile: Fragile,
) -> None:
    monkeypatch.setattr(fragile, "review", Reviewer(fails=True), raising=False)
    async with open_hall(tmp_path) as hall:
        table, replays = await finished(hall), Replays(hall)
        assert await replays.remarks(table) == ()
        assert [moment.seq for moment in await replays.page(table, None, 0)] == ALL
        assert hall.tables[table.id].status == "over"
    assert "cannot be reviewed" in caplog.text


async def test_a_finished_game_that_cannot_be_folded_is_refused(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await finished(hall)
        tamper(tmp_path, 'UPDATE events SET event = \'{"type":"jumped"}\' WHERE seq = 3')
        with pytest.raises(Refused, match="table_stopped"):
            await Replays(hall).page(table, None, 0)
