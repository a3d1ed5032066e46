"""Bots get only the bytes of a view."""

import asyncio
import sys
from pathlib import Path

import pytest
from msgspec import Raw

from tests.kit.halls import ADA, BEN, REGISTRY, Recorder, arrive, first_change, new_row, open_hall
from tests.kit.pounce.state import Called, Card, Dealt, PounceOptions
from ukumbi.bots.worker import AdviceWanted, Question
from ukumbi.core import Instant, Record, Seat, codec
from ukumbi.hall.hall import Hall
from ukumbi.ledger import Append, Occupant

POUNCE = REGISTRY["pounce"].game
LATER = Instant(4_000_000_000_000)

EAVESDROPPER = """#!{python}
import os, runpy, sys
from threading import Thread

hall, (heard, passed_on) = os.dup(0), os.pipe()
os.dup2(heard, 0)

def listen():
    with open("{overheard}", "ab", 0) as kept:
        while chunk := os.read(hall, 1 << 16):
            kept.write(chunk)
            os.write(passed_on, chunk)
    os._exit(0)

Thread(target=listen, daemon=True).start()
sys.path.insert(0, os.getcwd())
sys.argv[1:] = sys.argv[3:]
runpy.run_module("ukumbi.bots.worker", run_name="__main__")
"""
"""A wrapper of Python that records a worker's input."""


def test_a_request_to_a_bot_has_only_a_view() -> None:
    assert Question.__struct_fields__ == ("game", "level", "seat", "view")
    assert AdviceWanted.__struct_fields__ == ("game", "seat", "view")


async def _deal(hall: Hall, mine: tuple[int, ...], others: tuple[int, ...], pile: tuple[int, ...]) -> None:
    """Let a bot move in this world, at a table with two people: with one, the game would pause."""
    hands = tuple(tuple(map(Card, hand)) for hand in (others, mine, pile[:3]))
    dealt = [Dealt(PounceOptions(), hands, tuple(map(Card, pile[3:]))), Called(3, LATER)]
    row = new_row("pounce", ADA, Occupant(bot="highest"), BEN)
    number = await hall.ledger.create(row, first_change(row))
    encode = codec(POUNCE).encode
    records = [Record(seq, Instant(0), None, Raw(encode(event))) for seq, event in enumerate(dealt, start=1)]
    written = asyncio.get_running_loop().create_future()
    hall.ledger.append(Append(number, records, "playing", None, False), written.set_result)
    assert await written is None
    table, recorder = await hall.table(row.id), Recorder("ada")
    arrive(table, recorder, Seat(0))
    await recorder.received(recorder.updates)


@pytest.mark.deep
async def test_worlds_that_look_the_same_send_the_worker_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All input of the worker is recorded, byte for byte."""
    overheard, client = tmp_path / "overheard", tmp_path / "client.py"
    client.write_text(EAVESDROPPER.format(python=sys.executable, overheard=overheard))
    client.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(client))
    said = []
    async with open_hall(tmp_path) as hall:
        for mine, others, pile in (
            ((1, 2, 3), (4, 5, 6), tuple(range(7, 17))),
            ((1, 2, 3), (14, 15, 16), tuple(range(13, 3, -1))),
            ((1, 2, 4), (14, 15, 16), (3, *range(13, 4, -1))),
        ):
            before = overheard.stat().st_size if overheard.exists() else 0
            await _deal(hall, mine, others, pile)
            said.append(overheard.read_bytes()[before:])
    assert len(said[0]) > 50
    assert said[0] == said[1], "the worker was told something that the seat cannot see"
    assert said[1] != said[2]
