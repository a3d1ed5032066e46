"""Views and messages are encoded once for each viewpoint, for any number of viewers."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from tests.kit.client import Client
from tests.kit.counting_games import VIEWS
from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, joined, two_at_a_table
from ukumbi.core import Seat
from ukumbi.hall import publish
from ukumbi.hall.messages import Update

CROWD = 40


async def test_a_crowd_is_announced_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile"), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        before = len(ada.presences)
        for number in range(CROWD):
            arrive(table, Recorder(f"eve{number}"), None)
        assert len(ada.presences) == before
        await ada.received(ada.presences, before + 1)
        assert len(ada.presences) == before + 1


SPECTATORS = 20


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Counter[type]:
    """The number of encoded messages of each type."""
    counts: Counter[type] = Counter()
    encode = publish.encode

    def counted(message: Any) -> bytes:
        counts[type(message)] += 1
        return encode(message)

    monkeypatch.setattr(publish, "encode", counted)
    return counts


async def watched_table(
    server: HallProcess, game: str, **form: Any
) -> tuple[str, list[Client], list[Client]]:
    """A table with two players and many spectators."""
    table, players = await two_at_a_table(server, game, watch="on_live", **form)
    spectators = [await Client.at(await guest_at(server)) for _ in range(SPECTATORS)]
    for spectator in spectators:
        await joined(spectator, table)
    for client in (*players, *spectators):
        await client.fence()
    return table, players, spectators


async def test_without_secrets_one_encoding_serves_all(tmp_path: Path, written: Counter[type]) -> None:
    async with hall_in_process(tmp_path) as (server, _):
        table, players, spectators = await watched_table(server, "rukuni")
        VIEWS.clear()
        written.clear()
        for number, move in enumerate(("a1-a4/b4", "i9-i6/h6"), start=1):
            players[number - 1].say("move", table=table, move=move, answers=number, ref=f"{number}")
            told = [await client.hear("update", seq=number + 1) for client in (*players, *spectators)]
            assert len(told) == 2 + SPECTATORS
            assert (sum(VIEWS.values()), written[Update]) == (number, number)


async def test_with_secrets_each_seat_has_its_encoding_and_spectators_share_one(
    tmp_path: Path, written: Counter[type]
) -> None:
    async with hall_in_process(tmp_path) as (server, _):
        table, players, spectators = await watched_table(server, "pounce", options={"beat_ms": 600_000})
        first = players[0]
        first.say("join", table=table)
        card = (await first.hear("sync"))["view"]["hand"][0]
        VIEWS.clear()
        written.clear()
        first.say("move", table=table, move=f"lay {card}", answers=2, ref="r")
        told = [await client.hear("update", seq=3) for client in (*players, *spectators)]
        assert VIEWS == {0: 1, 1: 1, None: 1}
        assert written[Update] == 3
        assert [update["view"]["own"] for update in told] == [card] + [None] * (1 + SPECTATORS)
