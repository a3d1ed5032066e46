"""Unused tables are freed at once, without the garbage collector, which runs rarely."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.halls import ADA, Recorder, arrive, new_row, open_hall
from tests.kit.halls import gone as put_away
from ukumbi.core import Match, Seat
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


Watched = tuple["weakref.ref[Table]", "weakref.ref[Match]"]


def watched(table: Table) -> Watched:
    return weakref.ref(table), weakref.ref(table.match)


async def gone(refs: Watched) -> None:
    """Wait until all are freed; a reference cycle would keep them for ever."""
    for _ in range(2000):
        if all(ref() is None for ref in refs):
            return
        await asyncio.sleep(0)
    held = [ref() for ref in refs]
    assert held == [None, None], [gc.get_referrers(thing) for thing in held if thing is not None]


@pytest.mark.parametrize("game", ["rukuni", "pounce", "berries"])
async def test_a_table_that_is_put_away_is_freed(tmp_path: Path, game: str) -> None:
    async with open_hall(tmp_path) as hall:

        async def visit() -> Watched:
            table = await hall.create(new_row(game, status="open"))
            people = [Recorder("ada"), Recorder("ben")]
            for seat, person in enumerate(people):
                arrive(table, person, Seat(seat))
            await people[1].received(people[1].updates)
            people[0].submit(table, 0, "no such move")
            await people[0].received(people[0].refusals)
            for person in people:
                table.leave(person)
                hall.disconnect(person)
            hall.forget(table)
            return watched(table)

        await gone(await visit())


async def test_a_finished_game_of_bots_is_freed(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:

        async def visit() -> Watched:
            row = new_row("berries", ADA, Occupant(bot="busy"), options=b'{"size": 12}', status="open")
            table, ada = await hall.create(row), Recorder("ada")
            arrive(table, ada, Seat(0))
            while table.status != "over":
                await table.bots_and_clock.changed()
            await asyncio.gather(*table.bots_and_clock.thinking.values(), return_exceptions=True)
            table.leave(ada)
            hall.disconnect(ada)
            await put_away(hall, table.id)
            return watched(table)

        await gone(await visit())
